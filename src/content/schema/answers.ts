import * as v from 'valibot';
import { linkTarget, group, list, text } from './fields.ts';

const fitFields = {
  notFor: list('Not for', text('Reason against it', 240), [1, 3], 'Who should choose something else.'),
  bring: list('What the buyer brings', text('Thing or person', 140), [1, 5]),
  afterTwoWeeks: text('After two weeks', 280, 'What the buyer then has.'),
};
const fitHint = 'Facts that hold for every buyer, checked with the makers of what they are about.';
const worksWith = list('Works with', text('System', 140, 'With its version where that matters.'), [1, 6]);

/** Schema of the facts that decide if a service fits. Its technologies are another field. */
export const serviceFitSchema = group('Before you decide', fitFields, fitHint);
/** Schema of the facts that decide if a product fits. */
export const productFitSchema = group('Before you decide', { worksWith: v.optional(worksWith), ...fitFields }, fitHint);
/** Facts that decide if a product or service fits. */
export type FitCriteria = v.InferOutput<typeof productFitSchema>;

/** Returns the schema of buyers' questions, with bounds of their number. */
export const createQuestionsSchema = (countRange: readonly [number, number]) =>
  list(
    'Questions',
    group('Question', { question: text('Question', 90), answer: text('Answer', 420, 'Two to four sentences.') }),
    countRange,
    'What buyers ask, in their words. No other page asks the same.',
  );
/** Questions of buyers, with their answers. */
export type BuyerQuestions = v.InferOutput<ReturnType<typeof createQuestionsSchema>>;

/** Returns the schema of hand-picked links, with bounds of their number. */
export const createRelatedLinksSchema = (countRange: readonly [number, number]) =>
  list(
    'Where to look next',
    group('Link', { to: linkTarget('Leads to'), reason: text('Why', 120, 'For a sector: continues its name.') }),
    countRange,
    'To services, products, sectors and pages.',
  );
/** Hand-picked links to other pages. */
export type RelatedLinks = v.InferOutput<ReturnType<typeof createRelatedLinksSchema>>;

/** Schema of the headings around the facts and questions, shared by all pages. */
export const answersSchema = group('Answers for buyers', {
  fit: group('Before you decide', {
    title: text('Heading over all of it', 40),
    worksWith: text('Heading over what it works with', 40),
    notFor: text('Heading over what it is not for', 40),
    bring: text('Heading over what the buyer brings', 40),
    afterTwoWeeks: text('Heading over the first two weeks', 40),
  }),
  questions: text('Heading over the questions', 60),
  general: group('Link to the questions about every project', {
    name: text('Name', 60),
    text: text('What they are about', 120),
    to: linkTarget('Leads to'),
  }),
  related: text('Heading over the links', 40),
});
