import { subjectParameter } from '../content/enquiry-subjects.ts';
import { escapeHtml } from '../enquiries/channels/mail.ts';

/** No known key is as long. What is longer is not even read. */
const longestQuery = 500;

/** The subject that a query begins an enquiry with; '' for none and for what is not known. */
export function subjectIn(query: string, subjects: ReadonlyMap<string, string> | undefined): string {
  if (subjects === undefined || query === '' || query.length > longestQuery) return '';
  return subjects.get(new URLSearchParams(query).get(subjectParameter) ?? '') ?? '';
}

/** As React writes the field where it has no value: the value comes last. */
const emptySubject = 'name="subject"/>';

/** The page with this subject in its form. One without a form, or with a subject in it, stays as it is. */
export function withSubject(html: string, subject: string): string {
  return subject === '' ? html : html.replace(emptySubject, () => `name="subject" value="${escapeHtml(subject)}"/>`);
}
