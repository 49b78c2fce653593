import { legalPages } from '../../content/legal/index.ts';
import type { LegalPage } from '../../content/legal/legal-page.ts';
import { metaTags } from '../meta-tags.ts';
import { pageHead } from '../page-head.ts';
import type { Route } from './+types/legal';

/** One layout for the three legal texts: the address says which. */
export function loader({ pattern }: Route.LoaderArgs) {
  const text = Object.entries<LegalPage>(legalPages).find(([slug]) => pattern === `/${slug}`)?.[1];
  if (!text) throw new Error(`No legal text has the address ${pattern}`);
  const { seo, ...page } = text;
  return { head: pageHead(seo, pattern), page };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.head);

export default function Legal({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <article className="wrap band grid gap-x-8 menu:grid-cols-12">
      <header className="mb-12 menu:col-span-12">
        <h1 tabIndex={-1} className="text-h1 font-bold tracking-tight">
          {page.title}
        </h1>
        <p className="mt-4 text-quiet">Last updated: {page.lastUpdated}</p>
      </header>
      <nav aria-label="On this page" className="mb-10 menu:col-span-4">
        <ol className="menu:sticky menu:top-[calc(var(--header-height)+2rem)]">
          {page.sections.map(({ title }) => (
            <li key={title} className="border-t border-hairline">
              <a href={`#${anchor(title)}`} className="flex min-h-11 items-center py-1 hover:text-harbour">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="max-w-(--measure) space-y-12 menu:col-span-7 menu:col-start-6">
        {page.sections.map((section) => (
          <Section key={section.title} section={section} />
        ))}
      </div>
    </article>
  );
}

function Section({ section }: { section: LegalPage['sections'][number] }) {
  return (
    <section aria-labelledby={anchor(section.title)}>
      <h2 id={anchor(section.title)} className="text-h3 font-bold">
        {section.title}
      </h2>
      <Passage content={section.content} list={section.list} />
      {section.subsections?.map(({ title, content, list }) => (
        <div key={title} className="mt-6">
          <h3 className="font-text text-lead font-semibold">{title}</h3>
          <Passage content={content} list={list} />
        </div>
      ))}
      {section.additionalContent ? <Passage content={section.additionalContent} /> : null}
    </section>
  );
}

/** Paragraphs, which the content parts by an empty line, and the list that follows them. */
function Passage({ content, list }: { content: string; list?: readonly string[] | undefined }) {
  return (
    <>
      {content.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="mt-4">
          {paragraph}
        </p>
      ))}
      {list ? (
        <ul className="mt-4 list-disc space-y-2 pl-5 marker:text-lamp">
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function anchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
