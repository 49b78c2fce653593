import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content-types.ts';
import { createCrossOriginHook } from './api.ts';
import { hasMatchingEntityTag } from './static-files.ts';

/** URL path of the contact record. */
export const contactContentPath = '/api/content/contact';

/** Registers GET /api/content/contact: the contact record of the live content; 304 if the ETag matches. */
export function registerContactContentRoute(
  app: FastifyInstance,
  getContent: () => Pick<Content, 'site'>,
  allowedOrigins: ReadonlySet<string>,
): void {
  const onRequest = createCrossOriginHook({ allowedOrigins, allowedMethods: 'GET, HEAD, OPTIONS' });

  app.get(contactContentPath, { onRequest }, async (request, reply) => {
    const body = JSON.stringify(getContent().site.contact);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (hasMatchingEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
  app.options(contactContentPath, { onRequest }, async () => undefined);
}
