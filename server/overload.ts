import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath, sendError, type ApiError } from './api.ts';
import { livenessPath, readinessPath } from './health.ts';
import { sendMessagePage } from './plain-error-page.ts';

/** From when on requests are sent away. */
export interface OverloadLimits {
  /** How late the event loop may be on average, in milliseconds. */
  delay: number;
  /** Over which time that average is taken, in milliseconds. */
  sample: number;
}

// A second is what a visitor just bears, and a disk that stalls for less must cost nobody an enquiry; measured over a second,
// so that one long pause alone does not count.
const usualLimits: OverloadLimits = { delay: 1000, sample: 1000 };

/**
 * Answers 503 with Retry-After, before the body is read, where the event loop is late: more work would only make all wait longer.
 * To be called before the routes are made. What is answered from memory never comes here, and health checks are always answered: a
 * server that is restarted for being busy helps nobody.
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
  let quietUntil = -Infinity;

  app.addHook('preParsing', async (request, reply) => {
    if (request.is404 || neverShed.has(request.routeOptions.url ?? '') || !app.isUnderPressure()) return undefined;
    if (performance.now() >= quietUntil) {
      quietUntil = performance.now() + 10_000;
      app.log.warn({ reason: 'the event loop is late' }, 'overloaded: requests are answered 503');
    }
    return answer(request, reply.header('retry-after', '5'));
  });
}

const neverShed: ReadonlySet<string> = new Set([livenessPath, readinessPath]);

function sendBusy(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isApiPath(request.url) ? sendError(reply, busy) : sendMessagePage(reply, busy);
}

const busy: ApiError = {
  status: 503,
  code: 'unavailable',
  message: 'The server is busy. Please try again in a few seconds.',
};
