import { RelatedLinks } from '../components/fit-and-questions.tsx';
import { ActionLink, PageClosing, PageHero, TickList } from '../components/blocks.tsx';
import { WorkedExample } from '../components/worked-example.tsx';
import { getPoster } from '../drawings/posters.ts';
import { type PageProps, listRelatedLinks } from '../routes.ts';

const poster = getPoster('valley-section');

/** Renders the page on strategic consultation. */
export default function StrategicConsultation({ site }: PageProps) {
  const { strategicConsultation: page } = site.content;
  const action = { ...page.callToAction, subjectKey: 'strategic-consultation' };
  return (
    <div data-accent="jade" data-hour={poster.hour}>
      <PageHero poster={poster} title={page.title} lead={page.lead} headingSize="text-brave">
        <ActionLink {...action} />
      </PageHero>
      <section className="wrap band">
        <h2 className="text-h2 font-bold">{page.benefits.title}</h2>
        <ul className="mt-10 grid gap-y-8 menu:grid-cols-3">
          {page.benefits.items.map(({ title, text }) => (
            <li key={title} className="border-t-6 border-accent pt-4 menu:pr-6">
              <h3 className="text-h3 font-bold">{title}</h3>
              <p className="mt-3 text-quiet">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      {page.example ? <WorkedExample example={page.example} accent="jade" /> : null}
      <section className="wrap band grid gap-x-8 gap-y-10 menu:grid-cols-12">
        <div className="menu:col-span-4">
          <h2 className="text-h2 font-bold">{page.approach.title}</h2>
          <p className="mt-6 text-lead">{page.approach.text}</p>
        </div>
        {page.approach.checklists.map(({ title, items }) => (
          <div key={title} className="border-t-6 border-accent pt-4 menu:col-span-4">
            <h3 className="pb-4 text-h3 font-bold">{title}</h3>
            <TickList items={items} />
          </div>
        ))}
      </section>
      <PageClosing poster={poster} {...action}>
        <RelatedLinks items={listRelatedLinks(site, page.related)} look="mt-10" />
      </PageClosing>
    </div>
  );
}
