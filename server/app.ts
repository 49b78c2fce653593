import { randomUUID } from 'node:crypto';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { ContactSettings } from '../enquiries/contact-settings.ts';
import type { Enquiries } from '../enquiries/enquiries.ts';
import type { Config } from './config.ts';
import { authProxy } from './http/auth-proxy.ts';
import { contactContent } from './http/contact-content.ts';
import { sendError, toApiError } from './http/errors.ts';
import { answerBrokenRequest, createListener, type FrontListener } from './http/listener.ts';
import { sendMessagePage } from './http/message-page.ts';
import { refuseOtherMethods } from './http/method-not-allowed.ts';
import { contactForm, isApiPath, refuseToChangePages, unknownPath, type RenderPage } from './http/pages.ts';
import { sendContactEmail } from './http/send-contact-email.ts';
import { submissionLimit, usualSubmissionsPerMinute } from './http/submission-limit.ts';
import { loggablePath, type Log } from './log.ts';

export interface ServerParts {
  config: Pick<Config, 'siteUrl' | 'allowedOrigins' | 'trustProxy' | 'authUrl'>;
  log: Log;
  enquiries: Pick<Enquiries, 'receive'>;
  contactSettings: Pick<ContactSettings, 'overrides'>;
  /** Sees every request first: pages and assets from memory, or the bundler's middleware. */
  front: FrontListener;
  /** Renders what no file answers: the form sent without JavaScript, unknown paths. */
  renderPage: RenderPage;
  submissionsPerMinute?: number;
}

/** Builds the whole HTTP surface. Nothing listens yet: call `listen` on what it resolves to, and `close` at the end. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config, log, enquiries, contactSettings, front, renderPage } = parts;
  const origins = new Set([config.siteUrl, ...config.allowedOrigins]);

  const logger: FastifyBaseLogger = log;

  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    // The nearest proxies, counted from us; what stands before them in X-Forwarded-For is hearsay.
    trustProxy: config.trustProxy === 0 ? false : (_address, hop) => hop < config.trustProxy,
    serverFactory: (rest) => createListener(front, rest),
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: 16 * 1024 },
    // An address that cannot be decoded never reaches the hooks below.
    frameworkErrors: (_fault, request, reply) => {
      reply.headers(headersFor(request));
      unknownPath(request, reply, { renderPage, siteUrl: config.siteUrl }).catch((fault: unknown) =>
        fail(fault, request, reply),
      );
    },
    // Requests that come in while the server closes are still answered; their connection is not kept.
    return503OnClosing: false,
  });

  // JSON alone is taken, and a form at /contact: Fastify would also read text/plain.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => void reply.headers(headersFor(request)));
  app.addHook('onRequest', refuseToChangePages);
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ method, path: loggablePath(url), status: reply.statusCode, milliseconds }, 'request');
  });
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request, reply) => unknownPath(request, reply, { renderPage, siteUrl: config.siteUrl }));

  const limit = await submissionLimit(app, parts.submissionsPerMinute ?? usualSubmissionsPerMinute);
  contactContent(app, contactSettings, origins);
  sendContactEmail(app, { enquiries, origins, limit });
  contactForm(app, { renderPage, siteUrl: config.siteUrl, origins, limit });
  await authProxy(app, config.authUrl);
  app.get('/healthz', async () => ({ status: 'ok' }));
  refuseOtherMethods(app, '/healthz', ['GET', 'HEAD']);
  return app;
}

function fail(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toApiError(fault);
  if (error.status >= 500) request.log.error({ err: fault }, 'request failed');
  return isApiPath(request.url) ? sendError(reply, error) : sendMessagePage(reply, error);
}

function headersFor(request: FastifyRequest): Record<string, string> {
  const headers = { 'x-request-id': request.id, 'x-content-type-options': 'nosniff' };
  return isApiPath(request.url) ? { ...headers, ...apiHeaders } : headers;
}

const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
