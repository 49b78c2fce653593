import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { ReceiveOutcome } from '../../enquiries/enquiries.ts';
import { loggablePath } from '../log.ts';
import { sendError, toApiError, type ApiError } from './errors.ts';
import { sendMessagePage } from './message-page.ts';
import { comesFromOurPages } from './origins.ts';
import { pageRequest } from './page-request.ts';
import { bodyLimit } from './send-contact-email.ts';
import type { SubmissionLimits } from './submission-limit.ts';

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

/** POST /contact: the form of a visitor without JavaScript, answered by the contact page itself. */
export function contactForm(app: FastifyInstance, { renderPage, siteUrl, origins, limits }: PageParts): void {
  const formType = 'application/x-www-form-urlencoded';
  const fromOurPages: onRequestAsyncHookHandler = async (request, reply) =>
    comesFromOurPages(request.headers, origins)
      ? undefined
      : sendMessagePage(reply, { status: 403, code: 'cross_site', message: 'sent from another site' });

  app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    form.post('/contact', { onRequest: fromOurPages, bodyLimit }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
      if (body === null) return sendMessagePage(reply, toApiError(Object.assign(new Error(), { statusCode: 415 })));
      const page = pageRequest(request, siteUrl, body);
      if (page === null) return sendMessagePage(reply, toApiError(Object.assign(new Error(), { statusCode: 400 })));
      const response = await renderPage(page, await receiverWithin(limits, request, reply));
      return reply.header('cache-control', 'no-store').send(response);
    });
  });
}

/** Over the limit nothing is stored, and the page itself says when to try again: only so does it keep what was typed. */
async function receiverWithin(
  limits: SubmissionLimits,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageReceiver | undefined> {
  const allowance = await limits.consume(request.ip);
  if (allowance.allowed) return undefined;
  const { retryAfterSeconds } = allowance;
  reply.header('retry-after', `${retryAfterSeconds}`);
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

/** An `onRequest` hook: pages are only read, and a body sent to an unknown address is not worth reading. */
export async function refuseToChangePages(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!request.is404 || request.method === 'GET' || request.method === 'HEAD') return undefined;
  request.log.info({ path: loggablePath(request.raw.url ?? '') }, 'unknown path');
  if (isApiPath(request.raw.url ?? '')) return sendError(reply, notFound);
  return sendError(reply.header('allow', 'GET, HEAD'), {
    status: 405,
    code: 'method_not_allowed',
    message: `${request.method} is not possible here. Use GET or HEAD.`,
  });
}

/** Whether the caller is a program, which reads JSON, and not a visitor. */
export function isApiPath(url: string): boolean {
  return /^\/(?:api|functions|auth|healthz|readyz)(?:[/?]|$)/.test(url);
}

const notFound: ApiError = { status: 404, code: 'not_found', message: 'There is nothing at this address.' };
