import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listEnquirySubjects, subjectParameter } from '../content/enquiry-subjects.ts';
import { formKeyField } from '../enquiries/enquiry.ts';
import { issueFormKey } from '../enquiries/triage.ts';
import type { Values } from '../site/contact/send-enquiry.ts';
import type { Publication } from './publication.ts';
import { encodeOnce, type Encoding } from './static-files.ts';

/** The page with the form. It is rendered for each request: nobody else may be sent its key. */
export const formPath = '/contact';

/**
 * Returns what renders the page with the form for a request. One is rendered in each turn of the event loop, so that many do not keep
 * other requests waiting.
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
 * Returns what the fields of a form hold at first: a key of its own, by which a repeated submission is recognised, and the subject
 * that the query names, if it is known.
 */
export function beginForm(query = '', subjects?: ReadonlyMap<string, string>): Values {
  const key = issueFormKey(new Date(), randomBytes(8).toString('hex'));
  const named = new URLSearchParams(query).get(subjectParameter) ?? '';
  return { subject: subjects?.get(named) ?? '', [formKeyField]: key };
}
