import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Returns true for URLs of the API: its callers are programs and read JSON. */
export function isApiPath(url: string): boolean {
  return /^\/(?:api|functions|auth|healthz|readyz)(?:[/?]|$)/.test(url);
}

/** Default headers of the API's responses. */
export const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Error codes of the API. Stable: clients depend on them. */
type ErrorCode =
  | 'invalid_request'
  | 'cross_site'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'invalid_enquiry'
  | 'too_many_requests'
  | 'internal'
  | 'not_configured'
  | 'unavailable';

export interface ApiError {
  status: number;
  code: ErrorCode;
  /** One sentence for people. */
  message: string;
  /** One sentence for each field at fault. */
  fields?: Readonly<Record<string, string>>;
}

/** Sends `{ "error": { code, message, fields?, requestId } }`. The log has the same id for the request. */
export function sendError(reply: FastifyReply, { status, ...told }: ApiError): FastifyReply {
  const error = { ...told, requestId: reply.request.id };
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send({ error });
}

/** Returns the API error for a thrown value. An unexpected one becomes a 500 without details. */
export function toApiError(fault: unknown): ApiError {
  const thrown = fault instanceof Error && 'statusCode' in fault ? fault.statusCode : undefined;
  const status = typeof thrown === 'number' ? thrown : 500;
  return expected[status] ?? (status >= 400 && status < 500 ? { ...invalidRequest, status } : internal);
}

const invalidRequest: ApiError = {
  status: 400,
  code: 'invalid_request',
  message: 'The request is malformed. Send a body that is valid for its Content-Type.',
};

const internal: ApiError = {
  status: 500,
  code: 'internal',
  message: 'Something went wrong here. Please try again later.',
};

export const notFound: ApiError = { status: 404, code: 'not_found', message: 'There is nothing at this address.' };

export const tooManyRequests: ApiError = {
  status: 429,
  code: 'too_many_requests',
  message: 'Too many messages in a short time. Please wait and try again.',
};

const expected: Readonly<Partial<Record<number, ApiError>>> = {
  400: invalidRequest,
  404: notFound,
  413: { status: 413, code: 'body_too_large', message: 'The body is larger than 64 KiB.' },
  415: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'This Content-Type is not supported. Send application/json.',
  },
  429: tooManyRequests,
};

/** Sends 405 with the allowed methods. */
export function refuseMethod(request: FastifyRequest, reply: FastifyReply, taken: readonly string[]): FastifyReply {
  const proposed = taken.filter((method) => method !== 'OPTIONS').join(' or ');
  return sendError(reply.header('allow', taken.join(', ')), {
    status: 405,
    code: 'method_not_allowed',
    message: `${request.method} is not allowed at this address. Use ${proposed}.`,
  });
}

/** Registers /auth/v1/*, where Supabase clients expect authentication. There is none: it answers 501. */
export function refuseAuthentication(app: FastifyInstance): void {
  const onRequest = async (_request: unknown, reply: FastifyReply) => sendError(reply, noAuthentication);
  for (const address of ['/auth/v1', '/auth/v1/*']) app.all(address, { onRequest }, async () => undefined);
}

const noAuthentication: ApiError = {
  status: 501,
  code: 'not_configured',
  message: 'This server signs nobody in. Its operator can set SUPABASE_URL to a Supabase project that does.',
};

/** Request headers of the Supabase clients, and the idempotency key. */
const allowedHeaders = 'authorization, x-client-info, apikey, content-type, idempotency-key';
const exposedHeaders = 'x-request-id, retry-after';

export interface CrossOriginRules {
  /** Our own origin and those of ALLOWED_ORIGINS. */
  origins: ReadonlySet<string>;
  /** Comma-separated, as in an Allow header. */
  methods: string;
}

/**
 * Returns an `onRequest` hook that sets the CORS headers, answers preflights, and rejects cross-site requests that are
 * not GET or HEAD with 403.
 */
export function createCrossOriginHook({ origins, methods }: CrossOriginRules) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.headers(originHeaders(request.headers.origin, origins));
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', methods).header('access-control-allow-headers', allowedHeaders);
      return reply.header('access-control-max-age', '600').header('allow', methods).code(204).send();
    }
    // Reads are safe: by the headers above, the browser decides whether the other origin's page sees the response.
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    if (isFromOurPages(request.headers, origins)) return undefined;
    return sendError(reply, {
      status: 403,
      code: 'cross_site',
      message: 'Calls from pages of other sites are not allowed.',
    });
  };
}

/** Returns CORS headers for an allowed origin. Vary is always set, so that caches keep the origins apart. */
function originHeaders(origin: string | undefined, origins: ReadonlySet<string>): Record<string, string> {
  if (origin === undefined || !origins.has(origin)) return { vary: 'Origin' };
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders };
}

/**
 * Returns true if a page of this site, or of an origin in `allowed`, sent the request. Clients other than browsers send
 * none of these headers and pass: they carry no visitor's credentials to misuse.
 */
export function isFromOurPages(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  const { origin, host } = headers;
  if (origin !== undefined && allowed.has(origin)) return true;
  const site = headers['sec-fetch-site'];
  // Browsers send Sec-Fetch-Site only to https and localhost; elsewhere Origin is checked.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || (host !== undefined && URL.parse(origin)?.host === host);
}
