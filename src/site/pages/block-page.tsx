import { astToJSX } from 'markdown-to-jsx/react';
import type { ReactNode } from 'react';
import { createBlockSubjectKey } from '../../content/block-pages.ts';
import type { Content } from '../../content/content-models.ts';
import { parseMarkdown } from '../../content/markdown.ts';
import type { Block, BlockName, BlockPage as BlockPageContent } from '../../content/schema/block-page.ts';
import { NumberedSteps, PageClosing, PageHero } from '../components/blocks.tsx';
import { QuestionsSection } from '../components/fit-and-questions.tsx';
import { Picture } from '../components/picture.tsx';
import { formatDate, Quotation } from '../components/proof.tsx';
import { TextLink } from '../components/text-link.tsx';
import { WorkedExample } from '../components/worked-example.tsx';
import { findAccent } from '../drawings/poster.tsx';
import { getPoster } from '../drawings/posters.ts';
import type { PageProps } from '../routes.ts';

/** Renders a page of blocks: its opening, its picture, and its blocks in any order. */
export default function BlockPage({ site, page }: PageProps) {
  if (!page.blockPage) throw new Error(`No page of blocks has the path ${page.path}`);
  const { blocks, date, drawing, lead, picture, title } = page.blockPage;
  const poster = drawing && getPoster(drawing);
  // That of the service with this drawing.
  const { gradient = [] } = site.content.services.find(({ structure }) => structure === drawing) ?? {};
  return (
    <article
      data-accent={findAccent(gradient)}
      data-hour={poster?.hour}
      className="[--band:calc(0.6*var(--air))] [--clearance:1.12]"
    >
      <PageHero poster={poster} title={title} lead={lead}>
        {date ? <time dateTime={date}>{formatDate(date)}</time> : null}
      </PageHero>
      {picture ? <Picture picture={picture} crop="banner" className="wrap band pb-0" /> : null}
      {[...blocks.entries()].map(([index, block]) => (
        <BlockSection
          key={index}
          block={isBesidePicture(blocks, index) ? {} : block}
          textBeside={isBesidePicture(blocks, index + 1) ? blocks[index + 1]?.text : undefined}
          content={site.content}
          path={page.path}
          drawing={drawing}
          index={index}
        />
      ))}
    </article>
  );
}

/** Returns true for a text after a picture that is higher than wide: it stands beside the picture. */
function isBesidePicture(blocks: readonly Block[], index: number): boolean {
  const { picture } = blocks[index - 1]?.picture ?? {};
  return blocks[index]?.text !== undefined && picture !== undefined && picture.height > picture.width;
}

interface BlockContext {
  /** The text that stands beside a tall picture. */
  textBeside: string | undefined;
  content: Content;
  path: string;
  drawing: BlockPageContent['drawing'];
  index: number;
}

/** A block of the page, which has one form. Each has air above it: so they stand well in any order. */
function BlockSection({ block, ...context }: BlockContext & { block: Block }) {
  const name = (Object.keys(blockForms) as BlockName[]).find((one) => block[one]);
  return name && blockForms[name](block[name] as never, context);
}

const air = 'wrap band pb-0';
// The parser makes ids of the words: other parts of the page may have the same.
const withoutId = { props: { id: undefined } };

/** Renders a block by its form: the compiler asks for one that is missing. */
const blockForms = {
  text: (text, { content }) => (
    <div className={air}>
      <Prose text={text} newTab={content.controls.newTab} />
    </div>
  ),
  picture: (picture, { content, textBeside }) =>
    textBeside === undefined ? (
      <Picture {...picture} className={air} />
    ) : (
      <div className={`${air} grid items-start gap-8 menu:grid-cols-2`}>
        <Picture {...picture} />
        <Prose text={textBeside} newTab={content.controls.newTab} />
      </div>
    ),
  comparison: (comparison) => (
    <div className="pt-(--band)">
      <WorkedExample
        example={{
          ...comparison,
          papers: [createPaper(comparison.before, 'wrong'), createPaper(comparison.after, 'right')],
        }}
        accent={undefined}
      />
    </div>
  ),
  figures: (figures) => <Figures figures={figures} />,
  steps: (steps) => <NumberedSteps {...steps} look={`${air} grid gap-x-8 menu:grid-cols-2`} />,
  quotation: (quotation) => (
    <div className={air}>
      <Quotation {...quotation} />
    </div>
  ),
  questions: (questions, { content, path, index }) => (
    <QuestionsSection id={`questions-${index}`} questions={questions} texts={content.answers} path={path} />
  ),
  callToAction: (callToAction, { content: { controls }, path, drawing, index }) => (
    <div className="pt-(--band)">
      <PageClosing
        poster={drawing && getPoster(drawing)}
        {...callToAction}
        newTab={controls.newTab}
        subjectKey={callToAction.subject ? createBlockSubjectKey(path, index) : undefined}
      />
    </div>
  ),
} satisfies { [Name in BlockName]: (value: NonNullable<Block[Name]>, context: BlockContext) => ReactNode };

/** Paragraphs, lists and subheadings. */
function Prose({ text, newTab }: { text: string; newTab: string }) {
  const overrides = { h2: withoutId, h3: withoutId, a: { component: TextLink, props: { newTab } } };
  return (
    <div className="grid gap-4 text-lead marker:text-lamp *:max-w-(--measure) [&_a]:link [&_h2]:text-h2 [&_h2,&_h3]:not-first:mt-6 [&_h2,&_h3]:font-bold [&_h3]:text-h3 [&_li]:ml-6 [&_ol]:list-decimal [&_ul]:list-disc">
      {astToJSX([...parseMarkdown(text)], { wrapper: null, overrides })}
    </div>
  );
}

function Figures({ figures }: { figures: NonNullable<Block['figures']> }) {
  const isShort = figures.every(({ value }) => value.length < 7);
  const size = figures.length === 1 ? 'text-brave' : isShort ? 'text-h1' : 'text-h2';
  return (
    <dl className={`fit ${air}`}>
      {figures.map((figure) => (
        <div key={figure.text} className="flex flex-col-reverse justify-end">
          <dt className="mt-2 text-lead">{figure.text}</dt>
          <dd className={`figures font-display font-extrabold text-accent ${size}`}>{figure.value}</dd>
        </div>
      ))}
    </dl>
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
      <div className="pt-(--air)">
        <PageClosing poster={poster} {...content.controls.project} />
      </div>
    </div>
  );
}
