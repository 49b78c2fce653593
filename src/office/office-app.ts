import type { FastifyInstance } from 'fastify';
import { createBaseApp } from '../server/base-app.ts';
import { createHttpServer } from '../server/http-server.ts';
import { findCurrentAddress } from './earlier-addresses.ts';
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
  const headers = createOfficeHeaders(config.officeUrl);
  const resolveOrigin = createOriginResolver(config.officeUrl);

  const app = createBaseApp(
    {
      log,
      trustProxy: config.trustProxy,
      createServer: (routes) => createHttpServer((_request, _response, next) => next(), routes),
      handleMalformedUrl: (_request, reply) => void sendError({ office, reply: reply.headers(headers) }, 404),
    },
    {
      bodyLimit: formBodyLimit,
      // Forms and scripts of pages that are still open follow no redirect.
      rewriteUrl: ({ method, url = '' }) => (method === 'POST' && findCurrentAddress(url)) || url,
    },
  );
  // A picture of 20 MB from a telephone at 1 Mbit/s takes 168 s.
  app.server.requestTimeout = 180_000;
  // Each route names the media type that it accepts.
  app.removeAllContentTypeParsers();
  app.decorateRequest(expectedOriginKey, null);
  app.decorateRequest(isAuthenticatedKey, false);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    const expectedOrigin = resolveOrigin(request.headers);
    if (expectedOrigin === null) return sendError({ office, reply }, 421, getWrongHostTexts(config.officeUrl));
    request.setDecorator<ExpectedOrigin>(expectedOriginKey, expectedOrigin);
    // Before the body is parsed: its content does not matter.
    if (request.is404) {
      const address = findCurrentAddress(request.url);
      return address === undefined ? sendError({ office, reply }, 404) : reply.redirect(address, 308);
    }
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
    request.log.info({ method, path: routeOptions.url ?? '', status, milliseconds }, 'office request');
  });
  app.setErrorHandler((error: unknown, request, reply) => {
    const errorStatus = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    const status = errorStatus >= 400 && errorStatus < 500 ? errorStatus : 500;
    if (status === 500) request.log.error({ err: error }, 'office request failed');
    return sendError({ office, reply }, status);
  });
  return app;
}

function getWrongHostTexts(officeUrl: string | undefined): ErrorTexts {
  const url = officeUrl ?? 'http://localhost, at the port of the tunnel';
  return { title: 'The office has another address', advice: `Open it at ${url}.` };
}
