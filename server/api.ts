import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Whether an address is the API's, whose callers are programs and read JSON, and not a page's. */
export function isApiPath(url: string): boolean {
  return /^\/(?:api|functions|auth|healthz|readyz)(?:[/?]|$)/.test(url);
}

/** The headers of every answer of the API, unless its own say otherwise. */
export const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** What a caller of the API may have to tell apart. Stable: clients depend on the codes. */
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

/** Answers `{ "error": { code, message, fields?, requestId } }`. The id is that of the log's lines about the request. */
export function sendError(reply: FastifyReply, { status, ...told }: ApiError): FastifyReply {
  const error = { ...told, requestId: reply.request.id };
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send({ error });
}

/** What a thrown fault means to the caller. Anything unexpected is a 500 that tells nothing. */
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

/** Answers 405, with what is taken instead. */
export function refuseMethod(request: FastifyRequest, reply: FastifyReply, taken: readonly string[]): FastifyReply {
  const proposed = taken.filter((method) => method !== 'OPTIONS').join(' or ');
  return sendError(reply.header('allow', taken.join(', ')), {
    status: 405,
    code: 'method_not_allowed',
    message: `${request.method} is not allowed at this address. Use ${proposed}.`,
  });
}

/** /auth/v1/*, where Supabase's clients look for an authentication server: there is none here, and 501 says so in JSON. */
export function refuseAuthentication(app: FastifyInstance): void {
  const onRequest = async (_request: unknown, reply: FastifyReply) => sendError(reply, noAuthentication);
  for (const address of ['/auth/v1', '/auth/v1/*']) app.all(address, { onRequest }, async () => undefined);
}

const noAuthentication: ApiError = {
  status: 501,
  code: 'not_configured',
  message: 'This server signs nobody in. Its operator can set SUPABASE_URL to a Supabase project that does.',
};

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
export function createCrossOriginHook({ origins, methods }: CrossOriginRules) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.headers(originHeaders(request.headers.origin, origins));
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', methods).header('access-control-allow-headers', allowedHeaders);
      return reply.header('access-control-max-age', '600').header('allow', methods).code(204).send();
    }
    // Reading is harmless: whether another origin's page sees the answer is its browser's decision, by the headers above.
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    if (isFromOurPages(request.headers, origins)) return undefined;
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
export function isFromOurPages(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  const { origin, host } = headers;
  if (origin !== undefined && allowed.has(origin)) return true;
  const site = headers['sec-fetch-site'];
  // Browsers say this only to https and localhost; elsewhere Origin has to do.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || (host !== undefined && URL.parse(origin)?.host === host);
}
