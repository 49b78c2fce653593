import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath, sendError, type ApiError } from './api.ts';
import { alivePath, readyPath } from './health.ts';
import { sendMessagePage } from './message-page.ts';

/** From when on requests are sent away. */
export interface OverloadLimits {
  /** How late the event loop may be on average, in milliseconds. */
  delay: number;
  /** Over which time that average is taken, in milliseconds. */
  sample: number;
  /** How many requests of one route may wait for their answer. */
  waiting: number;
}

// A second is what a visitor just bears, and a disk that stalls for less must cost nobody an enquiry; measured over a second,
// so that one long pause alone does not count. As many as 500 wait only for a database or another server that has stopped
// answering.
const usualLimits: OverloadLimits = { delay: 1000, sample: 1000, waiting: 500 };

/**
 * Answers 503 with Retry-After, before the body is read, where more work would only make all wait longer. The event loop's
 * delay tells of too much to compute, the requests in hand of something behind us that does not answer; they are counted for
 * each route, so that one server that hangs closes its own routes only. To be called before the routes are made. What is
 * answered from memory never comes here, and health checks are always answered: a server that is restarted for being busy
 * helps nobody.
 * @param answer in the words of whoever is asked
 */
export async function shedOverload(
  app: FastifyInstance,
  changes: Partial<OverloadLimits> = {},
  answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply = sendBusy,
): Promise<void> {
  const limits = { ...usualLimits, ...changes };
  await app.register(underPressure, {
    maxEventLoopDelay: limits.delay,
    sampleInterval: limits.sample,
    // It would answer first of all: before a caller of another origin is allowed to read why.
    pressureHandler: () => undefined,
  });
  const waiting = countWaiting(app);
  let quietUntil = -Infinity;
  const log = (reason: string): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 10_000;
    app.log.warn({ reason }, 'overloaded: requests are answered 503');
  };

  app.addHook('preParsing', async (request, reply) => {
    if (request.is404 || neverShed.has(request.routeOptions.url ?? '')) return undefined;
    if (app.isUnderPressure()) log('the event loop is late');
    else if (waiting(request) >= limits.waiting) log('too many requests wait for an answer');
    else return undefined;
    return answer(request, reply.header('retry-after', '5'));
  });
}

const neverShed: ReadonlySet<string> = new Set([alivePath, readyPath]);

/** Counts the requests of each route whose answer has not left, and whose client waits for it. */
function countWaiting(app: FastifyInstance): (request: FastifyRequest) => number {
  const waiting = new Map<string, number>();
  const change = (url: string, by: 1 | -1): void => void waiting.set(url, (waiting.get(url) ?? 0) + by);

  // Not before the body is there: clients that send it slowly would keep the others out.
  app.addHook('preHandler', (request, reply, done) => {
    const { url = '' } = request.routeOptions;
    change(url, 1);
    // Node tells of it in any case, also for an answer that stood behind another on a connection that has broken.
    reply.raw.once('close', () => change(url, -1));
    done();
  });
  return ({ routeOptions: { url = '' } }) => waiting.get(url) ?? 0;
}

function sendBusy(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isApiPath(request.url) ? sendError(reply, busy) : sendMessagePage(reply, busy);
}

const busy: ApiError = {
  status: 503,
  code: 'unavailable',
  message: 'The server is busy. Please try again in a few seconds.',
};
