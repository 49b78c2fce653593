import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { Answer } from '../site/contact/send-enquiry.ts';
import { formKeyField } from '../enquiries/core/enquiry.ts';
import { comesFromOurPages } from './api.ts';
import { createLimit, createSenderLimits, type PageReceiver, type SenderLimits } from './limits.ts';
import { sendMessagePage } from './message-page.ts';
import { hiddenFault, type Publication } from './publication.ts';
import { bodyLimit } from './send-contact-email.ts';

export interface FormParts {
  /** The pages as they are now. */
  pages: () => Pick<Publication, 'answer' | 'pageHeaders'>;
  receiver: PageReceiver;
  origins: ReadonlySet<string>;
  limits: SenderLimits;
}

/**
 * How many pages a minute tell a sender over the limit so, with all that was typed still there. No answer takes us longer: a
 * sender who asks for more of them gets a short page.
 */
const pagesOverLimit = { perAddress: 100, overall: 6000 };

/** POST /contact: the form of a visitor without JavaScript, answered by the contact page itself. */
export function contactForm(app: FastifyInstance, { pages, receiver, origins, limits }: FormParts): void {
  const formType = 'application/x-www-form-urlencoded';
  const pagesOfSenders = createSenderLimits({ perAddress: pagesOverLimit.perAddress });
  const pagesOfAll = createLimit('pages', { points: pagesOverLimit.overall, duration: 60 });
  const fromOurPages: onRequestAsyncHookHandler = async (request, reply) =>
    comesFromOurPages(request.headers, origins) ? undefined : sendMessagePage(reply, { status: 403 });

  app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    form.post('/contact', { onRequest: fromOurPages, bodyLimit }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
      if (body === null) return sendMessagePage(reply, { status: 415 });
      if (hasTooManyFields(body)) return sendMessagePage(reply, { status: 400 });
      const values = valuesOf(new URLSearchParams(Buffer.from(body).toString()));
      const show = async (receiver: PageReceiver) => {
        const { status, ...state } = await take(values, receiver).catch((fault: unknown) => {
          request.log.error({ err: fault }, 'a form failed');
          return { status: 500, fault: hiddenFault };
        });
        const { answer, pageHeaders } = pages();
        const { html, hasFailed } = answer('/contact', state);
        const code = hasFailed ? 500 : status;
        return reply.code(code).headers(pageHeaders).type('text/html; charset=utf-8').send(html);
      };
      reply.header('cache-control', 'no-store');
      const allowance = await limits.consume(request.ip);
      if (allowance.allowed) return show(sayingWhen(receiver, reply));

      reply.header('retry-after', `${allowance.retryAfterSeconds}`);
      const shown = (await pagesOfSenders.consume(request.ip)).allowed && (await pagesOfAll.consume('all')).allowed;
      return shown ? show(refusing(allowance.retryAfterSeconds)) : sendMessagePage(reply, { status: 429 });
    });
  });
}

/** The form as a browser without JavaScript sends it: the answer is its page with the outcome and all that was typed. */
async function take(values: Answer['values'], receiver: PageReceiver): Promise<{ status: number; answered: Answer }> {
  const { [formKeyField]: key, ...input } = values;
  const result = await receiver.receive(input, { key });
  switch (result.outcome) {
    case 'accepted':
      return { status: 200, answered: { outcome: { kind: 'sent', reference: result.reference }, values: {} } };
    case 'refused':
      return { status: 422, answered: { outcome: { kind: 'refused', faults: result.faults }, values } };
    case 'limited': {
      const { retryAfterSeconds } = result;
      return { status: 429, answered: { outcome: { kind: 'failed', retryAfterSeconds }, values } };
    }
    case 'unavailable':
      return { status: 503, answered: { outcome: { kind: 'failed' }, values } };
  }
}

/** Line breaks are \n, as in the fields themselves: forms are sent with \r\n. */
function valuesOf(form: URLSearchParams): Answer['values'] {
  return Object.fromEntries([...form].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
}

/** Our form has seven. To read thousands and show them again would take tens of milliseconds. */
function hasTooManyFields(body: Uint8Array): boolean {
  return Buffer.from(body.buffer).toString('latin1').split('&', 21).length > 20;
}

/** Where the receiver refuses, the header of the answer says as the page does when to try again. */
function sayingWhen(receiver: PageReceiver, reply: FastifyReply): PageReceiver {
  return {
    async receive(...submission) {
      const result = await receiver.receive(...submission);
      if (result.outcome === 'limited') reply.header('retry-after', `${result.retryAfterSeconds}`);
      return result;
    },
  };
}

/** Over the limit nothing is stored, and the page itself says when to try again: only so does it keep what was typed. */
function refusing(retryAfterSeconds: number): PageReceiver {
  return { receive: async () => ({ outcome: 'limited', retryAfterSeconds }) };
}
