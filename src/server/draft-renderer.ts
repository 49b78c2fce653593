import type { ContentRepository } from '../content/content-repository.ts';
import { draftPath, type DraftLinkStore } from '../content/draft-links.ts';
import type { ContentFiles } from '../content/merge-content.ts';
import type { RevisionStore } from '../content/revisions.ts';
import type { Log } from '../process/log.ts';
import type { Preview } from './site-preview.ts';
import { createPreviewPolicy, createSiteHeaders, type HeaderSettings } from './site-headers.ts';

interface DraftRendererOptions {
  draftLinks: Pick<DraftLinkStore, 'listLinks'>;
  contentRepository: Pick<ContentRepository, 'readContentWithDrafts'>;
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
      const preview = createPreview(await contentRepository.readContentWithDrafts(drafts));
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
