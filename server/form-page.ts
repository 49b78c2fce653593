import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listEnquirySubjects, subjectParameter } from '../content/enquiry-subjects.ts';
import { formKeyField } from '../enquiries/enquiry.ts';
import { issueFormKey } from '../enquiries/triage.ts';
import type { Values } from '../site/contact/send-enquiry.ts';
import type { Publication } from './publication.ts';
import { encodeOnce, type Encoding } from './static-files.ts';

/** Path of the page with the form, rendered per request: its form key must not be shared. */
export const formPath = '/contact';

/**
 * Returns a renderer of the form page. It renders one page per turn of the event loop, so that other requests are not
 * delayed.
 */
export function createFormRenderer({ answer, words }: Pick<Publication, 'answer' | 'words'>) {
  const subjects = listEnquirySubjects(words);
  let turn = Promise.resolve();
  return async (encoding: Encoding, query: string) => {
    await (turn = turn.then(() => nextTurn()));
    const { html, hasFailed } = answer(formPath, { values: beginForm(query, subjects) });
    return { body: await encodeOnce[encoding](Buffer.from(html)), hasFailed };
  };
}

/**
 * Returns the initial values of the form: a new form key, by which a repeated submission is recognised, and the subject
 * in the query, if it is known.
 */
export function beginForm(query = '', subjects?: ReadonlyMap<string, string>): Values {
  const key = issueFormKey(new Date(), randomBytes(8).toString('hex'));
  const named = new URLSearchParams(query).get(subjectParameter) ?? '';
  return { subject: subjects?.get(named) ?? '', [formKeyField]: key };
}
