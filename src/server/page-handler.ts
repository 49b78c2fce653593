import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FindAsset } from './asset-finder.ts';
import { redactPath, type Log } from '../process/log.ts';
import { isApiPath } from './api.ts';
import { findCanonicalUrl, createOtherHostCheck, type HostSettings } from './canonical-url.ts';
import type { RenderDraft } from './draft-renderer.ts';
import { draftPath } from '../content/draft-links.ts';
import { negotiateVariant } from './negotiate-variant.ts';
import {
  noStoreHeaders,
  prepareFile,
  prepareResponses,
  type PreparedFile,
  type PreparedResponse,
  type PreparedVariants,
  type ServedPages,
  type ServedResponses,
} from './prepare-responses.ts';
import { createSiteHeaders, type HeaderSettings } from './site-headers.ts';
import { assetsPath, hasMatchingEntityTag, compressFully, type StaticFile } from './static-files.ts';

/** A Connect middleware: answers the requests that it knows, and calls `next` for the others. */
export type ConnectMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The middleware of the pages, whose content can be replaced. */
export type PageHandler = ConnectMiddleware & {
  /** Serves these pages from now on, and recompresses them in the background. */
  serve(pages: ServedPages): void;
};

/**
 * Creates a handler that serves pages, files and 404s from memory, renders the page with the form, and calls `next` for
 * the API and submitted forms.
 * @param buildFiles files of the build by path
 * @param log logs each unknown path
 * @param findAsset finds assets of other releases below /assets/: their pages may request them
 * @param renderDraft renders pages with drafts below /draft/
 */
export function createPageHandler(
  buildFiles: ReadonlyMap<string, StaticFile>,
  settings: HeaderSettings & HostSettings,
  log: Pick<Log, 'info'>,
  findAsset?: FindAsset,
  renderDraft?: RenderDraft,
): PageHandler {
  const siteHeaders = createSiteHeaders(settings);
  const isOtherHost = createOtherHostCheck(settings);
  let served: ServedResponses | undefined;

  function serve(pages: ServedPages): void {
    const prepareWith: PrepareFiles = (files) =>
      prepareResponses(new Map([...buildFiles, ...files]), pages, siteHeaders);
    served = prepareWith(pages.files);
    void serveRecompressed(served, pages, prepareWith);
  }

  /** Recompresses while the pages are served already. */
  async function serveRecompressed(first: ServedResponses, { files }: ServedPages, prepareWith: PrepareFiles) {
    const recompressed = await recompressAll(files, () => served === first);
    if (recompressed) served = prepareWith(recompressed);
  }

  const handleRequest: ConnectMiddleware = (request, response, next) => {
    if (served === undefined) throw new Error('No pages to serve yet');
    const { files, targets, notFound } = served;
    const { url = '', method = '', headers } = request;
    const queryAt = url.includes('?') ? url.indexOf('?') : url.length;
    const path = url.slice(0, queryAt);
    const file = files.get(path);
    const isRead = method === 'GET' || method === 'HEAD';
    if (file ? !isRead : isApiPath(path)) return next();
    const isPage = targets.get(path) === path;
    if (file && !(isPage && isOtherHost(headers))) return sendFile(request, response, negotiateVariant(file, headers));
    const canonical = isPage ? path : findCanonicalUrl(path, targets);
    if (canonical !== undefined && isRead) {
      const origin = canonical.startsWith('/') && isOtherHost(headers) ? settings.siteUrl : '';
      const query = canonical.includes('?') ? url.slice(queryAt).replace('?', '&') : url.slice(queryAt);
      return redirectPermanently(response, origin + canonical.replace(/(?=#)|$/, () => query));
    }
    const sendNone = () => sendNotFound(request, response, notFound, log);
    if (isRead && renderDraft && path.startsWith(draftPath))
      void renderDraft(path).then((draft) =>
        draft ? sendResponse(response, draft.status, draft, method) : sendNone(),
      );
    else if (isRead && findAsset && path.startsWith(assetsPath))
      void findAsset(path).then((asset) =>
        asset ? sendFile(request, response, negotiateVariant(prepareFile(asset, siteHeaders), headers)) : sendNone(),
      );
    else sendNone();
  };

  return Object.assign(handleRequest, { serve });
}

type PrepareFiles = (files: ServedPages['files']) => ServedResponses;

/** Resolves to the recompressed files; undefined if they are already, or if newer pages are served meanwhile. */
async function recompressAll(
  files: ServedPages['files'],
  areCurrent: () => boolean,
): Promise<ServedPages['files'] | undefined> {
  if ([...files.values()].every(({ isFullyCompressed }) => isFullyCompressed)) return undefined;
  const recompressed = new Map<string, StaticFile>();
  for (const [path, file] of files) {
    recompressed.set(path, await compressFully(file));
    if (!areCurrent()) return undefined;
  }
  return recompressed;
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: PreparedFile): void {
  const { headers, method, url = '' } = request;
  if (hasMatchingEntityTag(headers['if-none-match'], file.etag)) response.writeHead(304, file.notModified).end();
  else if (file.render)
    void file.render(url.split('?')[1] ?? '').then((form) => sendResponse(response, form.status, form, method));
  else sendResponse(response, 200, file, method);
}

function sendNotFound(
  { url = '', method, headers }: IncomingMessage,
  response: ServerResponse,
  notFound: PreparedVariants,
  log: Pick<Log, 'info'>,
): void {
  // 410, not 404, for conditional requests: nginx would serve its stale copy for a week.
  const status = headers['if-none-match'] === undefined ? 404 : 410;
  log.info({ status, path: redactPath(url) }, 'unknown path');
  sendResponse(response, status, negotiateVariant(notFound, headers), method);
}

function sendResponse(
  response: ServerResponse,
  status: number,
  { headers, body }: PreparedResponse,
  method: string | undefined,
): void {
  response.writeHead(status, headers).end(method === 'HEAD' ? undefined : body);
}

function redirectPermanently(response: ServerResponse, location: string): void {
  // Redirects to another host are not cached: a shared cache may not key by host.
  const cacheHeaders = location.startsWith('/') ? { 'cache-control': 'public, max-age=3600' } : noStoreHeaders;
  // Headers take no character above U+00FF: Node would throw.
  const asciiLocation = location.toWellFormed().replaceAll(/[^\x21-\x7E]+/g, (text) => encodeURIComponent(text));
  response.writeHead(308, { location: asciiLocation, ...cacheHeaders, 'content-length': 0 }).end();
}
