import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { FindAsset } from './asset-finder.ts';
import { redactPath, type Log } from '../process/log.ts';
import { isApiPath } from './api.ts';
import { findCanonicalUrl, createOtherHostCheck, type HostSettings } from './canonical-url.ts';
import type { RenderDraft } from './draft-renderer.ts';
import { draftPath } from '../content/draft-links.ts';
import { createFormPageRenderer, contactFormPath } from './form-page.ts';
import {
  assetsPath,
  type Encoding,
  encodings,
  hasMatchingEntityTag,
  recompress,
  type StaticFile,
} from './static-files.ts';
import type { RenderedSite } from './rendered-site.ts';
import { createSiteHeaders, type HeaderSettings } from './site-headers.ts';

/** A Connect middleware: answers the requests that it knows, and calls `next` for the others. */
export type PageMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The middleware of the pages, whose content can be replaced. */
export type PageHandler = PageMiddleware & {
  /** Serves these pages from now on, and recompresses them in the background. */
  serve(pages: ServedPages): void;
};

type ServedPages = Pick<RenderedSite, 'renderPage' | 'files' | 'pageHeaders' | 'content'>;

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

  const handleRequest: PageMiddleware = (request, response, next) => {
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

/** Responses that are served from memory. */
interface ServedResponses {
  files: ReadonlyMap<string, PreparedVariants>;
  /** Where known paths lead: pages to themselves, earlier addresses to others. */
  targets: ReadonlyMap<string, string>;
  notFound: PreparedVariants;
}

function prepareResponses(
  stored: ServedPages['files'],
  servedPages: ServedPages,
  siteHeaders: OutgoingHttpHeaders,
): ServedResponses {
  const headersOf = ({ kind }: StaticFile) =>
    kind === 'page' || kind === 'not found' ? servedPages.pageHeaders : siteHeaders;
  const renderForm = createFormPageRenderer(servedPages);
  const prepareEntry = ([path, file]: [string, StaticFile]) =>
    [path, prepareFile(file, headersOf(file), path === contactFormPath ? renderForm : undefined)] as const;
  const files = new Map([...stored].map(prepareEntry));
  const notFound = files.get('/404.html');
  if (!notFound) throw new Error('A rendered site always has a 404 page');
  files.delete('/404.html');
  const redirects = servedPages.content.redirects.items.map(({ from, to }) => [from, to] as const);
  const pages = [...stored].flatMap(([path, { kind }]) => (kind === 'page' ? [[path, path] as const] : []));
  return { files, targets: new Map([...redirects, ...pages]), notFound };
}

/** Resolves to the recompressed files; undefined if they are already, or if newer pages are served meanwhile. */
async function recompressAll(
  files: ServedPages['files'],
  areCurrent: () => boolean,
): Promise<ServedPages['files'] | undefined> {
  if ([...files.values()].every(({ isFullyCompressed }) => isFullyCompressed)) return undefined;
  const recompressed = new Map<string, StaticFile>();
  for (const [path, file] of files) {
    recompressed.set(path, await recompress(file));
    if (!areCurrent()) return undefined;
  }
  return recompressed;
}

type PreparedVariants = ReadonlyMap<Encoding, PreparedFile>;

/** A file in one encoding, with its precomputed headers. */
interface PreparedFile {
  etag: string;
  /** Headers of a 304, without those about the body (RFC 9110, 15.4.5). */
  notModified: OutgoingHttpHeaders;
  headers: OutgoingHttpHeaders;
  body: Buffer<ArrayBuffer>;
  /** Renders the file per request. */
  render?: ((query: string) => Promise<PreparedResponse & { status: number }>) | undefined;
}

type PreparedResponse = Pick<PreparedFile, 'headers' | 'body'>;

/**
 * Returns headers to revalidate often. Shared caches may serve stale copies for a week while the server is down. A
 * cache beside the server revalidates each second; a CDN each minute, by its own header (RFC 9213). For Cloudflare
 * `s-maxage` would forbid stale copies.
 */
function createRevalidateHeaders(browserMaxAge: number, sharedMaxAge: number) {
  const staleDirectives = (wait: number) => `stale-while-revalidate=${wait}, stale-if-error=604800`;
  return {
    'cache-control': `public, max-age=${browserMaxAge}, s-maxage=${sharedMaxAge}, ${staleDirectives(sharedMaxAge === 1 ? 3 : 600)}`,
    'cdn-cache-control': `max-age=60, ${staleDirectives(600)}`,
  };
}

/** Fastly's defaults honour `private` but not `no-store`. */
const noStoreHeaders = { 'cache-control': 'private, no-store' };

/**
 * Cache headers by kind. HTML is revalidated each time; hashed assets never change. Icons and cards keep their names,
 * and may be a day old: browsers would request the icon with every page. A 404 is not cached: a page may exist
 * tomorrow.
 */
const cacheHeadersByKind: Record<StaticFile['kind'], OutgoingHttpHeaders> = {
  page: createRevalidateHeaders(0, 1),
  'not found': noStoreHeaders,
  asset: { 'cache-control': 'public, max-age=31536000, immutable' },
  picture: createRevalidateHeaders(86_400, 60),
  other: createRevalidateHeaders(0, 1),
};

/** Cards are shown on other sites, some of which load them from here. */
const crossOriginHeaders = { 'cross-origin-resource-policy': 'cross-origin' };

function prepareFile(
  { kind, mediaType, variants }: StaticFile,
  kindHeaders: OutgoingHttpHeaders,
  renderForm?: ReturnType<typeof createFormPageRenderer>,
): PreparedVariants {
  return new Map(
    [...variants].map(([encoding, { body, etag: strongEtag }]) => {
      // A weak entity tag that ignores the form key: a new key alone needs no new response.
      const etag = renderForm ? `W/${strongEtag}` : strongEtag;
      const notModified = {
        vary: 'Accept-Encoding',
        ...(renderForm ? { 'cache-control': 'private, no-cache' } : cacheHeadersByKind[kind]),
        ...kindHeaders,
        ...(kind === 'picture' ? crossOriginHeaders : {}),
        ...(kind === 'not found' ? {} : { etag }),
      };
      const bodyHeaders = {
        'content-type': mediaType,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      };
      const headers = { ...notModified, ...bodyHeaders, 'content-length': body.length };
      const render =
        renderForm &&
        (async (query: string) => {
          const form = await renderForm(encoding, query);
          const further = { ...(form.hasFailed ? noStoreHeaders : {}), 'content-length': form.body.length };
          return { status: form.hasFailed ? 500 : 200, headers: { ...headers, ...further }, body: form.body };
        });
      return [encoding, { etag, notModified, headers, body, render }];
    }),
  );
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

/** Returns the variant that the client prefers, or the plain one. */
function negotiateVariant<Variant>(
  variants: ReadonlyMap<Encoding, Variant>,
  headers: IncomingMessage['headers'],
): Variant {
  const accepted = parseAcceptEncoding(headers['accept-encoding']).find((encoding) => variants.has(encoding));
  const variant = variants.get(accepted ?? 'identity');
  if (!variant) throw new Error('A static file always has a plain variant');
  return variant;
}

const encodingsByHeader = new Map<string, readonly Encoding[]>();

/**
 * Returns our encodings in the client's order, the smallest first among equals. Results are cached by header: browsers
 * send few different ones. Headers longer than any browser's are ignored.
 */
function parseAcceptEncoding(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined || acceptEncoding.length > 300) return ['identity'];
  const known = encodingsByHeader.get(acceptEncoding);
  if (known) return known;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const accepted = new Set(negotiator.encodings([...encodings], { preferred: ['br', 'gzip'] }));
  const found = [...accepted].filter((encoding): encoding is Encoding => encodings.includes(encoding as Encoding));
  if (encodingsByHeader.size < 1000) encodingsByHeader.set(acceptEncoding, found);
  return found;
}
