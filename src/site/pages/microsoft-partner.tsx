import type { Content } from '../../content/content-models.ts';
import { RelatedLinks } from '../components/fit-and-questions.tsx';
import { ActionLink, PageClosing, PageHero, TickList } from '../components/blocks.tsx';
import { getPoster } from '../drawings/posters.ts';
import type { PageProps } from '../routes.ts';

const poster = getPoster('signal-gantry');

/** Renders the page on the partnership with Microsoft. */
export default function MicrosoftPartner({ site: { content } }: PageProps) {
  const { microsoftPartner: page, site } = content;
  const partnership = site.microsoftPartnership && page.status.replace('{status}', site.microsoftPartnership);
  const [design, ...sections] = page.sections;
  const action = { ...page.callToAction, subjectKey: 'microsoft-partner' };
  return (
    <div data-accent="harbour" data-hour={poster.hour}>
      <PageHero poster={poster} posterLabels={page.strands} title={page.title} lead={page.lead}>
        {partnership ? <p className="w-full font-semibold">{partnership}</p> : null}
        <ActionLink {...action} />
      </PageHero>
      {design ? (
        <div className="wrap band grid gap-x-8 gap-y-10 menu:grid-cols-12">
          <section className="menu:col-span-5">
            <h2 className="text-h2 font-bold">{design.title}</h2>
            <p className="mt-6 text-lead">{design.text}</p>
          </section>
          <section className="menu:col-span-6 menu:col-start-7">
            <h2 className="pb-6 text-h2 font-bold">{page.areas.title}</h2>
            <RelatedLinks items={page.areas.items} look="grid gap-x-6 min-[23rem]:grid-cols-2 md:gap-x-8" />
          </section>
        </div>
      ) : null}
      {sections.map(({ title, text, items, stop, boundary }) => (
        <section key={title} className={items ? 'tinted night' : ''}>
          <div className="wrap band grid gap-x-8 gap-y-4 menu:grid-cols-12">
            <h2 className="text-h2 font-bold menu:col-span-5">{title}</h2>
            <p className={`text-lead ${boundary ? 'menu:col-span-5' : 'menu:col-span-6 menu:col-start-7'}`}>{text}</p>
            {items ? <Stairs steps={items} stop={stop} /> : null}
            {boundary ? <Boundary {...boundary} /> : null}
          </div>
        </section>
      ))}
      <PageClosing poster={poster} {...action} />
    </div>
  );
}

/** Attempts in turn, each a tread lower than the one before, with a buffer at the end. */
function Stairs({ steps, stop }: { steps: readonly string[]; stop: string | undefined }) {
  return (
    <ol className="descent mt-8 pt-8 text-h3 font-medium menu:col-span-12 menu:grid menu:auto-cols-fr menu:grid-flow-col">
      {steps.map((step, index) => (
        <li key={step}>
          {step}
          {stop && index < steps.length - 1 ? (
            <span className="mt-4 block w-fit border-r-6 border-cable py-1 pr-3 font-text text-small text-quiet">
              {stop}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

type Sections = Content['microsoftPartner']['sections'];

/** Own items behind a boundary, and the outsiders in front of its gate. */
function Boundary({ title, items, outside }: NonNullable<Sections[number]['boundary']>) {
  return (
    <div className="mt-8 grid menu:col-span-7 menu:col-start-6 menu:row-span-2 menu:row-start-1 menu:mt-0 menu:grid-cols-[1fr_2fr]">
      <p className="self-center border-2 border-dashed border-outline p-5 font-semibold">{outside}</p>
      <div data-accent="harbour" className="tinted night border-accent p-6 pb-3 max-menu:border-t-6 menu:border-l-6">
        <h3 className="pb-4 text-h3 font-bold">{title}</h3>
        <TickList items={items} />
      </div>
    </div>
  );
}
