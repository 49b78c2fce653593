import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listEnquirySubjects, subjectParameter } from '../content/enquiry-subjects.ts';
import { formKeyFieldName } from '../enquiries/enquiry.ts';
import { createFormKey } from '../enquiries/triage.ts';
import type { FormValues } from '../site/contact/send-enquiry.ts';
import type { RenderedSite } from './rendered-site.ts';
import { encodeForOneResponse, type Encoding } from './static-files.ts';

/** Path of the page with the form, rendered per request: its form key must not be shared. */
export const contactFormPath = '/contact';

type RenderedForm = { body: Buffer<ArrayBuffer>; hasFailed: boolean };

/**
 * Returns a renderer of the form page. It renders one page per turn of the event loop, so that other requests are not
 * delayed.
 */
export function createFormPageRenderer({
  renderPage,
  content,
}: Pick<RenderedSite, 'renderPage' | 'content'>): (encoding: Encoding, queryString: string) => Promise<RenderedForm> {
  const subjects = listEnquirySubjects(content);
  let previousTurn = Promise.resolve();
  return async (encoding, queryString) => {
    await (previousTurn = previousTurn.then(() => nextTurn()));
    const { html, hasFailed } = renderPage(contactFormPath, {
      formValues: createInitialFormValues(queryString, subjects),
    });
    return { body: await encodeForOneResponse[encoding](Buffer.from(html)), hasFailed };
  };
}

/**
 * Returns the initial values of the form: a new form key, by which a repeated submission is recognised, and the subject
 * in the query, if it is known.
 */
export function createInitialFormValues(queryString = '', subjects?: ReadonlyMap<string, string>): FormValues {
  const formKey = createFormKey(new Date(), randomBytes(8).toString('hex'));
  const subjectId = new URLSearchParams(queryString).get(subjectParameter) ?? '';
  return { subject: subjects?.get(subjectId) ?? '', [formKeyFieldName]: formKey };
}
