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
import { apiHeaders } from './http/api-headers.ts';
import { authProxy } from './http/auth-proxy.ts';
import { createContactAnswers } from './http/contact-answers.ts';
import { answerContactFromMemory, contactContent } from './http/contact-content.ts';
import { endEmptyBodies } from './http/empty-bodies.ts';
import { sendError, toApiError } from './http/errors.ts';
import { health } from './http/health.ts';
import { answerBrokenRequest, createListener, type ConnectionLimits, type FrontListener } from './http/listener.ts';
import { sendMessagePage } from './http/message-page.ts';
import { shedOverload, type OverloadLimits } from './http/overload.ts';
import { siteHeaders } from './http/page-headers.ts';
import { contactForm, isApiPath, refuseToChange, unknownPath, type RenderPage } from './http/pages.ts';
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
  /** Whether the front has something to be read at an address. */
  isStored?: (address: string) => boolean;
  /** Renders what no file answers: the form sent without JavaScript. */
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
  const { isStored = () => false } = parts;
  const origins = new Set([config.siteUrl, ...config.allowedOrigins]);
  const contact = createContactAnswers(contactSettings, origins);
  const fromMemory: FrontListener = (request, response, next) => {
    if (!answerContactFromMemory(contact, request, response)) front(request, response, next);
  };

  const pageHeaders = siteHeaders(config);
  const logger: FastifyBaseLogger = log;

  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    // The nearest proxies, counted from us; what stands before them in X-Forwarded-For is hearsay.
    trustProxy: config.trustProxy === 0 ? false : (_address, hop) => hop < config.trustProxy,
    serverFactory: (rest) => createListener(fromMemory, rest, metrics?.requests, parts.connectionLimits),
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: 16 * 1024 },
    // An address that cannot be decoded never reaches the hooks below.
    frameworkErrors: (_fault, request, reply) => {
      reply.headers(headersFor(request, pageHeaders));
      if (!isRead(request)) return void refuseToChange(request, reply, isStored);
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
  // A body that is sent to an unknown address is not worth reading.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 && !isRead(request) ? refuseToChange(request, reply, isStored) : undefined,
  );
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ method, path: loggablePath(url), status: reply.statusCode, milliseconds }, 'request');
  });
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request, reply) => unknownPath(request, reply, { renderPage, siteUrl: config.siteUrl }));

  endEmptyBodies(app);
  await shedOverload(app, parts.overloadLimits);
  contactContent(app, contact, origins);
  sendContactEmail(app, { enquiries, origins, limits });
  contactForm(app, { renderPage, siteUrl: config.siteUrl, origins, limits });
  await authProxy(app, config.authUrl);
  health(app, createReadiness({ enquiries, log }));
  if (metrics?.port !== undefined) serveMetrics(app, metrics, metrics.port, enquiries);
  return app;
}

/** On a port of its own, from when the server is ready to its end. */
function serveMetrics(app: FastifyInstance, metrics: Metrics, port: number, enquiries: ServerParts['enquiries']): void {
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

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function headersFor(request: FastifyRequest, pageHeaders: Record<string, string>): Record<string, string> {
  return { 'x-request-id': request.id, ...(isApiPath(request.url) ? apiHeaders : pageHeaders) };
}
