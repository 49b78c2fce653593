import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiPath, sendApiError, type ApiError } from './api.ts';
import { livenessPath, readinessPath } from './health.ts';
import { sendPlainErrorPage } from './plain-error-page.ts';

/** Thresholds of overload. */
export interface OverloadThresholds {
  /** Maximum average delay of the event loop, in milliseconds. */
  maxEventLoopDelay: number;
  /** Sampling period of that average, in milliseconds. */
  sampleInterval: number;
}

// A visitor just bears a second, and shorter disk stalls must not lose an enquiry. Measured over a second, so that one
// long pause alone does not count.
const defaultThresholds: OverloadThresholds = { maxEventLoopDelay: 1000, sampleInterval: 1000 };

/**
 * Registers a hook that answers 503 with Retry-After, before the body is read, while the event loop is late. Call it
 * before the routes are added. Exempt are responses from memory, which never get here, and health checks: restarting a
 * busy server helps nobody.
 * @param sendUnavailable sends the 503 response
 */
export async function registerLoadShedding(
  app: FastifyInstance,
  overrides: Partial<OverloadThresholds> = {},
  sendUnavailable: (request: FastifyRequest, reply: FastifyReply) => FastifyReply = sendBusy,
): Promise<void> {
  const thresholds = { ...defaultThresholds, ...overrides };
  await app.register(underPressure, {
    maxEventLoopDelay: thresholds.maxEventLoopDelay,
    sampleInterval: thresholds.sampleInterval,
    // Its own handler would run before the CORS headers are set.
    pressureHandler: () => undefined,
  });
  let nextWarningAt = -Infinity;

  app.addHook('preParsing', async (request, reply) => {
    if (request.is404 || exemptPaths.has(request.routeOptions.url ?? '') || !app.isUnderPressure()) return undefined;
    if (performance.now() >= nextWarningAt) {
      nextWarningAt = performance.now() + 10_000;
      app.log.warn({ reason: 'the event loop is late' }, 'overloaded: requests are answered 503');
    }
    return sendUnavailable(request, reply.header('retry-after', '5'));
  });
}

const exemptPaths: ReadonlySet<string> = new Set([livenessPath, readinessPath]);

function sendBusy(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isApiPath(request.url) ? sendApiError(reply, busyError) : sendPlainErrorPage(reply, busyError);
}

const busyError: ApiError = {
  status: 503,
  code: 'unavailable',
  message: 'The server is busy. Please try again in a few seconds.',
};
