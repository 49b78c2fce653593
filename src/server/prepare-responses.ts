import type { OutgoingHttpHeaders } from 'node:http';
import { createFormPageRenderer, contactFormPath } from './form-page.ts';
import type { RenderedSite } from './rendered-site.ts';
import type { Encoding, StaticFile } from './static-files.ts';

/** What is served of a site. */
export type ServedPages = Pick<RenderedSite, 'renderPage' | 'files' | 'pageHeaders' | 'content'>;

/** Responses that are served from memory. */
export interface ServedResponses {
  files: ReadonlyMap<string, PreparedVariants>;
  /** Where known paths lead: pages to themselves, earlier addresses to others. */
  targets: ReadonlyMap<string, string>;
  notFound: PreparedVariants;
}

/** Prepares the responses of pages and files. */
export function prepareResponses(
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

/** A file in each encoding. */
export type PreparedVariants = ReadonlyMap<Encoding, PreparedFile>;

/** A file in one encoding, with its precomputed headers. */
export interface PreparedFile {
  etag: string;
  /** Headers of a 304, without those about the body (RFC 9110, 15.4.5). */
  notModified: OutgoingHttpHeaders;
  headers: OutgoingHttpHeaders;
  body: Buffer<ArrayBuffer>;
  /** Renders the file per request. */
  render?: ((query: string) => Promise<PreparedResponse & { status: number }>) | undefined;
}

/** Head and body of a response. */
export type PreparedResponse = Pick<PreparedFile, 'headers' | 'body'>;

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
export const noStoreHeaders = { 'cache-control': 'private, no-store' };

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

/** Prepares the responses with a file, each with its headers. */
export function prepareFile(
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
