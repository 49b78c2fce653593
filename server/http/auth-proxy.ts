import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendError, type ApiError } from './api.ts';

const prefix = '/auth/v1';

/**
 * /auth/v1/*: forwarded to the authentication server, whose own rules hold there; without one, 501.
 * @param patience how long it may take to begin its answer, in milliseconds
 */
export async function authProxy(app: FastifyInstance, authUrl: string | undefined, patience = 15_000): Promise<void> {
  if (authUrl === undefined) {
    const answer = { onRequest: async (_request: unknown, reply: FastifyReply) => sendError(reply, notConfigured) };
    app.all(prefix, answer, async () => undefined);
    app.all(`${prefix}/*`, answer, async () => undefined);
    return;
  }
  const { origin, pathname } = new URL(authUrl);
  await app.register(httpProxy, {
    upstream: origin,
    prefix,
    rewritePrefix: pathname.replace(/\/$/, '') || '/',
    disableRequestLogging: true,
    undici: { connect: { timeout: 5000 }, headersTimeout: patience, bodyTimeout: 30_000 },
    replyOptions: {
      rewriteRequestHeaders: (request, { forwarded: _forwarded, ...headers }) => ({
        ...headers,
        'x-forwarded-for': request.ip,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
        'x-request-id': request.id,
      }),
      rewriteHeaders: ({ server: _server, 'x-powered-by': _poweredBy, ...headers }) => headers,
      onError: (reply, { error }) => {
        const status = 'statusCode' in error ? error.statusCode : 502;
        sendError(reply as FastifyReply, status === 504 ? timedOut : unreachable);
      },
    },
  });
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
