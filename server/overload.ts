import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath, sendError, type ApiError } from './api.ts';
import { livenessPath, readinessPath } from './health.ts';
import { sendMessagePage } from './plain-error-page.ts';

/** Thresholds of overload. */
export interface OverloadLimits {
  /** Maximum average delay of the event loop, in milliseconds. */
  delay: number;
  /** Sampling period of that average, in milliseconds. */
  sample: number;
}

// A second is what a visitor just bears, and a disk that stalls for less must cost nobody an enquiry; measured over a second,
// so that one long pause alone does not count.
const usualLimits: OverloadLimits = { delay: 1000, sample: 1000 };

/**
 * Answers 503 with Retry-After, before the body is read, while the event loop is late. Call it before the routes are
 * added. Exempt are responses from memory, which never get here, and health checks: restarting a busy server helps
 * nobody.
 * @param answer sends the 503 response
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
    // Its own handler would run before the CORS headers are set.
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
