import * as v from 'valibot';

import { fit, questions, related } from './answers.ts';
import {
  choice,
  closingWords,
  gradient,
  group,
  link,
  list,
  number,
  optionalText,
  seo,
  structures,
  text,
  titled,
} from './fields.ts';

const mark = v.optional(choice('Mark', ['wrong', 'right'], 'wrong is struck through, right stands out.'));

const line = group('Line', {
  name: v.optional(text('What it is', 50)),
  text: v.optional(text('Text', 90)),
  code: v.optional(optionalText('Code', 60, 'In place of a text: what software reads, indented as it is there.')),
  mark,
});

const papers = list(
  'Papers',
  group('Paper', {
    title: text('Title', 60),
    look: choice('Look', ['slip', 'screen', 'sheet', 'code'], 'What it is drawn as.'),
    lines: list('Lines', line, [1, 8]),
  }),
  [2, 5],
  'Papers, screens, sheets of a workbook or code, before and after. Of more than three the last says what the others said.',
);

const gates = group('Gates', {
  gate: text('Over a gate', 30),
  back: text('Over a way back', 30),
  places: list(
    'Places',
    group('Place', {
      name: text('Name', 40),
      text: text('What happens', 90),
      gate: text('What lets it on', 90),
      back: text('The way back', 90),
      hour: v.optional(number('Hour', [0, 200], 'Hours after the first. With hours, the gates stand to scale.')),
    }),
    [3, 5],
  ),
});

const days = group('Days', {
  unit: text('Unit', 12),
  rows: list(
    'Before and after',
    group('Way', {
      title: text('Title', 60),
      stays: list(
        'Stays',
        group('Stay', { name: text('Where it lies', 60), days: number('Days', [0, 99], 'How long.') }),
        [2, 6],
      ),
    }),
    [2, 2],
    'How long a thing lies where. The sums are worked out.',
  ),
});

const table = group('Table', {
  columns: list('Columns', text('Column', 40), [2, 5], 'The first column names the rows.'),
  rows: list(
    'Rows',
    group('Row', {
      name: text('Name', 60),
      cells: list('Cells', group('Cell', { text: text('Text', 60), mark }), [1, 4]),
    }),
    [2, 8],
    'As many cells as there are further columns. The last row is the outcome.',
  ),
});

const label = group('Shelf label', {
  workbook: text('Workbook', 60),
  columns: list('Columns of the workbook', text('Column', 30), [3, 3], 'For article, number and stock.'),
  article: text('Article', 40),
  listed: number('Stock in the workbook', [0, 9999], 'As it was.'),
  digits: v.pipe(
    v.string(),
    v.regex(/^\d{12}$/, 'takes 12 digits: the check digit is worked out'),
    v.title('GTIN without its check digit'),
    v.description('12 digits. 952 begins those that GS1 keeps for examples.'),
  ),
  check: text('Beside the check digit', 30),
  counts: list(
    'Counts',
    group('Count', { name: text('Name', 40), count: number('Count', [0, 9999], '') }),
    [2, 4],
    'The stock, and what is taken off it.',
  ),
  left: text('Beside what is left', 40),
});

const example = v.pipe(
  group(
    'Worked example',
    {
      title: text('Title', 60),
      sentence: text('Sentence', 320, 'Says what is drawn, and that it is an example.'),
      papers: v.optional(papers),
      gates: v.optional(gates),
      days: v.optional(days),
      table: v.optional(table),
      label: v.optional(label),
    },
    'One thing of the trade, before and after, in one of five forms.',
  ),
  v.check(({ title: _title, sentence: _sentence, ...forms }) => Object.keys(forms).length === 1, 'takes one form'),
);

/** One service page, and its entry in the menu, the sitemap and on llms.txt. Its file name is the last part of its address. */
export const serviceSchema = group('A service', {
  place: number('Place in the menu', [0, 99], 'Smaller comes first; 2.5 goes between 2 and 3.'),
  name: text('Name', 32, 'The short name, as in the menu.'),
  seo,
  title: text('Heading', 90, 'The page’s heading.'),
  situation: text('Situation', 280, 'The buyer’s situation in one or two sentences. It opens the page.'),
  description: list('Description', text('Paragraph', 480), [2, 2], 'What the service is.'),
  features: list('Key features', titled('Feature'), [4, 6]),
  steps: list('Steps', titled('Step'), [3, 5], 'What is done, in this order.'),
  deliverables: list('Deliverables', text('Deliverable', 160), [3, 4], 'What the buyer holds at the end.'),
  benefits: list('Benefits', text('Benefit', 200), [3, 5]),
  technologies: v.optional(
    list('Technologies', text('Name', 40), [3, 14], 'Where names help a buyer to recognise the fit.'),
  ),
  example,
  fit,
  questions,
  related,
  callToAction: closingWords,
  composition: choice(
    'Arrangement',
    ['row', 'spine', 'plates', 'ledger', 'bench', 'figure', 'stair', 'route', 'weekend', 'inventory', 'counter'],
    'In which order its parts stand. Neighbours in the menu differ.',
  ),
  structure: choice('Drawing', structures, 'What is drawn for it, and built while the page is read.'),
  written: v.optional(
    list(
      'Written in the drawing',
      text('Words', 20),
      [1, 4],
      'Numbers and words of the page, for a drawing that has places for them.',
    ),
  ),
  gradient,
});

/** The words that the service pages share. */
export const servicePageSchema = group('Every service page', {
  description: text('Over the description', 40),
  features: text('Over the key features', 40),
  steps: text('Over the steps', 40),
  benefits: text('Over the benefits', 40),
  deliverables: text('Over the deliverables', 40),
  technologies: text('Over the technologies', 40),
  callToAction: link('Button'),
});

export interface Service extends v.InferOutput<typeof serviceSchema> {
  /** Last part of the address: /services/<slug>. */
  slug: string;
}
export type Composition = Service['composition'];
