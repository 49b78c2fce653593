import { parseRoles } from '../accounts/roles.ts';
import { addMilliseconds, createToken, hashToken, type AccountDependencies } from '../accounts/tokens.ts';
import type { ContentRepository } from '../content/content-repository.ts';
import type { ContentFiles } from '../content/merge-content.ts';
import type { RevisionStore } from '../content/revisions.ts';
import type { Log } from '../process/log.ts';
import type { Preview } from './rendered-site.ts';
import { createPreviewPolicy, createSiteHeaders, type HeaderSettings } from './site-headers.ts';

/** URL path of the pages with drafts, before their token. */
export const draftPath = '/draft/';

const lifetime = 7 * 24 * 60 * 60 * 1000;

/** See `createDraftLinkStore`. */
export type DraftLinkStore = ReturnType<typeof createDraftLinkStore>;

/** Returns the store of links to pages with a person's drafts. */
export function createDraftLinkStore({ database, clock }: AccountDependencies) {
  return {
    /** Creates a link for a week. Resolves to its URL path, of which only a hash is stored. */
    async createLink(link: Record<'by' | 'file' | 'path', string>): Promise<string> {
      const { by: author, file, path } = link;
      const [token, now] = [createToken(), clock.now()];
      const row = { token_hash: hashToken(token), author, file, path, created_at: now };
      await database
        .insertInto('draft_links')
        .values({ ...row, expires_at: addMilliseconds(now, lifetime) })
        .execute();
      return draftPath + token;
    },

    /** Resolves to the links that work, whose makers have the role `content`, or to the one with this token. */
    async listLinks(token?: string) {
      const joined = database.selectFrom('draft_links').innerJoin('people', 'people.email', 'author');
      let query = joined.select(['token_hash', 'author', 'path', 'expires_at', 'roles']).orderBy('expires_at');
      if (token !== undefined) query = query.where('token_hash', '=', hashToken(token));
      return (await query.where('expires_at', '>', clock.now()).execute()).flatMap(({ roles, ...row }) => {
        const { token_hash: id, author: by, path, expires_at: expiresAt } = row;
        return parseRoles(roles).includes('content') ? [{ id, by, path, expiresAt: new Date(expiresAt) }] : [];
      });
    },

    /** Deletes a link by its id, the hash of its token. */
    async revokeLink(id: string): Promise<void> {
      await database.deleteFrom('draft_links').where('token_hash', '=', id).execute();
    },

    async deleteExpiredLinks(): Promise<void> {
      await database.deleteFrom('draft_links').where('expires_at', '<=', clock.now()).execute();
    },
  };
}

interface DraftRendererOptions {
  draftLinks: Pick<DraftLinkStore, 'listLinks'>;
  contentRepository: Pick<ContentRepository, 'previewDrafts'>;
  revisionStore: Pick<RevisionStore, 'listDrafts'>;
  createPreview(files: ContentFiles): Preview;
  config: HeaderSettings;
  log: Log;
}

/** See `createDraftRenderer`. */
export type RenderDraft = ReturnType<typeof createDraftRenderer>;

/**
 * Returns a function that resolves to the response to the URL path of a draft; undefined if there is none. It never
 * rejects, and makes one query for an unknown token, and three for a page.
 */
export function createDraftRenderer(options: DraftRendererOptions) {
  const { draftLinks, contentRepository, revisionStore, createPreview, config, log } = options;
  return async (urlPath: string) => {
    const token = urlPath.slice(draftPath.length);
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    try {
      const [link] = await draftLinks.listLinks(token);
      if (link === undefined) return undefined;
      const drafts = await revisionStore.listDrafts({ by: link.by });
      const preview = createPreview(await contentRepository.previewDrafts(drafts));
      if (!preview.pagePaths.includes(link.path)) return undefined;
      const { html, styles } = preview.renderStyledPage(link.path);
      const marked = html.replace('<style>', () => `<style>${noticeStyle}`).replace(/<body[^>]*>/, `$&${notice}`);
      return createDraftResponse(config, 200, marked, noticeStyle + styles);
    } catch (error) {
      log.warn({ err: error }, 'a draft cannot be shown');
      return createDraftResponse(config, 503, failurePage, '');
    }
  };
}

const notice = '<p class="draft-notice" role="note">This is a draft. It is not published.</p>';
const noticeStyle =
  '.draft-notice{margin:0;max-width:none;padding:.5rem 1rem;background:#fd6;color:#111;text-align:center}';
const failurePage =
  '<!doctype html><html lang="en-GB"><title>Draft</title><p>This draft cannot be shown at the moment. Ask whoever sent you the link.</p>';

function createDraftResponse(config: HeaderSettings, status: number, html: string, styles: string) {
  const body = Buffer.from(html);
  const headers = {
    ...createSiteHeaders(config),
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'content-security-policy': createPreviewPolicy(styles, "'none'"),
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
  return { status, headers, body };
}
