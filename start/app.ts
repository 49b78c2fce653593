import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Enquiries } from '../enquiries/enquiries.ts';
import type { Config } from './config.ts';
import type { FollowedWords } from '../server/follow-words.ts';
import {
  apiHeaders,
  isApiPath,
  notFound,
  refuseAuthentication,
  refuseMethod,
  sendError,
  toApiError,
} from '../server/api.ts';
import { createBaseApp, refuseOtherMethods } from '../server/base-app.ts';
import { contactContent } from '../server/contact-content.ts';
import { contactForm } from '../server/contact-form.ts';
import type { FrontListener } from '../server/front.ts';
import { type BackupsOf, type Concerns, createReadiness, health } from '../server/health.ts';
import { createListener } from '../server/listener.ts';
import { sendMessagePage } from '../server/message-page.ts';
import { shedOverload, type OverloadLimits } from '../server/overload.ts';
import { sendContactEmail } from '../server/send-contact-email.ts';
import { type SubmissionLimits, withinSharedLimit } from '../server/limits.ts';
import { siteHeaders } from '../server/site-headers.ts';
import type { Repeated } from '../server/repeat.ts';
import { loggablePath, type Log } from '../process/log.ts';
import type { Metrics } from '../server/metrics.ts';
import { portError } from '../process/port-error.ts';

export interface ServerParts {
  config: Pick<Config, 'siteUrl' | 'allowedOrigins' | 'trustProxy'>;
  log: Log;
  enquiries: Pick<Enquiries, 'receive' | 'health' | 'proveWritable'>;
  concerns: () => Concerns;
  backups: BackupsOf;
  /** Sees every request first: pages and files from memory, or the bundler's middleware. */
  front: FrontListener;
  /** The pages as they are now. Ends with the server. */
  words: FollowedWords;
  limits: SubmissionLimits;
  /** Where it is left out, nothing is kept for pages of other releases. Begins once the server listens, and ends with it. */
  keptAssets?: Repeated;
  metrics?: Metrics | undefined;
  /** For tests that cannot wait for the usual ones. */
  overloadLimits?: Partial<OverloadLimits>;
}

/** Builds the whole HTTP surface. Nothing listens yet: call `listen` on what it resolves to, and `close` at the end. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config, log, enquiries, backups, words, limits, metrics } = parts;
  const origins = new Set([config.siteUrl, ...config.allowedOrigins]);
  const app = createApp(parts);
  await shedOverload(app, parts.overloadLimits);
  const refuseTheRest = refuseOtherMethods(app, refuseMethod);
  contactContent(app, () => words.current().words, origins);
  const receiver = withinSharedLimit(enquiries, limits);
  sendContactEmail(app, { receiver, origins, limits });
  refuseAuthentication(app);
  const concerns = (): Concerns => ({ ...parts.concerns(), ...(words.isBehind() && { words: 'not shown' }) });
  health(app, createReadiness({ enquiries, concerns, backups, log }));
  refuseTheRest();
  // At its address a page is read as well.
  contactForm(app, { pages: words.current, receiver, origins, limits });
  if (metrics) serveMetrics(app, metrics, enquiries);
  return app;
}

/** Fastify behind the front: with the headers, the log and the errors that all routes have, and no route yet. */
function createApp({ config, log, front, words, keptAssets, metrics }: ServerParts): FastifyInstance {
  const ofSite = siteHeaders(config);
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

  // JSON alone is taken, and a form at /contact: Fastify would also read text/plain.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => void reply.headers(headersFor(request)));
  // A body that is sent to an unknown address is not worth reading.
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
    request.log.info({ method, path: loggablePath(url), status: reply.statusCode, milliseconds }, 'request');
  });
  app.setErrorHandler((fault: unknown, request, reply) => {
    const error = toApiError(fault);
    if (error.status >= 500) request.log.error({ err: fault }, 'request failed');
    return isApiPath(request.url) ? sendError(reply, error) : sendMessagePage(reply, error);
  });
  return app;
}

/** Answers what no route takes: there is nothing at such an address of the API, and a page is only read. */
function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && !isApiPath(request.url)) return refuseMethod(request, reply, ['GET', 'HEAD']);
  request.log.info({ status: 404, path: loggablePath(request.url) }, 'unknown path');
  return sendError(reply, notFound);
}

/**
 * GET /metrics on a port of its own, from when the server is ready to its end. Figures about a business are for this machine alone:
 * whoever collects them from elsewhere needs an agent here.
 */
function serveMetrics(
  app: FastifyInstance,
  { port, read, contentType }: Metrics,
  enquiries: Pick<Enquiries, 'health'>,
): void {
  const served = Fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  served.server.maxConnections = 100;
  const refuseTheRest = refuseOtherMethods(served, refuseMethod);
  served.get('/metrics', async (_request, reply) => {
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(await read(enquiries));
  });
  refuseTheRest();
  app.addHook('onReady', async () => {
    const url = await served.listen({ host: '127.0.0.1', port }).catch((fault: unknown) => {
      throw portError(fault, 'METRICS_PORT');
    });
    app.log.info({ url: `${url}/metrics` }, 'metrics');
  });
  app.addHook('onClose', async () => served.close());
}
