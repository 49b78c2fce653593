import * as v from 'valibot';
import { createQuestionsSchema, createRelatedLinksSchema, serviceFitSchema } from './answers.ts';
import { serviceExampleSchema } from './example.ts';
import {
  choice,
  closingTexts,
  gradient,
  group,
  link,
  list,
  number,
  seo,
  servicePosters,
  text,
  titledText,
} from './fields.ts';

const step = group('Step', {
  title: text('Title', 80, 'It stands on the plate of the station: three words at best.'),
  text: text('Text', 420),
  keep: v.optional(text('What the buyer keeps of it', 330)),
});

/** Schema of a service: its page, and its entry in the menu, the sitemap and llms.txt. */
export const serviceSchema = group('A service', {
  place: number('Place in the menu', [0, 99], 'Smaller comes first; 2.5 goes between 2 and 3.'),
  name: text('Name', 32, 'The short name, as in the menu.'),
  seo,
  title: text('Heading', 90, 'The page’s heading.'),
  situation: text('Situation', 280, 'The buyer’s situation in one or two sentences. It opens the page.'),
  description: list('Description', text('Paragraph', 480), [1, 2], 'What the service is.'),
  makerPages: v.optional(list('Pages of makers', link('Link'), [1, 3], 'Evidence for dates, and where else to go.')),
  features: list('Key features', titledText('Feature'), [3, 6]),
  stepsTitle: text('Heading over the steps', 40),
  steps: list('Steps', step, [3, 5], 'What is done, in this order: the stations along the structure.'),
  benefits: list('Benefits', text('Benefit', 200), [3, 5]),
  technologies: v.optional(
    list(
      'Technologies',
      text('Name', 60, 'With its version or a condition where that matters.'),
      [3, 14],
      'What it works with, where names help a buyer to recognise the fit.',
    ),
  ),
  example: serviceExampleSchema,
  fit: serviceFitSchema,
  questions: createQuestionsSchema([1, 6]),
  related: createRelatedLinksSchema([2, 2]),
  callToAction: closingTexts,
  structure: choice('Drawing', servicePosters, 'What is drawn for it.', 'poster'),
  written: v.optional(list('Written in the drawing', text('Words', 20), [1, 4], 'Words of the page, where they fit.')),
  gradient,
});

/** Schema of the texts that all service pages share. */
export const servicePageSchema = group('Every service page', {
  description: text('Heading over the description', 40),
  features: text('Heading over the key features', 40),
  benefits: text('Heading over the benefits', 40),
  deliverables: text('Before what the buyer keeps', 40),
  technologies: text('Heading over the technologies', 40),
  callToAction: link('Button'),
});

/** A service, and the last part of its path. */
export interface Service extends v.InferOutput<typeof serviceSchema> {
  /** As in /services/<slug>: the name of its file. */
  slug: string;
}
