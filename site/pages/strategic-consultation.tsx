import { Related } from '../components/answers.tsx';
import { ActionLink, CallToAction, HeroText, TickList } from '../components/blocks.tsx';
import { WorkedExample } from '../components/worked-example.tsx';
import { SurveySection } from '../drawings/survey-section.tsx';
import { type PageProps, waysOn } from '../routes.ts';

export default function StrategicConsultation({ site }: PageProps) {
  const { strategicConsultation: page } = site.words;
  return (
    <>
      <section className="wrap pt-4">
        <div className="relative border border-outline menu:pt-40 menu:pl-[46%]">
          <div className="h-[min(16rem,70svh-8rem)] overflow-clip sm:h-[min(20rem,70svh-8rem)] menu:absolute menu:inset-0 menu:h-auto">
            <div className="h-full w-[175%] menu:w-full">
              <SurveySection gradient={['jade', 'lamp']} />
            </div>
          </div>
          <div className="relative border-t border-outline bg-ground p-4 sm:p-6 menu:border-l">
            <HeroText title={page.title} lead={page.lead} size="text-brave">
              <ActionLink {...page.callToAction} about="strategic-consultation" />
            </HeroText>
          </div>
        </div>
      </section>
      <section className="wrap band">
        <h2 className="text-h2 font-bold">{page.benefits.title}</h2>
        <ul className="mt-10 grid gap-y-8 menu:grid-cols-3">
          {page.benefits.items.map(({ title, text }) => (
            <li key={title}>
              <DimensionLine />
              <div className="pt-4 menu:pr-6">
                <h3 className="text-h3 font-bold">{title}</h3>
                <p className="mt-3 text-quiet">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="border-y border-hairline bg-raised">
        <div className="wrap band">
          <div className="grid gap-x-8 gap-y-5 menu:grid-cols-12">
            <h2 className="text-h2 font-bold menu:col-span-5">{page.approach.title}</h2>
            <p className="text-lead menu:col-span-6 menu:col-start-7">{page.approach.text}</p>
          </div>
          <div className="mt-12 grid gap-x-8 gap-y-12 menu:grid-cols-2">
            {page.approach.checklists.map(({ title, items }) => (
              <div key={title}>
                <h3 className="pb-4 text-h3 font-bold">{title}</h3>
                <TickList items={items} />
              </div>
            ))}
          </div>
        </div>
      </section>
      {page.example ? (
        <div data-accent="jade">
          <WorkedExample example={page.example} accent="jade" />
        </div>
      ) : null}
      <Related items={waysOn(site, page.related)} words={site.words.answers} />
      <CallToAction {...page.callToAction} about="strategic-consultation" />
    </>
  );
}

/** The line under which a drawing states a length, as wide as its place: neighbours share the mark between them. */
function DimensionLine() {
  return (
    <div aria-hidden="true" className="relative -mr-px h-8 border-x border-outline">
      <div className="absolute inset-x-0 top-1/2 border-t border-outline" />
      {['-left-2.5', '-right-2.5'].map((end) => (
        <div key={end} className={`absolute top-1/2 w-5 -rotate-45 border-t-3 border-lamp ${end}`} />
      ))}
    </div>
  );
}
