import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import type { Values } from '../site/contact/send-enquiry.ts';
import type { PageState } from '../site/routes.ts';
import { formKeyField } from '../enquiries/enquiry.ts';
import type { ReceiveOutcome } from '../enquiries/receive.ts';
import { isFromOurPages } from './api.ts';
import { beginForm } from './form-page.ts';
import { createLimit, type PageReceiver, type SenderLimits } from './limits.ts';
import { sendMessagePage } from './plain-error-page.ts';
import { hiddenFault, type Publication } from './publication.ts';
import { bodyLimit } from './send-contact-email.ts';

export interface FormParts {
  /** Returns the current pages. */
  pages: () => Pick<Publication, 'answer' | 'pageHeaders'>;
  receiver: PageReceiver;
  origins: ReadonlySet<string>;
  limits: SenderLimits;
}

/** Rate-limit pages a minute for all senders together: they repeat the input and are the costliest response. */
const pagesOverLimit = 6000;

/** Registers POST /contact, the form without JavaScript. The contact page itself is the response. */
export function registerContactForm(app: FastifyInstance, { pages, receiver, origins, limits }: FormParts): void {
  const formType = 'application/x-www-form-urlencoded';
  const longPages = createLimit('pages', { points: pagesOverLimit, duration: 60 });
  const fromOurPages: onRequestAsyncHookHandler = async (request, reply) =>
    isFromOurPages(request.headers, origins) ? undefined : sendMessagePage(reply, { status: 403 });

  app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    form.post('/contact', { onRequest: fromOurPages, bodyLimit }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
      if (body === null) return sendMessagePage(reply, { status: 415 });
      if (hasTooManyFields(body)) return sendMessagePage(reply, { status: 400 });
      const values = valuesOf(new URLSearchParams(Buffer.from(body).toString()));
      const { [formKeyField]: key, ...input } = values;
      reply.header('cache-control', 'no-store');
      const allowance = await limits.consume(request.ip);
      // Over the limit nothing is stored. The page says when to retry, and keeps the input.
      const received = allowance.allowed
        ? await receiver.receive(input, { key }).catch((fault: unknown) => {
            request.log.error({ err: fault }, 'a form failed');
            return undefined;
          })
        : ({ ...allowance, outcome: 'limited' } as const);
      if (received?.outcome === 'limited') reply.header('retry-after', `${received.retryAfterSeconds}`);
      if (!allowance.allowed && !(await longPages.consume('all')).allowed)
        return sendMessagePage(reply, { status: 429 });
      const { status, ...state } = answerTo(received, values);
      const { answer, pageHeaders } = pages();
      const { html, hasFailed } = answer('/contact', state);
      const code = hasFailed ? 500 : status;
      return reply.code(code).headers(pageHeaders).type('text/html; charset=utf-8').send(html);
    });
  });
}

/** Returns status and page state for an outcome, with the input; `received` is undefined if storing threw. */
function answerTo(received: ReceiveOutcome | undefined, values: Values): PageState & { status: number } {
  switch (received?.outcome) {
    case 'accepted':
      return { status: 200, outcome: { kind: 'sent', reference: received.reference }, values: beginForm() };
    case 'refused':
      return { status: 422, outcome: { kind: 'refused', faults: received.faults }, values };
    case 'limited': {
      const { retryAfterSeconds } = received;
      return { status: 429, outcome: { kind: 'failed', retryAfterSeconds }, values };
    }
    case 'unavailable':
      return { status: 503, outcome: { kind: 'failed' }, values };
    case undefined:
      return { status: 500, fault: hiddenFault };
  }
}

/** Normalises \r\n, which forms are sent with, to \n. */
function valuesOf(form: URLSearchParams): Values {
  return Object.fromEntries([...form].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
}

/** Returns true above 20 fields; our form has seven. Parsing and rendering thousands takes tens of milliseconds. */
function hasTooManyFields(body: Uint8Array): boolean {
  return Buffer.from(body.buffer).toString('latin1').split('&', 21).length > 20;
}
