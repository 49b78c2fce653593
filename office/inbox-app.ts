import type { FastifyInstance } from 'fastify';
import { createBaseApp } from '../server/base-app.ts';
import { createListener } from '../server/listener.ts';
import { bodyLimit } from './shared/form.ts';
import { isFromOwnPage, createOwnOrigin, ownOrigin, type OwnOrigin } from './auth/own-origin.ts';
import { refuse } from './shared/refusals.tsx';
import { createInboxHeaders } from './shared/security-headers.ts';
import type { Inbox } from './shared/inbox.tsx';
import { bySomebody } from './shared/staff-routes.ts';

/** Returns a Fastify app with the headers, logging and error pages that all routes share, but no routes. */
export function createInboxApp(inbox: Inbox): FastifyInstance {
  const { config, log } = inbox;
  const headers = createInboxHeaders(config.inboxUrl);
  const askedOrigin = createOwnOrigin(config.inboxUrl);

  const app = createBaseApp(
    {
      log,
      trustProxy: config.trustProxy,
      createServer: (routes) => createListener((_request, _response, next) => next(), routes),
      refuse: (_request, reply) => void refuse(inbox, reply.headers(headers), 404),
    },
    { bodyLimit },
  );
  // Each route names the content type that it accepts.
  app.removeAllContentTypeParsers();
  app.decorateRequest(ownOrigin, null);
  app.decorateRequest(bySomebody, false);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    const own = askedOrigin(request.headers);
    if (own === null) return refuse(inbox, reply, 421, notHere(config.inboxUrl));
    request.setDecorator<OwnOrigin>(ownOrigin, own);
    // Before the body is parsed: its content does not matter.
    if (request.is404) return refuse(inbox, reply, 404);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return isRead || isFromOwnPage(request.headers, own) ? undefined : refuse(inbox, reply, 403);
  });
  // Log the route's pattern only: the actual path may contain personal data.
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const { statusCode: status } = reply;
    // Strangers could flood the log with page views. Refusals are sampled; overload is logged in one line elsewhere.
    const isRefused = status >= 400 && status !== 503;
    if (!isRefused && !request.getDecorator<boolean>(bySomebody)) return;
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ method, path: routeOptions.url ?? '', status, milliseconds }, 'inbox request');
  });
  app.setErrorHandler((fault: unknown, request, reply) => {
    const thrown = fault instanceof Error && 'statusCode' in fault ? Number(fault.statusCode) : 500;
    const status = thrown >= 400 && thrown < 500 ? thrown : 500;
    if (status === 500) request.log.error({ err: fault }, 'inbox request failed');
    return refuse(inbox, reply, status);
  });
  return app;
}

function notHere(inboxUrl: string | undefined) {
  const address = inboxUrl ?? 'http://localhost, at the port of the tunnel';
  return { title: 'The inbox has another address', advice: `Open it at ${address}.` };
}
