import * as v from 'valibot';
import { createQuestionsSchema } from './answers.ts';
import {
  boundedText,
  choice,
  group,
  isExistingDate,
  linkTarget,
  list,
  optionalText,
  paragraphs,
  servicePosters,
  editorControl,
  text,
  titledText,
} from './fields.ts';
import { picture } from './picture.ts';
import { evidenceFields } from './proof.ts';
import { findMarkdownIssue } from '../markdown.ts';

const side = (title: string) =>
  group(title, { title: text('Title', 60), lines: list('Lines', text('Line', 90), [1, 8]) });

const blockForms = {
  text: v.optional(
    v.pipe(
      paragraphs(
        'Text',
        6000,
        '**Words** are bold, [words](/contact) is a link, lines that begin with - are a list, with ## a heading.',
      ),
      v.check(
        (input) => findMarkdownIssue(input) === undefined,
        ({ input }) => findMarkdownIssue(input) ?? '',
      ),
      editorControl('markdown'),
    ),
  ),
  picture: v.optional(
    group('Picture', { picture: picture('Picture'), caption: optionalText('Caption', 200, 'Below it.') }),
  ),
  comparison: v.optional(
    group('Comparison', {
      title: text('Title', 60),
      sentence: text('Sentence', 320, 'Says what is compared.'),
      before: side('Before'),
      after: side('After'),
    }),
  ),
  figures: v.optional(
    list('Figures', group('Figure', { value: text('Value', 12), text: text('What it is', 80) }), [1, 4]),
  ),
  steps: v.optional(
    group('Steps', { title: text('Title', 60), items: list('Steps', titledText('Step'), [2, 8], 'In their order.') }),
  ),
  quotation: v.optional(
    group('Quotation', {
      text: text('What they say', 320, 'Their own words, without quotation marks.'),
      name: text('Who says so', 60),
      role: text('Their role and company', 100),
      picture: v.optional(picture('Portrait', '', 200)),
      ...evidenceFields,
    }),
  ),
  questions: v.optional(createQuestionsSchema([1, 10])),
  callToAction: v.optional(
    group('Call to action', {
      title: text('Title', 80),
      text: text('Text', 320),
      label: text('Button', 30),
      to: linkTarget('Leads to'),
      subject: optionalText('Subject', 100, 'What the enquiry is about, if the button leads to the contact page.'),
    }),
  ),
};

const block = v.pipe(
  group('Block', blockForms),
  v.check((value) => Object.keys(value).length === 1, 'takes one form'),
  editorControl('one of'),
);

const pageFields = {
  title: text('Heading', 55, 'Search results and previews of shared links have it too.'),
  description: boundedText('Description', [70, 160], 'are shown whole', 'For search results: what the page answers.'),
  lead: text('Lead', 320, 'It opens the page.'),
  drawing: v.optional(
    choice('Drawing at the top', servicePosters, 'Without one the page opens with words alone.', 'poster'),
  ),
  picture: v.optional(picture('Picture', 'Below the opening, in lists of such pages, and when the page is shared.')),
  blocks: list('Blocks', block, [1, 30], 'What the page consists of, in this order.'),
};
const date = v.pipe(
  text('Date', 10, 'The newest comes first.'),
  v.isoDate('takes a day like 2027-03-31'),
  v.check(isExistingDate, 'is a day that no calendar has'),
  editorControl('date'),
);

/** Schema of a page that an editor composes of blocks. */
export const pageSchema = group('A page', pageFields);
/** Schema of a news item. */
export const newsSchema = group('A news item', { date, ...pageFields });
/** Schema of a case study. */
export const caseStudySchema = group('A case study', { date, ...pageFields });

/** A page of blocks of any kind. `slug` is the name of its file, and the last part of its path. */
export type BlockPage = v.InferOutput<typeof pageSchema> & { slug: string; date?: string };
/** A block: one of the forms is set. */
export type Block = BlockPage['blocks'][number];
/** The name of a block's form. */
export type BlockName = keyof Block;

/** Schema of the page that lists entries: shown once there is one. */
export const listPage = (title: string) =>
  group(title, {
    title: text('Heading', 55),
    description: boundedText('Description', [70, 160], 'are shown whole', 'For search results.'),
    lead: text('Lead', 320),
  });

const redirect = group('Redirect', {
  from: v.pipe(
    text('Earlier address', 120, 'Like /news/spring.'),
    v.regex(/^(?:\/[a-z0-9-]+)+$/, 'takes an earlier address of this site, like /news/spring'),
  ),
  to: linkTarget('Leads to'),
});

/** Schema of the redirects from earlier addresses. */
export const redirects = group('Redirects', {
  items: list('Redirects', redirect, [0, 500], 'Who opens the earlier address gets to the other.'),
});
