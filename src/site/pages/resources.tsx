import type { Content } from '../../content/content-types.ts';
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

/** Kinds of specialists, one field each. A group shares one colour; its first field names the group. */
function Crew({ title, items }: Page['categories']) {
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <section className="wrap pb-(--air)">
      <h2 className="flex flex-wrap items-baseline gap-x-6 pb-8 text-h2 font-bold">
        <span className="text-hero text-accent">{items.length}</span> {title}
      </h2>
      <ul className="grid gap-1 sm:grid-cols-2 menu:grid-cols-4">
        {items.map(({ name, description, group }, index) => (
          <li
            key={name}
            className={`relative p-5 pt-12 ${groups.indexOf(group) % 2 ? 'tinted night' : 'bg-accent text-ground'}`}
          >
            {group === items[index - 1]?.group ? null : (
              <span className="absolute top-4 text-small font-semibold">{group}</span>
            )}
            <h3 className="text-h3 font-bold">{name}</h3>
            <p className="mt-2">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
