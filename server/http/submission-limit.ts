import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';

/** How many submissions one client address may make in one minute, the API's and the form's together. */
export const usualSubmissionsPerMinute = 10;

/**
 * Makes the `onRequest` hook that refuses with 429 and Retry-After. Use the same hook on every route that shares the limit:
 * the plugin counts a hook's routes together, and routes with a configuration of their own apart.
 */
export async function submissionLimit(app: FastifyInstance, perMinute: number): Promise<onRequestAsyncHookHandler> {
  await app.register(rateLimit, {
    global: false,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
  return app.rateLimit({ max: perMinute, timeWindow: 60_000 });
}
