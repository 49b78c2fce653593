import type { ComponentType } from 'react';

import type { LegalPage } from '../../content/schema/legal-page.ts';
import type { Content } from '../../content/kinds.ts';
import { holdAddress } from '../../content/contact-facts.ts';
import { companyParticulars } from '../components/site-footer.tsx';
import { BalancedArms } from '../drawings/balanced-arms.tsx';
import { Drawbridge } from '../drawings/drawbridge.tsx';
import { HungWeights } from '../drawings/hung-weights.tsx';
import type { PageProps, Site } from '../routes.ts';

/** One layout for the three legal texts: the address says which. */
function textOf({ words, supabaseUrl }: Site, path: string) {
  const text = words.legalPages.find(({ slug }) => path === `/${slug}`);
  if (!text) throw new Error(`No legal text has the address ${path}`);
  const { slug, title, lastUpdated, sections } = text;
  const receiver = supabaseUrl === undefined ? 'own-server' : 'supabase';
  const page = {
    title,
    lastUpdated: words.controls.lastUpdated.replace('{date}', lastUpdated),
    contents: words.controls.contents,
    sections: sections
      .filter(({ shownWith = receiver }) => shownWith === receiver)
      .map((section, index) =>
        slug === 'terms-of-service' && index === 0 ? withParticulars(words, section) : section,
      ),
  };
  return { slug, page };
}

/** The terms begin with who the company is. */
function withParticulars(
  { site, controls }: Content,
  section: LegalPage['sections'][number],
): LegalPage['sections'][number] {
  const particulars = companyParticulars(site, controls).join(' · ');
  return particulars ? { ...section, content: `${section.content}\n\n${particulars}` } : section;
}

const drawings: Readonly<Record<string, ComponentType>> = {
  'privacy-policy': Drawbridge,
  'terms-of-service': BalancedArms,
  'cookie-policy': HungWeights,
};

export default function Legal({ site, page: { path } }: PageProps) {
  const { slug, page } = textOf(site, path);
  const Drawing = drawings[slug];
  return (
    <article>
      <header className="overflow-clip border-b border-hairline">
        <div className="wrap grid items-end gap-x-8 menu:grid-cols-12">
          <div className="min-w-0 pt-12 pb-8 menu:col-span-7 menu:pb-20">
            <h1 tabIndex={-1} className="text-h1 font-bold tracking-tight">
              {page.title}
            </h1>
            <p className="mt-4 text-quiet">{page.lastUpdated}</p>
          </div>
          <div className="aspect-[8/3] menu:col-span-5">{Drawing ? <Drawing /> : null}</div>
        </div>
      </header>
      <div className="wrap grid gap-x-8 pt-12 menu:grid-cols-12 menu:pt-20">
        <nav aria-label={page.contents} className="mb-10 menu:col-span-4">
          <ol className="menu:sticky menu:top-[calc(var(--header-height)+2rem)]">
            {page.sections.map(({ title }, index) => (
              <li key={title} className="flex items-baseline border-t border-hairline">
                <Numeral className="w-8 shrink-0">{index + 1}</Numeral>
                <a href={`#${anchor(title)}`} className="flex min-h-11 grow items-center py-2 hover:text-harbour">
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-(--measure) space-y-12 menu:col-span-6 menu:col-start-7">
          {page.sections.map((section, index) => (
            <Section key={section.title} number={index + 1} section={section} />
          ))}
        </div>
      </div>
    </article>
  );
}

function Section({ number, section }: { number: number; section: LegalPage['sections'][number] }) {
  return (
    <section aria-labelledby={anchor(section.title)}>
      <div className="relative flex text-h3">
        <Numeral className="w-8 shrink-0 menu:absolute menu:right-full menu:w-auto menu:pr-6">{number}</Numeral>
        <h2 id={anchor(section.title)} className="font-bold">
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
      {section.additionalContent ? <Passage content={section.additionalContent} /> : null}
    </section>
  );
}

/** A section's number, by which people cite it. Screen readers count the list and the headings themselves. */
function Numeral({ className, children }: { className: string; children: number }) {
  return (
    <span aria-hidden="true" className={`font-display whitespace-nowrap text-quiet ${className}`}>
      {children}
    </span>
  );
}

/** Paragraphs, which the content parts by an empty line, and the list that follows them. */
function Passage({ content, list }: { content: string; list?: readonly string[] | undefined }) {
  return (
    <>
      {content.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="mt-4">
          {holdAddress(paragraph)}
        </p>
      ))}
      {list ? <List items={list} /> : null}
    </>
  );
}

/** A name of up to three words before what it names, as in "Kept: until you clear it". */
const named = /^(\S+(?: \S+){0,2}:) (.+)$/s;

/** Points, or where each has a name, the tag on which all of them stand. */
function List({ items }: { items: readonly string[] }) {
  if (items.every((item) => named.test(item))) {
    return (
      <ul className="paper slip printed mt-4">
        {items.map((item) => {
          const [, name, text] = named.exec(item) ?? [];
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

function anchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
