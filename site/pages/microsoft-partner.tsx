import { Ways } from '../components/answers.tsx';
import { CallToAction, HeroText } from '../components/blocks.tsx';
import { GatheredCables } from '../drawings/gathered-cables.tsx';
import type { PageProps } from '../routes.ts';

/** Also on the page's card, without words. */
export const Drawing = ({ tags }: { tags?: readonly string[] }) => (
  <GatheredCables gradient={['lamp', 'harbour']} tags={tags} />
);

export default function MicrosoftPartner({ site: { words } }: PageProps) {
  const { microsoftPartner: page, site } = words;
  const partnership = site.microsoftPartnership && page.status.replace('{status}', site.microsoftPartnership);
  return (
    <>
      <section className="overflow-clip border-b border-hairline">
        <div className="wrap grid gap-x-8 menu:grid-cols-12">
          <div className="relative h-[min(18rem,45svh)] overflow-y-clip sm:h-[min(26rem,45svh)] menu:col-span-5 menu:h-auto menu:overflow-y-visible">
            <div className="absolute inset-0 menu:max-h-[52vw]">
              <Drawing tags={page.strands} />
            </div>
          </div>
          <div className="relative -mr-[100vw] -ml-(--gutter) border-t-3 border-outline bg-ground pt-8 pr-[100vw] pb-12 pl-(--gutter) menu:col-span-7 menu:mt-48 menu:ml-0 menu:pb-20 menu:pl-0">
            <HeroText title={page.title} lead={page.lead} size="text-brave" />
            {partnership ? <p className="mt-6 max-w-(--measure) font-semibold">{partnership}</p> : null}
          </div>
        </div>
      </section>
      <div className="wrap band space-y-14">
        {page.sections.map(({ title, text, items }) => (
          <section key={title} className="grid gap-x-8 gap-y-4 menu:grid-cols-12">
            <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
            <p className="menu:col-span-6 menu:col-start-7">{text}</p>
            {items ? <Stairs steps={items} /> : null}
          </section>
        ))}
      </div>
      <section className="border-y border-hairline bg-raised">
        <div className="wrap band">
          <h2 className="pb-8 text-h2 font-bold">{page.areas.title}</h2>
          <Ways items={page.areas.items} />
        </div>
      </section>
      <CallToAction {...page.callToAction} about="microsoft-partner" />
    </>
  );
}

const treads = ['', 'ml-6 menu:mt-12 menu:ml-0', 'ml-12 menu:mt-24 menu:ml-0', 'ml-18 menu:mt-36 menu:ml-0'];

/** What is tried one after the other, each step a tread lower than the one before. */
function Stairs({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="mt-8 mb-6 menu:col-span-12 menu:grid menu:grid-cols-4">
      {steps.map((step, index) => (
        <li key={step} className={`relative border-t-3 border-lamp pt-4 pb-8 ${treads[index % treads.length]}`}>
          {index > 0 ? <Riser /> : null}
          <span className="block pr-8 text-h3 font-medium">{step}</span>
        </li>
      ))}
    </ol>
  );
}

function Riser() {
  return (
    <span
      aria-hidden="true"
      className="absolute bottom-full left-0 hidden h-[calc(3rem+3px)] border-l-3 border-lamp menu:block"
    />
  );
}
