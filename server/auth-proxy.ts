import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendError, type ApiError } from './api.ts';
import { bodyLimit } from './send-contact-email.ts';

const prefix = '/auth/v1';

/**
 * What the authentication server is told of a request: what Supabase's clients send, what its server reads, and what a browser
 * asks it about other origins. No cookies, since it has none; and none of the many names under which a visitor could claim
 * another address.
 */
const requestHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'apikey',
  'authorization',
  'content-length',
  'content-type',
  'origin',
  'referer',
  'user-agent',
  'x-client-info',
  'x-supabase-api-version',
];

/**
 * What of its answer reaches the visitor: the body's form, redirects of /authorize and /verify, which error it is and when to try
 * again, and which other origins may read it, as its own rules have it. No cookies; of caching and security the site's own headers
 * speak.
 */
const answerHeaders = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'content-encoding',
  'content-length',
  'content-type',
  'location',
  'retry-after',
  'vary',
  'x-sb-error-code',
  'x-supabase-api-version',
];

/**
 * /auth/v1/*: forwarded to the authentication server, whose own rules hold there; without one, 501. A body is read whole first,
 * up to 64 KiB.
 * @param patience how long it may take to begin its answer, in milliseconds
 */
export async function authProxy(app: FastifyInstance, authUrl: string | undefined, patience = 15_000): Promise<void> {
  if (authUrl === undefined) {
    const answer = { onRequest: async (_request: unknown, reply: FastifyReply) => sendError(reply, notConfigured) };
    app.all(prefix, answer, async () => undefined);
    app.all(`${prefix}/*`, answer, async () => undefined);
    return;
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    await forward(scope, new URL(authUrl), patience);
  });
}

async function forward(app: FastifyInstance, { origin, pathname }: URL, patience: number): Promise<void> {
  // With an HTTP client of its own, it has 113 modules: loaded where there is such a server alone.
  const { default: httpProxy } = await import('@fastify/http-proxy');
  await app.register(httpProxy, {
    upstream: origin,
    prefix,
    rewritePrefix: pathname.replace(/\/$/, '') || '/',
    disableRequestLogging: true,
    undici: { connect: { timeout: 5000 }, headersTimeout: patience, bodyTimeout: 30_000 },
    proxyPayloads: false,
    handler: ({ body, headers }, reply, path, options) =>
      // With its type named, the body goes on byte for byte.
      reply.from(path, { ...options, body: body ?? null, contentType: headers['content-type'] ?? unknownType }),
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...pick(headers, requestHeaders),
        'x-forwarded-for': request.ip,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
        'x-request-id': request.id,
      }),
      rewriteHeaders: (headers) => pick(headers, answerHeaders),
      onError: (reply, { error }) => {
        const status = 'statusCode' in error ? error.statusCode : 502;
        sendError(reply as FastifyReply, status === 504 ? timedOut : unreachable);
      },
    },
  });
}

const unknownType = 'application/octet-stream';

/** Without those that hold for one connection alone: RFC 9110, 7.6.1. */
function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  const ofConnection = new Set(headers.connection?.toLowerCase().split(/[\s,]+/));
  return Object.fromEntries(
    names.filter((name) => name in headers && !ofConnection.has(name)).map((name) => [name, headers[name]]),
  );
}

const notConfigured: ApiError = {
  status: 501,
  code: 'not_configured',
  message: 'No authentication server is configured. The operator of this site can set one with AUTH_URL.',
};

const unreachable: ApiError = {
  status: 502,
  code: 'bad_gateway',
  message: 'The authentication server cannot be reached.',
};

const timedOut: ApiError = {
  status: 504,
  code: 'gateway_timeout',
  message: 'The authentication server did not answer in time.',
};
