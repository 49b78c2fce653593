import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { contactWith } from '../content/put-together.ts';
import { site } from '../content/words.ts';
import type { ContactSettings } from '../enquiries/core/contact-settings.ts';
import { crossOrigin, refuseOtherMethods } from './api.ts';
import { matchesEntityTag } from './static-files.ts';

export const contactContentPath = '/api/content/contact';

/** For how long a reading of the settings is given to all who ask, in milliseconds: a flood must not reach the database. */
const freshFor = 1000;

/** GET /api/content/contact: the contact record as it was a second ago at most; 304 where the caller has it already. */
export function contactContent(
  app: FastifyInstance,
  settings: Pick<ContactSettings, 'overrides'>,
  origins: ReadonlySet<string>,
): void {
  const onRequest = crossOrigin({ origins, methods: 'GET, HEAD, OPTIONS' });
  const read = forAWhile(async () => {
    const body = JSON.stringify(contactWith(await settings.overrides(), site.contact));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  });

  app.get(contactContentPath, { onRequest }, async (request, reply) => {
    const { body, etag } = await read();
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (matchesEntityTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
  app.options(contactContentPath, { onRequest }, async () => undefined);
  refuseOtherMethods(app, contactContentPath, ['GET', 'HEAD', 'OPTIONS']);
}

/** Reads once for all who ask within a second. What could not be read is read again by who asks next. */
function forAWhile<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let reading: Promise<Read> | undefined;
  let freshUntil = -Infinity;
  return () => {
    if (reading === undefined || performance.now() >= freshUntil) {
      freshUntil = performance.now() + freshFor;
      reading = read();
      reading.catch(() => (freshUntil = -Infinity));
    }
    return reading;
  };
}
