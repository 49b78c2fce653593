import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import type { PageReceiver } from '../../app/server-context.ts';
import { comesFromOurPages } from './cors.ts';
import { sendMessagePage } from './message-page.ts';
import { pageRequest, type RenderPage } from './page-renderer.ts';
import { bodyLimit } from './send-contact-email.ts';
import { createSubmissionLimits, type SubmissionLimits } from './submission-limit.ts';

export interface FormParts {
  renderPage: RenderPage;
  siteUrl: string;
  origins: ReadonlySet<string>;
  limits: SubmissionLimits;
}

/**
 * How many pages a minute tell a sender over the limit so, with all that was typed still there. No answer takes us longer: a
 * sender who asks for more of them gets a short page.
 */
const pagesOverLimit = { perAddress: 100, overall: 6000 };

/** POST /contact: the form of a visitor without JavaScript, answered by the contact page itself. */
export function contactForm(app: FastifyInstance, { renderPage, siteUrl, origins, limits }: FormParts): void {
  const formType = 'application/x-www-form-urlencoded';
  const limitsOfPages = createSubmissionLimits(pagesOverLimit);
  const fromOurPages: onRequestAsyncHookHandler = async (request, reply) =>
    comesFromOurPages(request.headers, origins) ? undefined : sendMessagePage(reply, { status: 403 });

  app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    form.post('/contact', { onRequest: fromOurPages, bodyLimit }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
      if (body === null) return sendMessagePage(reply, { status: 415 });
      const page = pageRequest(request.raw, siteUrl, body);
      reply.header('cache-control', 'no-store');
      const allowance = await limits.consume(request.ip);
      if (allowance.allowed) return reply.send(await renderPage(page));

      reply.header('retry-after', `${allowance.retryAfterSeconds}`);
      const shown = await limitsOfPages.consume(request.ip);
      return shown.allowed
        ? reply.send(await renderPage(page, refusing(allowance.retryAfterSeconds)))
        : sendMessagePage(reply, { status: 429 });
    });
  });
}

/** Over the limit nothing is stored, and the page itself says when to try again: only so does it keep what was typed. */
function refusing(retryAfterSeconds: number): PageReceiver {
  return { receive: async () => ({ outcome: 'limited', retryAfterSeconds }) };
}
