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
import { health } from './http/health.ts';
import { answerBrokenRequest, createListener, type ConnectionLimits, type FrontListener } from './http/listener.ts';
import { sendMessagePage } from './http/message-page.ts';
import { shedOverload, type OverloadLimits } from './http/overload.ts';
import { siteHeaders } from './http/page-headers.ts';
import { contactForm, isApiPath, refuseToChangePages, unknownPath, type RenderPage } from './http/pages.ts';
import { sendContactEmail } from './http/send-contact-email.ts';
import type { SubmissionLimits } from './http/submission-limit.ts';
import { loggablePath, type Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { startMetricsServer, type MetricsServer } from './metrics/metrics-server.ts';
import { createReadiness } from './readiness.ts';

export interface ServerParts {
  config: Pick<Config, 'siteUrl' | 'allowedOrigins' | 'trustProxy' | 'authUrl'>;
  log: Log;
  enquiries: Pick<Enquiries, 'receive' | 'health' | 'proveWritable'>;
  contactSettings: Pick<ContactSettings, 'overrides'>;
  /** Sees every request first: pages and assets from memory, or the bundler's middleware. */
  front: FrontListener;
  /** Renders what no file answers: the form sent without JavaScript, unknown paths. */
  renderPage: RenderPage;
  limits: SubmissionLimits;
  metrics?: Metrics | undefined;
  /** For tests that cannot wait for the usual ones. */
  connectionLimits?: Partial<ConnectionLimits>;
  overloadLimits?: Partial<OverloadLimits>;
}

/** Builds the whole HTTP surface. Nothing listens yet: call `listen` on what it resolves to, and `close` at the end. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config, log, enquiries, contactSettings, front, renderPage, limits, metrics } = parts;
  const origins = new Set([config.siteUrl, ...config.allowedOrigins]);

  const pageHeaders = siteHeaders(config);
  const logger: FastifyBaseLogger = log;

  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    // The nearest proxies, counted from us; what stands before them in X-Forwarded-For is hearsay.
    trustProxy: config.trustProxy === 0 ? false : (_address, hop) => hop < config.trustProxy,
    serverFactory: (rest) => createListener(front, rest, metrics?.requests, parts.connectionLimits),
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: 16 * 1024 },
    // An address that cannot be decoded never reaches the hooks below.
    frameworkErrors: (_fault, request, reply) => {
      reply.headers(headersFor(request, pageHeaders));
      // Some of the other methods cannot even be made into a request for a page.
      if (request.method !== 'GET' && request.method !== 'HEAD' && !isApiPath(request.url)) {
        request.log.info({ path: loggablePath(request.url) }, 'unknown path');
        const message = `${request.method} is not possible here. Use GET or HEAD.`;
        return void sendError(reply.header('allow', 'GET, HEAD'), { status: 405, code: 'method_not_allowed', message });
      }
      unknownPath(request, reply, { renderPage, siteUrl: config.siteUrl }).catch((fault: unknown) =>
        fail(fault, request, reply),
      );
    },
    // Requests that come in while the server closes are still answered; their connection is not kept.
    return503OnClosing: false,
  });

  // JSON alone is taken, and a form at /contact: Fastify would also read text/plain.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => void reply.headers(headersFor(request, pageHeaders)));
  app.addHook('onRequest', refuseToChangePages);
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ method, path: loggablePath(url), status: reply.statusCode, milliseconds }, 'request');
  });
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request, reply) => unknownPath(request, reply, { renderPage, siteUrl: config.siteUrl }));

  await shedOverload(app, parts.overloadLimits);
  contactContent(app, contactSettings, origins);
  sendContactEmail(app, { enquiries, origins, limits });
  contactForm(app, { renderPage, siteUrl: config.siteUrl, origins, limits });
  await authProxy(app, config.authUrl);
  health(app, createReadiness({ enquiries, log }));
  if (metrics?.port !== undefined) serveMetrics(app, metrics.port, metrics, enquiries);
  return app;
}

/** On a port of its own, from when the server is ready to its end. */
function serveMetrics(app: FastifyInstance, port: number, metrics: Metrics, enquiries: ServerParts['enquiries']): void {
  let served: MetricsServer | undefined;
  app.addHook('onReady', async () => {
    served = await startMetricsServer(port, { read: () => metrics.read(enquiries), type: metrics.contentType });
    app.log.info({ url: served.url }, 'metrics');
  });
  app.addHook('onClose', async () => served?.close());
}

function fail(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toApiError(fault);
  if (error.status >= 500) request.log.error({ err: fault }, 'request failed');
  return isApiPath(request.url) ? sendError(reply, error) : sendMessagePage(reply, error);
}

function headersFor(request: FastifyRequest, pageHeaders: Record<string, string>): Record<string, string> {
  return { 'x-request-id': request.id, ...(isApiPath(request.url) ? apiHeaders : pageHeaders) };
}

const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
