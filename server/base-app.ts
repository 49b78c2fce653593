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
  /** How many proxies stand in front. */
  trustProxy: number;
  createServer: (routes: RequestListener) => Server;
  /** Answers where an address cannot be decoded: such a request never reaches the hooks. */
  refuse: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Fastify as the site and the office have it, without a route. */
export function createBaseApp(
  { log, trustProxy, createServer, refuse }: BaseParts,
  further: Pick<FastifyServerOptions, 'bodyLimit' | 'routerOptions'> = {},
): FastifyInstance {
  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    // The nearest proxies, counted from us; what stands before them in X-Forwarded-For is hearsay.
    trustProxy: trustProxy === 0 ? false : (_address, hop) => hop < trustProxy,
    serverFactory: createServer,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_fault, request, reply) => refuse(request, reply),
    // Requests that come in while the server closes are still answered; their connection is not kept.
    return503OnClosing: false,
    ...further,
  });
  endEmptyBodies(app);
  readLittleTooLargeBodies(app);
  return app;
}

/**
 * Gives requests that announce no body an empty one. Node lets theirs end before anybody listens (`optimizeEmptyRequests`), and
 * Fastify would wait for that end where a Content-Type promises a body all the same.
 */
function endEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ raw }) => (raw.readableEnded ? Readable.from([]) : undefined));
}

/**
 * Reads to its end a body that is a little too large: Fastify would close the connection with its answer, and a proxy that is still
 * sending may then take the connection for broken, and never look at the answer.
 */
function readLittleTooLargeBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply) => {
    if (reply.statusCode === 413 && Number(headers['content-length']) <= littleTooLarge)
      reply.removeHeader('connection');
  });
}

/** In bytes: what the proxies in deploy/ let through. */
const littleTooLarge = 128 * 1024;

/**
 * Refuses, at each address of a route, the methods that none there takes. To be called before the first route is added; what it
 * returns, after the last.
 * @param refuse gets the methods that are taken
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
      // Before the body is read: what it holds does not matter.
      const onRequest = async (request: FastifyRequest, reply: FastifyReply) => refuse(request, reply, taken);
      if (method.length > 0) app.route({ method, url, onRequest, handler: async () => undefined });
    }
  };
}
