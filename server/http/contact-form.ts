import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { PageReceiver } from '../../app/server-context.ts';
import { comesFromOurPages } from './cors.ts';
import { createLimit } from './limit.ts';
import { sendMessagePage } from './message-page.ts';
import { pageRequest, type RenderPage } from './page-renderer.ts';
import { bodyLimit } from './send-contact-email.ts';
import { createSenderLimits, type SenderLimits } from './submission-limit.ts';

export interface FormParts {
  renderPage: RenderPage;
  receiver: PageReceiver;
  siteUrl: string;
  origins: ReadonlySet<string>;
  limits: SenderLimits;
}

/**
 * How many pages a minute tell a sender over the limit so, with all that was typed still there. No answer takes us longer: a
 * sender who asks for more of them gets a short page.
 */
const pagesOverLimit = { perAddress: 100, overall: 6000 };

/** POST /contact: the form of a visitor without JavaScript, answered by the contact page itself. */
export function contactForm(app: FastifyInstance, { renderPage, receiver, siteUrl, origins, limits }: FormParts): void {
  const formType = 'application/x-www-form-urlencoded';
  const pagesOfSenders = createSenderLimits({ perAddress: pagesOverLimit.perAddress });
  const pagesOfAll = createLimit({ name: 'pages', points: pagesOverLimit.overall, duration: 60 });
  const fromOurPages: onRequestAsyncHookHandler = async (request, reply) =>
    comesFromOurPages(request.headers, origins) ? undefined : sendMessagePage(reply, { status: 403 });

  app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    form.post('/contact', { onRequest: fromOurPages, bodyLimit }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
      if (body === null) return sendMessagePage(reply, { status: 415 });
      if (hasTooManyFields(body)) return sendMessagePage(reply, { status: 400 });
      const { method, headers } = request.raw;
      // Our form has no query, and one of thousands of parts would take longer to read than the form.
      const page = pageRequest({ url: '/contact', method, headers }, siteUrl, body);
      reply.header('cache-control', 'no-store');
      const allowance = await limits.consume(request.ip);
      if (allowance.allowed) return reply.send(await renderPage(page, sayingWhen(receiver, reply)));

      reply.header('retry-after', `${allowance.retryAfterSeconds}`);
      const shown = (await pagesOfSenders.consume(request.ip)).allowed && (await pagesOfAll.consume('all')).allowed;
      return shown
        ? reply.send(await renderPage(page, refusing(allowance.retryAfterSeconds)))
        : sendMessagePage(reply, { status: 429 });
    });
  });
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
