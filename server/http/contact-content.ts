import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ContactSettings } from '../../enquiries/contact-settings.ts';
import { contactRecord } from './contact-record.ts';
import { crossOrigin } from './cors.ts';
import { matchesEntityTag } from './entity-tag.ts';
import { refuseOtherMethods } from './method-not-allowed.ts';

export const contactContentPath = '/api/content/contact';

/** GET /api/content/contact: the contact record as it is now; 304 where the caller has it already. */
export function contactContent(
  app: FastifyInstance,
  settings: Pick<ContactSettings, 'overrides'>,
  origins: ReadonlySet<string>,
): void {
  const onRequest = crossOrigin({ origins, methods: 'GET, HEAD, OPTIONS' });

  app.get(contactContentPath, { onRequest }, async (request, reply) => {
    const body = JSON.stringify(contactRecord(await settings.overrides()));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
  app.options(contactContentPath, { onRequest }, async () => undefined);
  refuseOtherMethods(app, contactContentPath, ['GET', 'HEAD', 'OPTIONS']);
}
