import * as v from 'valibot';
import { choice, group, list, number, optionalText, text } from './fields.ts';

const mark = v.optional(choice('Mark', { wrong: 'Struck through', right: 'Stands out' }));

const line = group('Line', {
  name: v.optional(text('What it is', 50)),
  text: v.optional(text('Text', 90)),
  code: v.optional(optionalText('Code', 60, 'In place of a text: what a computer reads, with its spaces.')),
  mark,
});

const papers = list(
  'Papers',
  group('Paper', {
    title: text('Title', 60),
    look: choice('Drawn as', { slip: 'Slip of paper', screen: 'Screen', sheet: 'Sheet of a workbook', code: 'Code' }),
    lines: list('Lines', line, [1, 8]),
  }),
  [2, 5],
  'Papers, screens, sheets of a workbook or code, before and after. Of more than three the last says what the others said.',
);

const gates = group('Stages', {
  gate: text('Heading over what lets it on', 30),
  back: text('Heading over the way back', 30),
  places: list(
    'Stages',
    group('Stage', {
      name: text('Name', 40),
      text: text('What happens', 90),
      gate: text('What lets it on', 90),
      back: text('The way back', 90),
      hour: v.optional(number('Hour', [0, 200], 'Hours after the first. With hours, the stages stand to scale.')),
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
        'Stops',
        group('Stop', { name: text('Where it lies', 60), days: number('Days', [0, 99], 'How long it lies there.') }),
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
    group('Count', { name: text('Name', 40), count: number('Number', [0, 9999], '') }),
    [2, 4],
    'The stock, and what is taken off it.',
  ),
  left: text('Beside what is left', 40),
});

const costs = group('Costs', {
  columns: list('Columns', text('Column', 40), [4, 4], 'Option, to build, to run, and together.'),
  years: number('Years', [3, 12], 'How far the lines run.'),
  year: text('Year', 12, 'Under their numbers.'),
  paidBack: text('Where lines cross', 12, 'From there on an option has cost less than the first.'),
  options: list(
    'Options',
    group('Option', {
      name: text('Name', 40),
      build: number('To build', [0, 999], 'Once.'),
      run: number('To run', [0, 999], 'Each year.'),
    }),
    [3, 3],
    'What each will have cost, year by year. The first is to do nothing, the last is chosen.',
  ),
});

const exampleForms = {
  papers: v.optional(papers),
  gates: v.optional(gates),
  days: v.optional(days),
  table: v.optional(table),
  label: v.optional(label),
  costs: v.optional(costs),
};
const captionFields = {
  title: text('Title', 60),
  sentence: text('Sentence', 320, 'Says what is drawn, and that it is an example.'),
};
const figure = group(
  'Figure',
  { value: text('Value', 12), text: text('What it is', 80, 'Goes on from the value.') },
  'The result of the example, in large type. It follows from the numbers of the example.',
);
const exampleHint = 'One thing of the trade, before and after. Add one of the six forms.';
const hasOneForm = (value: object) => Object.keys(value).filter((field) => field in exampleForms).length === 1;

/** Schema of a worked example of a product or a method. */
export const exampleSchema = v.pipe(
  group('Worked example', { ...captionFields, figure: v.optional(figure), ...exampleForms }, exampleHint),
  v.check((value) => hasOneForm(value), 'takes one form'),
);

/** Schema of a worked example of a service, which has a figure. */
export const serviceExampleSchema = v.pipe(
  group('Worked example', { ...captionFields, figure, ...exampleForms }, exampleHint),
  v.check((value) => hasOneForm(value), 'takes one form'),
);

/** A worked example, in one of its forms. */
export type ExampleContent = v.InferOutput<typeof exampleSchema>;
