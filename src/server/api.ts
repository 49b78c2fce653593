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

/** Error response of the API. */
export interface ApiError {
  status: number;
  code: ErrorCode;
  /** One sentence for people. */
  message: string;
  /** One sentence for each invalid field. */
  fields?: Readonly<Record<string, string>>;
}

/** Sends `{ "error": { code, message, fields?, requestId } }`. The log has the same id for the request. */
export function sendApiError(reply: FastifyReply, { status, ...details }: ApiError): FastifyReply {
  const error = { ...details, requestId: reply.request.id };
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send({ error });
}

/** Returns the API error for a thrown value. An unexpected one becomes a 500 without details. */
export function toApiError(error: unknown): ApiError {
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const status = typeof statusCode === 'number' ? statusCode : 500;
  return errorsByStatus[status] ?? (status >= 400 && status < 500 ? { ...invalidRequestError, status } : internalError);
}

const invalidRequestError: ApiError = {
  status: 400,
  code: 'invalid_request',
  message: 'The request is malformed. Send a body that is valid for its Content-Type.',
};

const internalError: ApiError = {
  status: 500,
  code: 'internal',
  message: 'Something went wrong here. Please try again later.',
};

/** Error for an unknown URL. */
export const notFoundError: ApiError = { status: 404, code: 'not_found', message: 'There is nothing at this address.' };

/** Error for an exceeded rate limit. */
export const tooManyRequestsError: ApiError = {
  status: 429,
  code: 'too_many_requests',
  message: 'Too many messages in a short time. Please wait and try again.',
};

const errorsByStatus: Readonly<Partial<Record<number, ApiError>>> = {
  400: invalidRequestError,
  404: notFoundError,
  413: { status: 413, code: 'body_too_large', message: 'The body is larger than 64 KiB.' },
  415: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'This Content-Type is not supported. Send application/json.',
  },
  429: tooManyRequestsError,
};

/** Sends 405 with the allowed methods. */
export function sendMethodNotAllowed(
  request: FastifyRequest,
  reply: FastifyReply,
  allowedMethods: readonly string[],
): FastifyReply {
  const suggestedMethods = allowedMethods.filter((method) => method !== 'OPTIONS').join(' or ');
  return sendApiError(reply.header('allow', allowedMethods.join(', ')), {
    status: 405,
    code: 'method_not_allowed',
    message: `${request.method} is not allowed at this address. Use ${suggestedMethods}.`,
  });
}

/** Registers /auth/v1/*, where Supabase clients expect authentication. There is none: it answers 501. */
export function registerAuthNotConfigured(app: FastifyInstance): void {
  const onRequest = async (_request: unknown, reply: FastifyReply) => sendApiError(reply, authNotConfiguredError);
  for (const path of ['/auth/v1', '/auth/v1/*']) app.all(path, { onRequest }, async () => undefined);
}

const authNotConfiguredError: ApiError = {
  status: 501,
  code: 'not_configured',
  message: 'This server offers no sign-in. Its operator can set SUPABASE_URL to a Supabase project that does.',
};

/** Request headers of the Supabase clients, and those of our form. */
const corsAllowedHeaders = 'authorization, x-client-info, apikey, content-type, idempotency-key, visit-origin';
const corsExposedHeaders = 'x-request-id, retry-after';

interface CrossOriginSettings {
  /** Our own origin and those of ALLOWED_ORIGINS. */
  allowedOrigins: ReadonlySet<string>;
  /** Comma-separated, as in an Allow header. */
  allowedMethods: string;
}

/**
 * Returns an `onRequest` hook that sets the CORS headers, answers preflights, and rejects cross-site requests that are
 * not GET or HEAD with 403.
 */
export function createCrossOriginHook({
  allowedOrigins,
  allowedMethods,
}: CrossOriginSettings): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    reply.headers(createCorsHeaders(request.headers.origin, allowedOrigins));
    if (request.method === 'OPTIONS') {
      reply.headers({ 'access-control-allow-methods': allowedMethods, 'access-control-max-age': '600' });
      reply.headers({ 'access-control-allow-headers': corsAllowedHeaders, allow: allowedMethods });
      return reply.code(204).send();
    }
    // Reads are safe: by the headers above, the browser decides whether the other origin's page sees the response.
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    if (isFromAllowedOrigin(request.headers, allowedOrigins)) return undefined;
    const message = 'Calls from pages of other sites are not allowed.';
    return sendApiError(reply, { status: 403, code: 'cross_site', message });
  };
}

/** Returns CORS headers for an allowed origin. Vary is always set, so that caches keep the origins apart. */
function createCorsHeaders(origin: string | undefined, allowedOrigins: ReadonlySet<string>): Record<string, string> {
  if (origin === undefined || !allowedOrigins.has(origin)) return { vary: 'Origin' };
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': corsExposedHeaders };
}

/**
 * Returns true if a page of this site, or of an origin in `allowedOrigins`, sent the request. Clients other than
 * browsers send none of these headers and pass: they carry no visitor's credentials to misuse.
 */
export function isFromAllowedOrigin(headers: IncomingHttpHeaders, allowedOrigins: ReadonlySet<string>): boolean {
  const { origin, host } = headers;
  if (origin !== undefined && allowedOrigins.has(origin)) return true;
  const fetchSite = headers['sec-fetch-site'];
  // Browsers send Sec-Fetch-Site only to https and localhost; elsewhere Origin is checked.
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  return origin === undefined || (host !== undefined && URL.parse(origin)?.host === host);
}
