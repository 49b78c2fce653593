import * as v from 'valibot';

import {
  choice,
  gradient,
  group,
  link,
  list,
  number,
  optionalText,
  seo,
  stagesOf,
  structures,
  text,
  titled,
} from './fields.ts';

const stages = Object.entries(Object.groupBy(structures, (structure) => stagesOf[structure]))
  .map(([count, names]) => `With ${count}: ${names.join(', ')}`)
  .join('. ');

/** One service page, and its entry in the menu, the sitemap and on llms.txt. Its file name is the last part of its address. */
export const serviceSchema = group('A service', {
  place: number('Place in the menu', [0, 99], 'Smaller comes first; 2.5 goes between 2 and 3.'),
  name: text('Name', 32, 'The short name, as in the menu.'),
  seo,
  title: text('Heading', 90, 'The page’s heading.'),
  situation: text('Situation', 280, 'The buyer’s situation in one or two sentences. It opens the page.'),
  description: list('Description', text('Paragraph', 480), [2, 2], 'What the service is.'),
  features: list('Key features', titled('Feature'), [4, 6]),
  steps: list('Steps', titled('Step'), [3, 5], 'What is done, in this order: one for each stage of the drawing.'),
  deliverables: list('Deliverables', text('Deliverable', 160), [3, 4], 'What the buyer holds at the end.'),
  benefits: list('Benefits', text('Benefit', 200), [3, 5]),
  technologies: v.optional(
    list('Technologies', text('Name', 40), [3, 14], 'Where names help a buyer to recognise the fit.'),
  ),
  diagram: v.optional(
    group(
      'Example table',
      {
        title: text('Title', 60),
        note: text('Note', 260, 'What is shown, and that it is an example.'),
        columns: list('Columns', text('Column', 40), [2, 5], 'The first column names the rows.'),
        rows: list(
          'Rows',
          list('Row', optionalText('Cell', 90, ''), [2, 5], 'As many cells as there are columns.'),
          [2, 8],
          'The last row is the outcome.',
        ),
      },
      'An example, where a table explains more than words do.',
    ),
  ),
  callToAction: group(
    'Closing words',
    { title: text('Title', 80), text: text('Text', 320) },
    'What this visitor could tell us first.',
  ),
  composition: choice(
    'Arrangement',
    ['row', 'spine', 'plates', 'ledger'],
    'row: side by side on one deck; spine: up and down along a line; plates: a large drawing each; ledger: line by line. Neighbours in the menu differ.',
  ),
  structure: choice('Drawing', structures, `What is drawn for it, in as many stages as there are steps. ${stages}.`),
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
