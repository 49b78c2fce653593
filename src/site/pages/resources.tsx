import type { Content } from '../../content/content-models.ts';
import { QuestionsSection, RelatedLinks } from '../components/fit-and-questions.tsx';
import { ActionLink, PageClosing, PageHero } from '../components/blocks.tsx';
import { getPoster } from '../drawings/posters.ts';
import { type PageProps, listRelatedLinks } from '../routes.ts';

const poster = getPoster('lifted-segment');

type Page = Content['resources'];

/** Renders the page on technology staffing. */
export default function Resources({ site }: PageProps) {
  const { resources: page, answers } = site.content;
  return (
    <div data-accent="brick" data-hour={poster.hour}>
      <PageHero poster={poster} title={page.title} lead={page.lead}>
        <ActionLink {...page.action} subjectKey="resources" />
      </PageHero>
      <section className="wrap band grid gap-x-8 gap-y-10 menu:grid-cols-12">
        <div className="menu:col-span-6">
          <h2 className="text-h2 font-bold">{page.intro.title}</h2>
          <div className="mt-6 grid gap-4 text-lead">
            {page.intro.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <div className="menu:col-span-5 menu:col-start-8">
          <h2 className="text-h2 font-bold">{page.benefits.title}</h2>
          <ul className="mt-6 grid gap-y-6">
            {page.benefits.items.map(({ title, text }) => (
              <li key={title} className="border-l-6 border-accent pl-5">
                <h3 className="text-h3 font-bold">{title}</h3>
                <p className="mt-1 text-quiet">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Crew {...page.categories} />
      <Rota {...page.support} />
      <div className="pb-(--air)">
        <QuestionsSection {...page} texts={answers} path="/resources" />
      </div>
      <PageClosing poster={poster} {...page.callToAction} subjectKey="resources">
        <RelatedLinks items={listRelatedLinks(site, page.related)} look="mt-10" />
      </PageClosing>
    </div>
  );
}

/** Kinds of specialists: a tower for each group, on each of its floors a figure who holds up the name of the role. */
function Crew({ title, items }: Page['categories']) {
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <section className="quay sky">
      <div className="wrap">
        <h2 className="text-h1 font-bold tracking-tight">{title}</h2>
        <ul className="towers">
          {groups.map((group) => (
            <li key={group} className="night">
              <h3 className="p-2.5 text-h3 font-bold">{group}</h3>
              <ul>
                {items
                  .filter((one) => one.group === group)
                  .map(({ name, description }, floor) => (
                    <li key={name}>
                      <h4 className="col-span-2 bg-lit px-1 py-1.5 font-display leading-none max-md:text-small font-bold text-bank">
                        {name}
                      </h4>
                      <svg viewBox="0 0 34 64" preserveAspectRatio="xMidYMax" aria-hidden="true" className="size-full">
                        <path d={`${figure}${arms[floor % arms.length]}`} className="fill-stone" />
                      </svg>
                      <p className="py-1.5 text-small leading-snug">{description}</p>
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const figure = 'M24 17a7 7 0 1 0 0 .1ZM9 35a8 8 0 0 1 16 0v12h-1v17h-6v-16h-2v16h-6v-17h-1z';
/** Of a figure: both raised, the left one, the right one. They reach up to the name, however far it is. */
const arms = [
  'M9 38L1 24V-99h5V23l6 9ZM25 38l8-14V-99h-5V23l-6 9Z',
  'M9 38L1 24V-99h5V23l6 9ZM23 30l8 8-2 12h-5l2-10-5-5Z',
  'M25 38l8-14V-99h-5V23l-6 9ZM11 30l-8 8 2 12h5l-2-10 5-5Z',
];

/** Support round the clock: the hours of the week, in lamp colour while no office is open. */
function Rota({ title, text, days }: Page['support']) {
  return (
    <section className="tinted night band">
      <div className="wrap grid items-end gap-x-8 gap-y-6 menu:grid-cols-12">
        <h2 className="text-h1 font-bold tracking-tight menu:col-span-6">{title}</h2>
        <p className="text-lead menu:col-span-6">{text}</p>
        <ol className="mt-6 grid grid-cols-7 text-center font-semibold menu:col-span-12">
          {days?.map((day) => (
            <li key={day} className="rota">
              {day}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
