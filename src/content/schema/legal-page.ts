import * as v from 'valibot';
import { choice, group, list, paragraphs, seo, text } from './fields.ts';

const content = paragraphs('Text', 2500);
const items = v.optional(list('List', text('Item', 400), [1, 12]));

const subsection = group('Subsection', { title: text('Title', 80), content, list: items });

const countSwitch = group('Switch against counting visits', {
  counted: text('While visits are counted', 200),
  notCounted: text('After an objection', 200),
  askedByBrowser: text('Where the browser objects', 200),
  storageBlocked: text('Where the browser blocks storage', 200),
  object: text('Button to object', 40),
  allow: text('Button to allow counting again', 40),
});

const section = group('Section', {
  title: text('Title', 80),
  shownWith: v.optional(
    choice(
      'Only shown with',
      {
        'own-server': 'Messages taken by this site itself',
        supabase: 'Messages taken by Supabase',
        counts: 'Views of pages counted',
      },
      'Choose one only for what depends on who takes the messages of the contact form, or on the counting of views.',
    ),
  ),
  content,
  list: items,
  subsections: v.optional(list('Subsections', subsection, [1, 8])),
  countSwitch: v.optional(countSwitch),
  additionalContent: v.optional(paragraphs('Closing remark', 2500)),
});

/** Schema of a legal text: titled sections with paragraphs and optional lists, subsections and closing remarks. */
export const legalPageSchema = group('A legal text', {
  seo,
  title: text('Title', 60),
  lastUpdated: v.pipe(
    text('Last updated', 30, 'Month and year, like January 2025.'),
    v.regex(
      /^(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/,
      'takes a month and a year, like January 2025',
    ),
  ),
  sections: list('Sections', section, [1, 20]),
});

/** A legal text and its path. */
export interface LegalPage extends v.InferOutput<typeof legalPageSchema> {
  /** Its path without the slash. */
  slug: string;
}
