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
import { answerBrokenRequest } from './listener.ts';

interface BaseParts {
  log: Log;
  /** Number of trusted proxies in front. */
  trustProxy: number;
  createServer: (routes: RequestListener) => Server;
  /** Answers requests whose URL cannot be decoded: they never reach the hooks. */
  refuse: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Creates the Fastify instance that the site and the office share, without routes. */
export function createBaseApp(
  { log, trustProxy, createServer, refuse }: BaseParts,
  further: Pick<FastifyServerOptions, 'bodyLimit' | 'routerOptions'> = {},
): FastifyInstance {
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    // Trusts the nearest proxies only: a client can forge the other entries of X-Forwarded-For.
    trustProxy: trustProxy === 0 ? false : (_address, hop) => hop < trustProxy,
    serverFactory: createServer,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_fault, request, reply) => refuse(request, reply),
    // Requests that arrive while the server closes are still answered; their connection is then closed.
    return503OnClosing: false,
    ...further,
  });
  endEmptyBodies(app);
  readLittleTooLargeBodies(app);
  return app;
}

/**
 * Gives requests without a body an empty stream. With `optimizeEmptyRequests` Node ends theirs before anybody listens,
 * and Fastify would wait for the end if there is a Content-Type.
 */
function endEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ raw }) => (raw.readableEnded ? Readable.from([]) : undefined));
}

/**
 * Keeps the connection open after a slightly oversized body. Fastify would close it with its response, and a proxy that
 * is still sending may then report a broken connection instead of the 413.
 */
function readLittleTooLargeBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply) => {
    if (reply.statusCode === 413 && Number(headers['content-length']) <= littleTooLarge)
      reply.removeHeader('connection');
  });
}

/** Body size limit of the proxies in deploy/, in bytes. */
const littleTooLarge = 128 * 1024;

/**
 * Rejects methods that no route at a URL handles. Call it before the first route is added, and the returned function
 * after the last.
 * @param refuse gets the allowed methods
 */
export function registerMethodNotAllowed(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply, taken: readonly string[]) => FastifyReply,
): () => void {
  const routes = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => void routes.set(url, (routes.get(url) ?? []).concat(method)));
  return () => {
    for (const [url, taken] of routes) {
      const method = app.supportedMethods.filter((one) => !taken.includes(one));
      // Runs before the body is read: its content does not matter.
      const onRequest = async (request: FastifyRequest, reply: FastifyReply) => refuse(request, reply, taken);
      if (method.length > 0) app.route({ method, url, onRequest, handler: async () => undefined });
    }
  };
}
