import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { Log } from '../process/log.ts';
import { respondToInvalidHttp } from './http-server.ts';

interface BaseAppOptions {
  log: Log;
  /** Number of trusted proxies in front. */
  trustProxy: number;
  createServer: (requestListener: RequestListener) => Server;
  /** Answers requests whose URL cannot be decoded: they never reach the hooks. */
  handleMalformedUrl: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Creates the Fastify instance that the site and the office share, without routes. */
export function createBaseApp(
  { log, trustProxy, createServer, handleMalformedUrl }: BaseAppOptions,
  fastifyOptions: Pick<FastifyServerOptions, 'bodyLimit' | 'routerOptions'> = {},
): FastifyInstance {
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    // Trusts the nearest proxies only: a client can forge the other entries of X-Forwarded-For.
    trustProxy: trustProxy === 0 ? false : (_address, hop) => hop < trustProxy,
    serverFactory: createServer,
    clientErrorHandler: respondToInvalidHttp,
    frameworkErrors: (_error, request, reply) => handleMalformedUrl(request, reply),
    // Requests that arrive while the server closes are still answered; their connection is then closed.
    return503OnClosing: false,
    ...fastifyOptions,
  });
  replaceEmptyBodies(app);
  keepConnectionAfterOversizedBody(app);
  return app;
}

/**
 * Gives requests without a body an empty stream. With `optimizeEmptyRequests` Node ends theirs before anybody listens,
 * and Fastify would wait for the end if there is a Content-Type.
 */
function replaceEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ raw }) => (raw.readableEnded ? Readable.from([]) : undefined));
}

/**
 * Keeps the connection open after a slightly oversized body. Fastify would close it with its response, and a proxy that
 * is still sending may then report a broken connection instead of the 413.
 */
function keepConnectionAfterOversizedBody(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply) => {
    if (reply.statusCode === 413 && Number(headers['content-length']) <= proxyBodyLimit)
      reply.removeHeader('connection');
  });
}

/** Body size limit of the proxies in deploy/, in bytes. */
const proxyBodyLimit = 128 * 1024;

/**
 * Rejects methods that no route at a URL handles. Call it before the first route is added, and the returned function
 * after the last.
 * @param sendMethodNotAllowed gets the allowed methods
 */
export function registerMethodNotAllowed(
  app: FastifyInstance,
  sendMethodNotAllowed: (
    request: FastifyRequest,
    reply: FastifyReply,
    allowedMethods: readonly string[],
  ) => FastifyReply,
): () => void {
  const methodsByUrl = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => void methodsByUrl.set(url, (methodsByUrl.get(url) ?? []).concat(method)));
  return () => {
    for (const [url, allowedMethods] of methodsByUrl) {
      const otherMethods = app.supportedMethods.filter((one) => !allowedMethods.includes(one));
      // Runs before the body is read: its content does not matter.
      const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
        sendMethodNotAllowed(request, reply, allowedMethods);
      if (otherMethods.length > 0) app.route({ method: otherMethods, url, onRequest, handler: async () => undefined });
    }
  };
}
