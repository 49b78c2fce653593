import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import type { FindAsset } from './find-assets.ts';
import { redactPath, type Log } from '../process/log.ts';
import { isApiPath } from './api.ts';
import { findCanonicalUrl, createHostCheck, type HostSettings } from './canonical.ts';
import { createFormRenderer, formPath } from './form-page.ts';
import {
  assetsPath,
  type Encoding,
  encodings,
  hasMatchingEntityTag,
  recompress,
  type StaticFile,
} from './static-files.ts';
import type { Publication } from './publication.ts';
import { createSiteHeaders, type HeaderSettings } from './site-headers.ts';

/** A Connect middleware: answers the requests that it knows, and calls `next` for the others. */
export type PageListener = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type PageHandler = PageListener & {
  /** Serves these pages from now on, and recompresses them in the background. */
  show(pages: ShownPages): void;
};

type ShownPages = Pick<Publication, 'answer' | 'files' | 'pageHeaders' | 'words'>;

/**
 * Creates a handler that serves pages, files and 404s from memory, renders the page with the form, and calls `next` for
 * the API and submitted forms.
 * @param built the files of the build
 * @param log logs each unknown path
 * @param findAsset finds assets of other releases below /assets/: their pages may request them
 */
export function createPageHandler(
  built: ReadonlyMap<string, StaticFile>,
  settings: HeaderSettings & HostSettings,
  log: Pick<Log, 'info'>,
  findAsset?: FindAsset,
): PageHandler {
  const ofSite = createSiteHeaders(settings);
  const isOtherHost = createHostCheck(settings);
  let shown: Shown | undefined;

  function show(pages: ShownPages): void {
    const prepareWith = (files: ShownPages['files']) => prepare(new Map([...built, ...files]), pages, ofSite);
    shown = prepareWith(pages.files);
    void showSmaller(shown, pages.files, prepareWith);
  }

  /** Recompresses while the pages are served already. */
  async function showSmaller(first: Shown, files: ShownPages['files'], prepareWith: (some: typeof files) => Shown) {
    const smaller = await packAll(files, () => shown === first);
    if (smaller) shown = prepareWith(smaller);
  }

  const answerFromMemory: PageListener = (request, response, next) => {
    if (shown === undefined) throw new Error('Nothing is shown yet');
    const { files, pages, notFound } = shown;
    const { url = '', method = '', headers } = request;
    const queryAt = url.includes('?') ? url.indexOf('?') : url.length;
    const address = url.slice(0, queryAt);
    const file = files.get(address);
    const isRead = method === 'GET' || method === 'HEAD';
    if (file ? !isRead : isApiPath(address)) return next();
    const isPage = pages.has(address);
    if (file && !(isPage && isOtherHost(headers))) return answer(request, response, best(file, headers));
    const canonical = isPage ? address : findCanonicalUrl(address, pages);
    if (canonical !== undefined && isRead) {
      const origin = isOtherHost(headers) ? settings.siteUrl : '';
      return sendOn(response, origin + canonical + url.slice(queryAt));
    }
    if (findAsset === undefined || !isRead || !address.startsWith(assetsPath))
      return answerUnknown(request, response, notFound);
    void findAsset(address).then((asset) =>
      asset
        ? answer(request, response, best(prepareFile(asset, ofSite), headers))
        : answerUnknown(request, response, notFound),
    );
  };

  function answerUnknown(request: IncomingMessage, response: ServerResponse, notFound: PreparedVariants): void {
    const { url = '', method, headers } = request;
    // 410, not 404, for conditional requests: nginx would serve its stale copy for a week.
    const status = headers['if-none-match'] === undefined ? 404 : 410;
    log.info({ status, path: redactPath(url) }, 'unknown path');
    send(response, status, best(notFound, headers), method);
  }

  return Object.assign(answerFromMemory, { show });
}

/** Responses that are served from memory. */
interface Shown {
  files: ReadonlyMap<string, PreparedVariants>;
  /** The addresses of the pages among them. */
  pages: ReadonlySet<string>;
  notFound: PreparedVariants;
}

function prepare(stored: ShownPages['files'], shown: ShownPages, ofSite: OutgoingHttpHeaders): Shown {
  const headersOf = ({ kind }: StaticFile) => (kind === 'page' || kind === 'not found' ? shown.pageHeaders : ofSite);
  const renderForm = createFormRenderer(shown);
  const prepared = ([address, file]: [string, StaticFile]) =>
    [address, prepareFile(file, headersOf(file), address === formPath ? renderForm : undefined)] as const;
  const files = new Map([...stored].map(prepared));
  const notFound = files.get('/404.html');
  if (!notFound) throw new Error('A publication always has an answer to unknown addresses');
  files.delete('/404.html');
  const pages = new Set([...stored].flatMap(([address, { kind }]) => (kind === 'page' ? address : [])));
  return { files, pages, notFound };
}

