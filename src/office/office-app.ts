import type { FastifyInstance } from 'fastify';
import { createBaseApp } from '../server/base-app.ts';
import { createHttpServer } from '../server/http-server.ts';
import { formBodyLimit } from './shared/form.ts';
import {
  isSameOriginRequest,
  createOriginResolver,
  expectedOriginKey,
  type ExpectedOrigin,
} from './auth/expected-origin.ts';
import { sendError, type ErrorTexts } from './shared/error-responses.tsx';
import { createOfficeHeaders } from './shared/security-headers.ts';
import type { OfficeContext } from './shared/office-context.ts';
import { isAuthenticatedKey } from './shared/staff-routes.ts';

/** Returns a Fastify app with the headers, logging and error pages that all routes share, but no routes. */
export function createOfficeApp(office: OfficeContext): FastifyInstance {
  const { config, log } = office;
  const headers = createOfficeHeaders(config.inboxUrl);
  const resolveOrigin = createOriginResolver(config.inboxUrl);

  const app = createBaseApp(
    {
      log,
      trustProxy: config.trustProxy,
      createServer: (routes) => createHttpServer((_request, _response, next) => next(), routes),
      handleMalformedUrl: (_request, reply) => void sendError({ office, reply: reply.headers(headers) }, 404),
    },
    { bodyLimit: formBodyLimit },
  );
  // A picture of 20 MB from a telephone at 1 Mbit/s takes 168 s.
  app.server.requestTimeout = 180_000;
  // Each route names the content type that it accepts.
  app.removeAllContentTypeParsers();
  app.decorateRequest(expectedOriginKey, null);
  app.decorateRequest(isAuthenticatedKey, false);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    const expectedOrigin = resolveOrigin(request.headers);
    if (expectedOrigin === null) return sendError({ office, reply }, 421, getWrongHostTexts(config.inboxUrl));
    request.setDecorator<ExpectedOrigin>(expectedOriginKey, expectedOrigin);
    // Before the body is parsed: its content does not matter.
    if (request.is404) return sendError({ office, reply }, 404);
    const isSafeMethod = request.method === 'GET' || request.method === 'HEAD';
    return isSafeMethod || isSameOriginRequest(request.headers, expectedOrigin)
      ? undefined
      : sendError({ office, reply }, 403);
  });
  // Log the route's pattern only: the actual path may contain personal data.
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const { statusCode: status } = reply;
    // Strangers could flood the log with page views. Refusals are sampled; overload is logged in one line elsewhere.
    const isRefused = status >= 400 && status !== 503;
    if (!isRefused && !request.getDecorator<boolean>(isAuthenticatedKey)) return;
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ method, path: routeOptions.url ?? '', status, milliseconds }, 'inbox request');
  });
  app.setErrorHandler((error: unknown, request, reply) => {
    const errorStatus = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    const status = errorStatus >= 400 && errorStatus < 500 ? errorStatus : 500;
    if (status === 500) request.log.error({ err: error }, 'inbox request failed');
    return sendError({ office, reply }, status);
  });
  return app;
}

function getWrongHostTexts(inboxUrl: string | undefined): ErrorTexts {
  const url = inboxUrl ?? 'http://localhost, at the port of the tunnel';
  return { title: 'The inbox has another address', advice: `Open it at ${url}.` };
}
