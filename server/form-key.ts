import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { formKeyField } from '../enquiries/core/enquiry.ts';
import { issueFormKey } from '../enquiries/core/plan.ts';
import { withSubject } from './begun-subject.ts';
import type { Encoding } from './static-files.ts';

/** For how long one key is handed out, in milliseconds. Compressing the page anew takes less than a hundredth of it. */
const keyLifetime = 250;

/** As React writes the field where it has no value. No visitor's words can look so: in HTML their quotes are escaped. */
const emptyField = `name="${formKeyField}" value=""`;

/** Whether the page holds a form that waits for a key. */
export function lacksFormKey(html: string): boolean {
  return html.includes(emptyField);
}

/**
 * The page with a new key in its form, by which a repeated submission is recognised. A form that came back holds its key
 * already and keeps it; a page without a form stays as it is.
 */
export function withFormKey(html: string): string {
  const key = issueFormKey(new Date(), randomBytes(8).toString('hex'));
  return html.replace(emptyField, `name="${formKeyField}" value="${key}"`);
}

/**
 * Makes the bodies of a stored page with a form in one encoding: each has a key of at most 250 ms of age. Those of all subjects that
 * were asked for meanwhile are at hand, which are as many as the words know.
 */
export function createKeyedBody(html: string, encoding: Encoding): (subject: string) => Buffer<ArrayBuffer> {
  const bodies = new Map<string, Buffer<ArrayBuffer>>();
  let madeAt = 0;
  return (subject) => {
    if (performance.now() - madeAt >= keyLifetime) {
      madeAt = performance.now();
      bodies.clear();
    }
    const body = bodies.get(subject) ?? encode[encoding](Buffer.from(withSubject(withFormKey(html), subject)));
    bodies.set(subject, body);
    return body;
  };
}

const encode: Record<Encoding, (page: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer>> = {
  identity: (page) => page,
  gzip: (page) => gzipSync(page, { level: 6 }),
  br: (page) => brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};
