import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Enquiries } from '../enquiries/enquiries.ts';
import type { Config } from './config.ts';
import type { FollowedContent } from '../server/follow-content.ts';
import {
  apiHeaders,
  isApiPath,
  notFound,
  refuseAuthentication,
  refuseMethod,
  sendError,
  toApiError,
} from '../server/api.ts';
import { createBaseApp, registerMethodNotAllowed } from '../server/base-app.ts';
import { registerContactContent } from '../server/contact-content.ts';
import { registerContactForm } from '../server/contact-form.ts';
import type { PageListener } from '../server/page-handler.ts';
import { type BackupsOf, type Concerns, createReadiness, registerHealthRoutes } from '../server/health.ts';
import { createListener } from '../server/listener.ts';
import { sendMessagePage } from '../server/plain-error-page.ts';
import { shedOverload, type OverloadLimits } from '../server/overload.ts';
import { registerSendContactEmail } from '../server/send-contact-email.ts';
import { type SubmissionLimits, limitReceiver } from '../server/limits.ts';
import { createSiteHeaders } from '../server/site-headers.ts';
import type { ScheduledJob } from '../server/schedule.ts';
import { redactPath, type Log } from '../process/log.ts';
import type { Metrics } from '../server/metrics.ts';
import { explainPortError } from '../process/port-error.ts';

export interface ServerParts {
  config: Pick<Config, 'siteUrl' | 'allowedOrigins' | 'trustProxy'>;
  log: Log;
  enquiries: Pick<Enquiries, 'receive' | 'health' | 'proveWritable'>;
  concerns: () => Concerns;
  backups: BackupsOf;
  /** Handles every request first: pages and files from memory, or the bundler's middleware. */
  front: PageListener;
  /** Follows the live content. Stopped with the server. */
  words: FollowedContent;
  limits: SubmissionLimits;
  /** Stores assets for other releases while the server listens; optional. */
  keptAssets?: ScheduledJob;
  metrics?: Metrics | undefined;
  /** Overrides for tests. */
  overloadLimits?: Partial<OverloadLimits>;
}

/** Builds the HTTP server without listening: call `listen` on the result, and `close` at the end. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config, log, enquiries, backups, words, limits, metrics } = parts;
  const origins = new Set([config.siteUrl, ...config.allowedOrigins]);
  const app = createApp(parts);
  await shedOverload(app, parts.overloadLimits);
  const refuseTheRest = registerMethodNotAllowed(app, refuseMethod);
  registerContactContent(app, () => words.current().words, origins);
  const receiver = limitReceiver(enquiries, limits);
  registerSendContactEmail(app, { receiver, origins, limits });
  refuseAuthentication(app);
  const concerns = (): Concerns => ({ ...parts.concerns(), ...(words.isBehind() && { words: 'not shown' }) });
  registerHealthRoutes(app, createReadiness({ enquiries, concerns, backups, log }));
  refuseTheRest();
  // GET at this path is a page.
  registerContactForm(app, { pages: words.current, receiver, origins, limits });
  if (metrics) serveMetrics(app, metrics, enquiries);
  return app;
}

/** Creates Fastify behind the page handler, with the shared headers, log and errors, without routes. */
function createApp({ config, log, front, words, keptAssets, metrics }: ServerParts): FastifyInstance {
  const ofSite = createSiteHeaders(config);
  const headersFor = ({ id, url }: FastifyRequest) => ({
    'x-request-id': id,
    ...(isApiPath(url) ? apiHeaders : ofSite),
  });

  const app = createBaseApp(
    {
      log,
      trustProxy: config.trustProxy,
      createServer: (routes) => {
        const server = createListener(front, routes);
        return metrics ? server.prependListener('request', metrics.onRequest) : server;
      },
      refuse: (request, reply) => void refuse(request, reply.headers(headersFor(request))),
    },
    { routerOptions: { maxParamLength: 16 * 1024 } },
  );

  // Accepts only JSON, and a form at /contact: Fastify would also parse text/plain.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => void reply.headers(headersFor(request)));
  // Rejects unknown paths before the body is read.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? refuse(request, reply) : undefined));
  app.decorate('words', () => words.current().words);
  app.addHook('onClose', words.stop);
  if (keptAssets) {
    app.addHook('onListen', async () => keptAssets.start());
    app.addHook('onClose', keptAssets.stop);
  }
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ method, path: redactPath(url), status: reply.statusCode, milliseconds }, 'request');
  });
  app.setErrorHandler((fault: unknown, request, reply) => {
    const error = toApiError(fault);
    if (error.status >= 500) request.log.error({ err: fault }, 'request failed');
    return isApiPath(request.url) ? sendError(reply, error) : sendMessagePage(reply, error);
  });
  return app;
}

/** Sends 404 for unknown paths of the API, and 405 for other methods on pages. */
function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && !isApiPath(request.url)) return refuseMethod(request, reply, ['GET', 'HEAD']);
  request.log.info({ status: 404, path: redactPath(request.url) }, 'unknown path');
  return sendError(reply, notFound);
}

/**
 * Serves GET /metrics on a separate loopback port while the server runs. Business figures stay on this machine: remote
 * collectors need an agent here.
 */
function serveMetrics(
  app: FastifyInstance,
  { port, read, contentType }: Metrics,
  enquiries: Pick<Enquiries, 'health'>,
): void {
  const served = Fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  served.server.maxConnections = 100;
  const refuseTheRest = registerMethodNotAllowed(served, refuseMethod);
  served.get('/metrics', async (_request, reply) => {
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(await read(enquiries));
  });
  refuseTheRest();
  app.addHook('onReady', async () => {
    const url = await served.listen({ host: '127.0.0.1', port }).catch((fault: unknown) => {
      throw explainPortError(fault, 'METRICS_PORT');
    });
    app.log.info({ url: `${url}/metrics` }, 'metrics');
  });
  app.addHook('onClose', async () => served.close());
}