/** Resolves to the recompressed files; undefined if they are already, or if newer pages were shown meanwhile. */
async function packAll(files: ShownPages['files'], areWanted: () => boolean): Promise<ShownPages['files'] | undefined> {
  if ([...files.values()].every(({ isPacked }) => isPacked)) return undefined;
  const smaller = new Map<string, StaticFile>();
  for (const [address, file] of files) {
    smaller.set(address, await recompress(file));
    if (!areWanted()) return undefined;
  }
  return smaller;
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
  render?: ((query: string) => Promise<Sent & { status: number }>) | undefined;
}

type Sent = Pick<PreparedFile, 'headers' | 'body'>;

/**
 * Returns headers to revalidate often. Shared caches may serve stale copies for a week while the server is down. A
 * cache beside the server revalidates each second; a CDN each minute, by its own header (RFC 9213). For Cloudflare
 * `s-maxage` would forbid stale copies.
 */
function askedOften(browsersKeep: number, seconds: number) {
  const old = (wait: number) => `stale-while-revalidate=${wait}, stale-if-error=604800`;
  return {
    'cache-control': `public, max-age=${browsersKeep}, s-maxage=${seconds}, ${old(seconds === 1 ? 3 : 600)}`,
    'cdn-cache-control': `max-age=60, ${old(600)}`,
  };
}

/** Fastly's defaults honour `private` but not `no-store`. */
const keptByNobody = { 'cache-control': 'private, no-store' };

/**
 * Cache headers by kind. HTML is revalidated each time; hashed assets never change. Icons and cards keep their names,
 * and may be a day old: browsers would request the icon with every page. A 404 is not cached: a page may exist
 * tomorrow.
 */
const caching: Record<StaticFile['kind'], OutgoingHttpHeaders> = {
  page: askedOften(0, 1),
  'not found': keptByNobody,
  asset: { 'cache-control': 'public, max-age=31536000, immutable' },
  picture: askedOften(86_400, 60),
  other: askedOften(0, 1),
};

/** Cards are shown on other sites, some of which load them from here. */
const shownElsewhere = { 'cross-origin-resource-policy': 'cross-origin' };

function prepareFile(
  { kind, type, variants }: StaticFile,
  ofKind: OutgoingHttpHeaders,
  renderForm?: ReturnType<typeof createFormRenderer>,
): PreparedVariants {
  return new Map(
    [...variants].map(([encoding, { body, etag: strong }]) => {
      // A weak entity tag that ignores the form key: a new key alone needs no new response.
      const etag = renderForm ? `W/${strong}` : strong;
      const notModified = {
        vary: 'Accept-Encoding',
        ...(renderForm ? { 'cache-control': 'private, no-cache' } : caching[kind]),
        ...ofKind,
        ...(kind === 'picture' ? shownElsewhere : {}),
        ...(kind === 'not found' ? {} : { etag }),
      };
      const ofBody = { 'content-type': type, ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) };
      const headers = { ...notModified, ...ofBody, 'content-length': body.length };
      const render =
        renderForm &&
        (async (query: string) => {
          const form = await renderForm(encoding, query);
          const further = { ...(form.hasFailed ? keptByNobody : {}), 'content-length': form.body.length };
          return { status: form.hasFailed ? 500 : 200, headers: { ...headers, ...further }, body: form.body };
        });
      return [encoding, { etag, notModified, headers, body, render }];
    }),
  );
}

function answer(request: IncomingMessage, response: ServerResponse, file: PreparedFile): void {
  const { headers, method, url = '' } = request;
  if (hasMatchingEntityTag(headers['if-none-match'], file.etag)) response.writeHead(304, file.notModified).end();
  else if (file.render)
    void file.render(url.split('?')[1] ?? '').then((form) => send(response, form.status, form, method));
  else send(response, 200, file, method);
}

function send(response: ServerResponse, status: number, { headers, body }: Sent, method: string | undefined): void {
  response.writeHead(status, headers).end(method === 'HEAD' ? undefined : body);
}

function sendOn(response: ServerResponse, location: string): void {
  // Redirects to another host are not cached: a shared cache may not key by host.
  const kept = location.startsWith('/') ? { 'cache-control': 'public, max-age=3600' } : keptByNobody;
  response.writeHead(308, { location, ...kept, 'content-length': 0 }).end();
}

/** Returns the variant that the client prefers, or the plain one. */
function best<Variant>(variants: ReadonlyMap<Encoding, Variant>, headers: IncomingMessage['headers']): Variant {
  const accepted = acceptedEncodings(headers['accept-encoding']).find((encoding) => variants.has(encoding));
  const variant = variants.get(accepted ?? 'identity');
  if (!variant) throw new Error('A static file always has a plain variant');
  return variant;
}

const remembered = new Map<string, readonly Encoding[]>();

/**
 * Returns our encodings in the client's order, the smallest first among equals. Results are cached by header: browsers
 * send few different ones. Headers longer than any browser's are ignored.
 */
function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined || acceptEncoding.length > 300) return ['identity'];
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const welcome = new Set(negotiator.encodings([...encodings], { preferred: ['br', 'gzip'] }));
  const found = [...welcome].filter((encoding): encoding is Encoding => encodings.includes(encoding as Encoding));
  if (remembered.size < 1000) remembered.set(acceptEncoding, found);
  return found;
}
