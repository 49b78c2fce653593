import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { matchesEntityTag, type StoredFile } from '../server/stored-files.ts';
import type { Inbox } from './parts/inbox.tsx';

interface File {
  type: string;
  body: string | Buffer;
  etag: string;
  /** Its name changes with its content. */
  isHashed: boolean;
}

/** GET /inbox.css, /passkey.js, the icon and the typefaces, signed in or not: they say nothing of anybody. */
export function inboxFiles(app: FastifyInstance, { browserFiles, files }: Inbox): void {
  const served = new Map<string, File>([
    ['/inbox.css', textFile('text/css', browserFiles.styles)],
    ['/passkey.js', textFile('text/javascript', browserFiles.passkeyScript)],
  ]);
  for (const [address, { type, variants }] of files) {
    const stored = variants.get('identity');
    if (stored) served.set(address, { type, ...stored, isHashed: address.startsWith('/assets/') });
  }
  for (const [address, { type, body, etag, isHashed }] of served)
    app.get(address, async (request, reply) => {
      const caching = isHashed ? 'private, max-age=31536000, immutable' : 'private, no-cache';
      reply.header('cache-control', caching).header('etag', etag);
      const known = request.headers['if-none-match'];
      return known !== undefined && matchesEntityTag(known, etag)
        ? reply.code(304).send()
        : reply.type(type).send(body);
    });
}

/** Of the files of the website those that the inbox serves: its typefaces and its icon. */
export function filesForInbox(files: ReadonlyMap<string, StoredFile>): ReadonlyMap<string, StoredFile> {
  return new Map([...files].filter(([address]) => /^\/assets\/.*\.woff2$|^\/favicon\.svg$/.test(address)));
}

function textFile(type: string, body: string): File {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { type: `${type}; charset=utf-8`, body, etag, isHashed: false };
}
