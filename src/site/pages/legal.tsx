import type { Accent } from '../../content/schema/fields.ts';
import type { LegalPage } from '../../content/schema/legal-page.ts';
import type { Content } from '../../content/content-models.ts';
import { keepAddressPartsTogether } from '../../content/contact-details.ts';
import { PageClosing, PageHero } from '../components/blocks.tsx';
import { listCompanyParticulars } from '../components/site-footer.tsx';
import { getPoster } from '../drawings/posters.ts';
import type { PageProps, Site } from '../routes.ts';

/** Selects the legal text by the path: three texts share one layout. */
function findLegalText({ content, supabaseUrl, countsViews = true }: Site, path: string) {
  const text = content.legalPages.find(({ slug }) => path === `/${slug}`);
  const legalPoster = legalPosters[path.slice(1)];
  if (!text || !legalPoster) throw new Error(`No legal text has the path ${path}`);
  const { slug, title, lastUpdated, sections } = text;
  const receiver = supabaseUrl === undefined ? 'own-server' : 'supabase';
  const page = {
    title,
    lastUpdated: content.controls.lastUpdated.replace('{date}', lastUpdated),
    contents: content.controls.contents,
    sections: sections
      .filter(({ shownWith = receiver }) => shownWith === receiver || (countsViews && shownWith === 'counts'))
      .map((section, index) =>
        slug === 'terms-of-service' && index === 0 ? prependParticulars(content, section) : section,
      ),
  };
  return { poster: getPoster(legalPoster[0]), accent: legalPoster[1], page };
}

/** Adds the company details to the beginning of the terms. */
function prependParticulars(
  { site, controls }: Content,
  section: LegalPage['sections'][number],
): LegalPage['sections'][number] {
  const particulars = listCompanyParticulars(site, controls).join(' · ');
  return particulars ? { ...section, content: `${section.content}\n\n${particulars}` } : section;
}

/** Poster and accent of each text. */
const legalPosters: Readonly<Record<string, readonly [poster: string, Accent]>> = {
  'privacy-policy': ['drawbridge', 'harbour'],
  'terms-of-service': ['balanced-arms', 'lamp'],
  'cookie-policy': ['hung-loads', 'brick'],
};

/** Renders a legal text, with a table of contents. */
export default function Legal({ site, page: { path } }: PageProps) {
  const { poster, accent, page } = findLegalText(site, path);
  const anchors = createAnchors(page.sections.map(({ title }) => title));
  return (
    <article data-hour={poster.hour}>
      <div data-accent={accent}>
        <PageHero hasLowPoster poster={poster} title={page.title} lead={page.lastUpdated} />
      </div>
      <div className="wrap grid gap-x-8 pt-12 menu:grid-cols-12 menu:pt-20">
        <nav aria-label={page.contents} className="mb-10 menu:col-span-4">
          <ol className="menu:sticky menu:top-[calc(var(--header-height)+2rem)]">
            {page.sections.map(({ title }, index) => (
              <li key={anchors[index]} className="flex items-baseline border-t border-hairline">
                <Numeral className="w-8 shrink-0">{index + 1}</Numeral>
                <a href={`#${anchors[index]}`} className="flex min-h-11 grow items-center py-2 hover:text-harbour">
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-(--measure) space-y-12 menu:col-span-6 menu:col-start-7">
          {page.sections.map((section, index) => (
            <Section key={anchors[index]} id={anchors[index]} number={index + 1} section={section} />
          ))}
        </div>
      </div>
      <div data-accent={accent} className="pt-(--air)">
        <PageClosing poster={poster} {...site.content.controls.question} />
      </div>
    </article>
  );
}

interface SectionProps {
  id: string | undefined;
  number: number;
  section: LegalPage['sections'][number];
}

function Section({ id, number, section }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className="relative flex text-h3">
        <Numeral className="w-8 shrink-0 menu:absolute menu:right-full menu:w-auto menu:pr-6">{number}</Numeral>
        <h2 id={id} className="font-bold">
          {section.title}
        </h2>
      </div>
      <Passage content={section.content} list={section.list} />
      {section.subsections?.map(({ title, content, list }) => (
        <div key={title} className="mt-6">
          <h3 className="font-text font-semibold">{title}</h3>
          <Passage content={content} list={list} />
        </div>
      ))}
      {section.countSwitch ? <CountSwitch texts={section.countSwitch} /> : null}
      {section.additionalContent ? <Passage content={section.additionalContent} /> : null}
    </section>
  );
}

/** Switch by which visitors object to being counted. Hidden until src/site/behaviours/count-switch.ts runs. */
function CountSwitch({ texts }: { texts: NonNullable<LegalPage['sections'][number]['countSwitch']> }) {
  return (
    <div data-count-switch={JSON.stringify(texts)} className="mt-6">
      <p role="status" hidden />
      <button type="button" className="button button-quiet mt-4" hidden>
        {texts.object}
      </button>
    </div>
  );
}

/** Number of a section, for citing it. Hidden from screen readers, which count the list and the headings themselves. */
function Numeral({ className, children }: { className: string; children: number }) {
  return (
    <span aria-hidden="true" className={`font-display whitespace-nowrap text-quiet ${className}`}>
      {children}
    </span>
  );
}

/** Paragraphs, separated by empty lines in the content, and the list after them. */
function Passage({ content, list }: { content: string; list?: readonly string[] | undefined }) {
  return (
    <>
      {content.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="mt-4">
          {keepAddressPartsTogether(paragraph)}
        </p>
      ))}
      {list ? <List items={list} /> : null}
    </>
  );
}

/** A name of up to three words before what it names, as in "Kept: until you clear it". */
const namedItemPattern = /^(\S+(?: \S+){0,2}:) (.+)$/s;

/** A list of points; if each has a name, one tag with all of them. */
function List({ items }: { items: readonly string[] }) {
  if (items.every((item) => namedItemPattern.test(item))) {
    return (
      <ul className="paper slip printed mt-4">
        {items.map((item) => {
          const [, name, text] = namedItemPattern.exec(item) ?? [];
          return (
            <li key={item} className="first:border-t-0">
              <span className="text-quiet">{name}</span> <span className="basis-full sm:basis-[62%]">{text}</span>
            </li>
          );
        })}
      </ul>
    );
  }
  return (
    <ul className="mt-4 list-disc space-y-2 pl-5 marker:text-lamp">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** Returns an id for each section, made of its title, that nothing else on the page has. */
function createAnchors(titles: readonly string[]): string[] {
  const taken = new Set(['', 'main', 'site-menu', 'services-menu']);
  return titles.map((title) => {
    const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    let anchor = words.join('-');
    for (let number = 2; taken.has(anchor); number += 1) anchor = [...words, number].join('-');
    taken.add(anchor);
    return anchor;
  });
}
