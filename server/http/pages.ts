import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { ReceiveOutcome } from '../../enquiries/enquiries.ts';
import { loggablePath } from '../log.ts';
import { sendError, type ApiError } from './errors.ts';
import { sendMessagePage } from './message-page.ts';
import { refuseMethod } from './method-not-allowed.ts';
import { comesFromOurPages } from './origins.ts';
import { pageRequest } from './page-request.ts';
import { bodyLimit } from './send-contact-email.ts';
import { createSubmissionLimits, type SubmissionLimits } from './submission-limit.ts';

/** React Router's request handler, as page-renderer.ts makes it. `receiver` takes the core's place for this one request. */
export type RenderPage = (request: Request, receiver?: PageReceiver) => Promise<Response>;

/** What the pages may ask of the core; or of what stands in for it where a visitor has sent too much. */
export interface PageReceiver {
  receive(
    input: unknown,
    submission?: { key?: string | undefined },
  ): Promise<ReceiveOutcome | { outcome: 'limited'; retryAfterSeconds: number }>;
}

export interface PageParts {
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
export function contactForm(app: FastifyInstance, { renderPage, siteUrl, origins, limits }: PageParts): void {
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
      const page = pageRequest(request, siteUrl, body);
      if (page === null) return sendMessagePage(reply, { status: 400 });
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

/** Everything that neither the front nor a route has answered. */
export async function unknownPath(
  request: FastifyRequest,
  reply: FastifyReply,
  { renderPage, siteUrl }: Pick<PageParts, 'renderPage' | 'siteUrl'>,
): Promise<FastifyReply> {
  request.log.info({ path: loggablePath(request.raw.url ?? '') }, 'unknown path');
  if (isApiPath(request.raw.url ?? '')) return sendError(reply, notFound);
  const page = pageRequest(request, siteUrl);
  if (page === null) return sendMessagePage(reply, notFound);
  return reply.send(await renderPage(page));
}

/**
 * Answers a request that would change a page, or what is not there: pages are only read.
 * @param isStored whether there is something to be read at an address
 */
export function refuseToChange(
  request: FastifyRequest,
  reply: FastifyReply,
  isStored: (address: string) => boolean,
): FastifyReply {
  const url = request.raw.url ?? '';
  const [address = ''] = url.split('?', 1);
  if (!isStored(address)) request.log.info({ path: loggablePath(url) }, 'unknown path');
  return isApiPath(url) ? sendError(reply, notFound) : refuseMethod(request, reply, ['GET', 'HEAD']);
}

/** Whether the caller is a program, which reads JSON, and not a visitor. */
export function isApiPath(url: string): boolean {
  return /^\/(?:api|functions|auth|healthz|readyz)(?:[/?]|$)/.test(url);
}

const notFound: ApiError = { status: 404, code: 'not_found', message: 'There is nothing at this address.' };
