import type { FastifyInstance } from 'fastify';
import { hasMatchingEntityTag, createTextFile, type StaticFile } from '../server/static-files.ts';
import type { Inbox } from './shared/inbox.tsx';

/** Registers /inbox.css, /passkey.js, /kept.js, icon and typefaces. They hold no personal data, so they are public. */
export async function registerInboxFiles(app: FastifyInstance, { browserFiles, files }: Inbox): Promise<void> {
  const own = {
    '/inbox.css': browserFiles.styles,
    '/passkey.js': browserFiles.passkeyScript,
    '/kept.js': browserFiles.keptScript,
  };
  const served = new Map(files);
  for (const [address, text] of Object.entries(own)) served.set(address, await createTextFile(address, text));
  for (const [address, { kind, type, variants }] of served) {
    const plain = variants.get('identity');
    // Asset names contain a content hash.
    const caching = kind === 'asset' ? 'private, max-age=31536000, immutable' : 'private, no-cache';
    if (plain)
      app.get(address, async ({ headers }, reply) => {
        reply.header('cache-control', caching).header('etag', plain.etag);
        const known = headers['if-none-match'];
        return known !== undefined && hasMatchingEntityTag(known, plain.etag)
          ? reply.code(304).send()
          : reply.type(type).send(plain.body);
      });
  }
}

/** Returns the site files that the office serves: typefaces, icon, editor script, styles and drawings of previews. */
export function selectInboxFiles(files: ReadonlyMap<string, StaticFile>): ReadonlyMap<string, StaticFile> {
  return new Map(
    [...files].filter(([address]) => /^\/assets\/(?:.*\.(?:woff2|css)|editor-.*\.js)$|^\/[\w-]+\.svg$/.test(address)),
  );
}
