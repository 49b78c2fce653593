import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { loggablePath } from '../log.ts';
import { sendError, toApiError, type ApiError } from './errors.ts';
import { sendMessagePage } from './message-page.ts';
import { comesFromOurPages } from './origins.ts';
import { pageRequest } from './page-request.ts';
import { bodyLimit } from './send-contact-email.ts';

/** React Router's request handler, as page-renderer.ts makes it. */
export type RenderPage = (request: Request) => Promise<Response>;

export interface PageParts {
  renderPage: RenderPage;
  siteUrl: string;
  origins: ReadonlySet<string>;
  limit: onRequestAsyncHookHandler;
}

/** POST /contact: the form of a visitor without JavaScript, answered by the contact page itself. */
export function contactForm(app: FastifyInstance, { renderPage, siteUrl, origins, limit }: PageParts): void {
  const formType = 'application/x-www-form-urlencoded';
  const fromOurPages: onRequestAsyncHookHandler = async (request, reply) =>
    comesFromOurPages(request.headers, origins)
      ? undefined
      : sendMessagePage(reply, { status: 403, code: 'cross_site', message: 'sent from another site' });

  app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    form.post('/contact', { onRequest: [fromOurPages, limit], bodyLimit }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
      if (body === null) return sendMessagePage(reply, toApiError(Object.assign(new Error(), { statusCode: 415 })));
      const page = pageRequest(request, siteUrl, body);
      if (page === null) return sendMessagePage(reply, toApiError(Object.assign(new Error(), { statusCode: 400 })));
      const response = await renderPage(page);
      return reply.header('cache-control', 'no-store').send(response);
    });
  });
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
  return /^\/(?:api|functions|auth|healthz)(?:[/?]|$)/.test(url);
}

const notFound: ApiError = { status: 404, code: 'not_found', message: 'There is nothing at this address.' };
