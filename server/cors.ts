import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './api.ts';

/** Headers that the Supabase clients send, and the usual one by which a client marks a repeated submission. */
const allowedHeaders = 'authorization, x-client-info, apikey, content-type, idempotency-key';
const exposedHeaders = 'x-request-id, retry-after';

export interface CrossOriginRules {
  /** Our own origin and those of ALLOWED_ORIGINS. */
  origins: ReadonlySet<string>;
  /** As in an Allow header. */
  methods: string;
}

/**
 * An `onRequest` hook: names an allowed origin to its browser, answers preflights, and refuses what another site's page
 * makes a visitor's browser send.
 */
export function crossOrigin({ origins, methods }: CrossOriginRules) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.headers(originHeaders(request.headers.origin, origins));
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', methods).header('access-control-allow-headers', allowedHeaders);
      return reply.header('access-control-max-age', '600').header('allow', methods).code(204).send();
    }
    // Reading is harmless: whether another origin's page sees the answer is its browser's decision, by the headers above.
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    if (comesFromOurPages(request.headers, origins)) return undefined;
    return sendError(reply, {
      status: 403,
      code: 'cross_site',
      message: 'Calls from pages of other sites are not allowed.',
    });
  };
}

/** Names an origin to its browser that may read the answer, and tells caches that others are not named. */
function originHeaders(origin: string | undefined, origins: ReadonlySet<string>): Record<string, string> {
  if (origin === undefined || !origins.has(origin)) return { vary: 'Origin' };
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders };
}

/**
 * Whether a browser sent this request from a page of this site, or of an origin in `allowed`. A client that is no browser sends
 * none of these headers and passes: it has no visitor whose good name could be misused.
 */
export function comesFromOurPages(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  const { origin, host } = headers;
  if (origin !== undefined && allowed.has(origin)) return true;
  const site = headers['sec-fetch-site'];
  // Browsers say this only to https and localhost; elsewhere Origin has to do.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || (host !== undefined && URL.parse(origin)?.host === host);
}
