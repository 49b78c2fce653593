import { astToJSX } from 'markdown-to-jsx/react';
import { createBlockSubjectKey } from '../../content/block-pages.ts';
import { parseMarkdown } from '../../content/markdown.ts';
import type { Block } from '../../content/schema/block-page.ts';
import { NumberedSteps, PageClosing, PageHero } from '../components/blocks.tsx';
import { QuestionsSection } from '../components/fit-and-questions.tsx';
import { Picture } from '../components/picture.tsx';
import { formatDate, Quotation } from '../components/proof.tsx';
import { WorkedExample } from '../components/worked-example.tsx';
import { getPoster } from '../drawings/posters.ts';
import type { PageProps } from '../routes.ts';

/** Renders a page of blocks: its opening, its picture, and its blocks in any order. */
export default function BlockPage({ site, page }: PageProps) {
  if (!page.blockPage) throw new Error(`No page of blocks has the path ${page.path}`);
  const { blocks, date, drawing, lead, picture, title } = page.blockPage;
  const poster = drawing && getPoster(drawing);
  // That of the service with this drawing.
  const { gradient } = site.content.services.find(({ structure }) => structure === drawing) ?? {};
  const accent = gradient?.find((one) => one !== 'lamp');
  return (
    <article data-accent={accent} data-hour={poster?.hour} className="[--band:calc(0.6*var(--air))] [--clearance:1.12]">
      <PageHero poster={poster} title={title} lead={lead}>
        {date ? <time dateTime={date}>{formatDate(date)}</time> : null}
      </PageHero>
      {picture ? <Picture picture={picture} crop="banner" className="wrap band pb-0" /> : null}
      {[...blocks.keys()].map((index) => (
        <BlockSection key={index} site={site} page={page} index={index} />
      ))}
    </article>
  );
}

/** A block of the page. Each has air above it: so they stand well in any order. */
function BlockSection({ site: { content }, page: { path, blockPage }, index }: PageProps & { index: number }) {
  const { blocks = [], drawing } = blockPage ?? {};
  const { text, picture, comparison, figures, steps, quotation, questions, callToAction } = blocks[index] ?? {};
  const subjectKey = callToAction?.subject ? createBlockSubjectKey(path, index) : undefined;
  const papers = comparison && [createPaper(comparison.before, 'wrong'), createPaper(comparison.after, 'right')];
  const isShort = figures?.every(({ value }) => value.length < 7);
  const figureSize = figures?.length === 1 ? 'text-brave' : isShort ? 'text-h1' : 'text-h2';
  const air = 'wrap band pb-0';
  return (
    <>
      {text ? (
        <div className={air}>
          <div className="grid gap-4 text-lead marker:text-lamp *:max-w-(--measure) [&_a]:link [&_li]:ml-6 [&_ol]:list-decimal [&_ul]:list-disc">
            {astToJSX([...parseMarkdown(text)], { wrapper: null })}
          </div>
        </div>
      ) : null}
      {picture ? <Picture {...picture} className={air} /> : null}
      {comparison && papers ? (
        <div className="pt-(--band)">
          <WorkedExample example={{ ...comparison, papers }} accent={undefined} />
        </div>
      ) : null}
      {figures ? (
        <dl className={`fit ${air}`}>
          {figures.map((figure) => (
            <div key={figure.text} className="flex flex-col-reverse justify-end">
              <dt className="mt-2 text-lead">{figure.text}</dt>
              <dd className={`figures font-display font-extrabold text-accent ${figureSize}`}>{figure.value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {steps ? <NumberedSteps {...steps} look={`${air} grid gap-x-8 menu:grid-cols-2`} /> : null}
      {quotation ? (
        <div className={air}>
          <Quotation {...quotation} />
        </div>
      ) : null}
      {questions ? (
        <QuestionsSection id={`questions-${index}`} questions={questions} texts={content.answers} path={path} />
      ) : null}
      {callToAction ? (
        <div className="pt-(--band)">
          <PageClosing poster={drawing && getPoster(drawing)} {...callToAction} subjectKey={subjectKey} />
        </div>
      ) : null}
    </>
  );
}

/** Returns a side of a comparison as a paper. */
function createPaper({ title, lines }: NonNullable<Block['comparison']>['before'], mark: 'wrong' | 'right') {
  return { title, look: 'slip' as const, lines: lines.map((text) => ({ text, mark })) };
}

/** Renders the list of case studies or of news, the newest first. */
export function BlockList({ site: { content, pages }, page }: PageProps) {
  const isNews = page.path === '/news';
  const { lead } = isNews ? content.newsPage : content.caseStudiesPage;
  const poster = getPoster(isNews ? 'swing-bridge' : 'self-bearing-span');
  const entries = pages.flatMap(({ parentPath, blockPage }) => (parentPath === page.path && blockPage) || []);
  return (
    <div data-accent="harbour" data-hour={poster.hour}>
      <PageHero hasLowPoster poster={poster} title={page.title} lead={lead} headingSize="text-brave" />
      <ul className="wrap pt-12">
        {entries.map(({ path, date = '', picture, title, lead }) => (
          <li key={path} className="relative grid gap-x-8 gap-y-4 border-t border-hairline py-12 menu:grid-cols-12">
            <div className="menu:col-span-5">
              <time dateTime={date}>{formatDate(date)}</time>
              {picture ? <Picture picture={picture} crop="card" className="mt-4" /> : null}
            </div>
            <div className="menu:col-span-6 menu:col-start-7">
              <h2 className="text-h2 font-bold">
                <a href={path} className="onward before:absolute before:inset-0">
                  {title}
                </a>
              </h2>
              <p className="mt-4 text-lead text-quiet">{lead}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
