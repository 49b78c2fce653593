import * as v from 'valibot';
import { group, list, pastDate, editorControl, text, textWithPlaceholder } from './fields.ts';
import { picture } from './picture.ts';

/** Fields that each proof and quotation needs, which visitors do not see. */
export const evidenceFields = {
  source: text(
    'Where it comes from',
    200,
    'Where the original is: a letter, an email, a register. Visitors do not see it.',
  ),
  consent: pastDate(
    'Agreed on',
    'The day on which whoever it is about agreed to be shown. Remove the entry once they no longer do.',
  ),
};

const page = v.pipe(
  text('Page', 80),
  v.regex(/^\/(?:(?:services|products)\/[^/]+)?$/, 'takes the home page, a service, or a product with a page'),
  editorControl('proof page'),
);
const clientFields = {
  name: text('Who says so', 60),
  role: text('Their role and company', 100),
  picture: v.optional(picture('Picture', 'Of a case: what was built. Of a sentence: who says it.')),
  shownOn: list('Shown on', page, [1, 6]),
  ...evidenceFields,
};
const oneCase = group('Case', {
  title: text('Title', 60),
  problem: text('The problem', 420),
  built: text('What was built', 420),
  changed: text('What changed', 420),
  ...clientFields,
});
const sentence = group('Sentence', {
  text: text('What they say', 320, 'Their own words, without quotation marks.'),
  ...clientFields,
});
const engineer = group('Engineer', {
  name: text('Name', 60),
  text: text('What they do, or say', 240),
  picture: v.optional(picture('Portrait', '', 200)),
  ...evidenceFields,
});
const certificate = group('Certificate', {
  title: text('What it certifies', 100, 'And who issued it.'),
  number: text('Number', 60),
  date: pastDate('Date', 'When it was issued.'),
  ...evidenceFields,
});

/** Schema of the proof: cases, clients' sentences, engineers, certificates. Pages omit what has no entries. */
export const proofSchema = group('Proof', {
  cases: group('Cases', {
    title: text('Title', 60),
    problem: text('Heading over the problem', 40),
    built: text('Heading over what was built', 40),
    changed: text('Heading over what changed', 40),
    items: list('Cases', oneCase, [0, 12], 'Finished work, on the pages that they name.'),
  }),
  sentences: group('Sentences of clients', {
    title: text('Title', 60),
    items: list('Sentences', sentence, [0, 24], 'On the pages that they name.'),
  }),
  engineers: group('Engineers', {
    title: text('Title', 60),
    items: list('Engineers', engineer, [0, 24], 'On the page About.'),
  }),
  certificates: group('Certificates', {
    title: text('Title', 60),
    number: textWithPlaceholder('number', 'Number and date', 60, 'They come at {number} and {date}.'),
    items: list('Certificates', certificate, [0, 24], 'On the page About.'),
  }),
});
