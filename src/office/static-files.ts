import type { FastifyInstance } from 'fastify';
import { hasMatchingEntityTag, createTextFile, type StaticFile } from '../server/static-files.ts';
import type { OfficeSite } from './shared/office-context.ts';

/** Registers /office.css, /passkey.js, /kept.js, /inbox.js, icon and typefaces. They are public: no personal data. */
export async function registerStaticFiles(app: FastifyInstance, { browserFiles, files }: OfficeSite): Promise<void> {
  const browserTexts = {
    '/office.css': browserFiles.styles,
    '/passkey.js': browserFiles.passkeyScript,
    '/kept.js': browserFiles.draftScript,
    '/inbox.js': browserFiles.inboxScript,
  };
  const servedFiles = new Map(files);
  for (const [path, text] of Object.entries(browserTexts)) servedFiles.set(path, await createTextFile(path, text));
  for (const [path, { kind, mediaType, variants }] of servedFiles) {
    const identityVariant = variants.get('identity');
    // Asset names contain a content hash.
    const caching = kind === 'asset' ? 'private, max-age=31536000, immutable' : 'private, no-cache';
    if (identityVariant)
      app.get(path, async ({ headers }, reply) => {
        reply.header('cache-control', caching).header('etag', identityVariant.etag);
        const ifNoneMatch = headers['if-none-match'];
        return ifNoneMatch !== undefined && hasMatchingEntityTag(ifNoneMatch, identityVariant.etag)
          ? reply.code(304).send()
          : reply.type(mediaType).send(identityVariant.body);
      });
  }
}

/** Returns the site files that the office serves: typefaces, icon, editor script, pictures of guides, posters, styles and drawings of previews. */
export function selectOfficeFiles(files: ReadonlyMap<string, StaticFile>): ReadonlyMap<string, StaticFile> {
  return new Map(
    [...files].filter(([path]) =>
      /^\/assets\/(?:.*\.(?:woff2|css)|editor-.*\.js)$|^\/[\w-]+\.svg$|^\/(?:help|posters)\//.test(path),
    ),
  );
}
