import type { IncomingMessage, ServerResponse } from 'node:http';
import { loggablePath, type Log } from '../log.ts';
import { acceptedEncodings } from './accepted-encodings.ts';
import { answerRange } from './byte-range.ts';
import { canonicalAddress } from './canonical-address.ts';
import { createHostCheck, type HostSettings } from './canonical-host.ts';
import { matchesEntityTag } from './entity-tag.ts';
import type { FrontListener } from './listener.ts';
import { styleHashes, type PageSettings } from './page-headers.ts';
import { isApiPath } from './pages.ts';
import { prepareFile, prepareNotFound, type Content, type PreparedFile } from './prepared-files.ts';
import { readStoredFiles, type Encoding, type StoredFile } from './stored-files.ts';

export interface Front {
  /** Answers pages, assets and unknown addresses; what is others' to answer goes on to `next`. */
  listener: FrontListener;
  /** Whether a page or another file is at this address. */
  has(address: string): boolean;
  /** The hashes of the styles inside all pages. */
  styleHashes: readonly string[];
}

/**
 * Reads everything at once and serves it from memory: a file that changes on disk afterwards changes nothing. Throws where
 * the build is not complete.
 * @param log is told each unknown path
 */
export function createFront(directory: string, config: PageSettings & HostSettings, log: Pick<Log, 'info'>): Front {
  const stored = new Map(readStoredFiles(directory));
  const notFoundPage = stored.get('/404.html');
  if (!notFoundPage) throw new Error(`${directory} has no 404.html: the build is not complete`);
  const settings = { ...config, styleHashes: [...new Set([...stored.values()].flatMap(stylesOf))] };
  stored.delete('/404.html');
  const notFound = prepareNotFound(notFoundPage, settings);
  const files = new Map([...stored].map(([address, file]) => [address, prepareFile(file, settings)]));
  const pages = new Set([...stored].flatMap(([address, { kind }]) => (kind === 'page' ? [address] : [])));
  const isOtherHost = createHostCheck(settings);

  const listener: FrontListener = (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const url = request.url ?? '';
    const queryAt = url.includes('?') ? url.indexOf('?') : url.length;
    const address = url.slice(0, queryAt);
    const file = files.get(address);
    const isPage = pages.has(address);
    if (file && !(isPage && isOtherHost(request.headers))) return answerFile(request, response, best(file, request));
    const canonical = isPage ? address : canonicalAddress(address, pages);
    if (canonical !== undefined) {
      const origin = isOtherHost(request.headers) ? settings.siteUrl : '';
      return sendOn(response, origin + canonical + url.slice(queryAt));
    }
    if (isOthers(address)) return next();
    log.info({ path: loggablePath(url) }, 'unknown path');
    send(request, response, 404, best(notFound, request));
  };
  return { listener, has: (address) => files.has(address), styleHashes: settings.styleHashes };
}

function stylesOf(file: StoredFile): string[] {
  return file.kind === 'page' ? styleHashes(String(file.variants.get('identity')?.body)) : [];
}

/** The API, and what is no path: proxies may be asked for addresses of other hosts. */
function isOthers(address: string): boolean {
  return isApiPath(address) || !address.startsWith('/');
}

function answerFile(request: IncomingMessage, response: ServerResponse, file: PreparedFile): void {
  const known = request.headers['if-none-match'];
  if (known !== undefined && matchesEntityTag(known, file.etag)) {
    response.writeHead(304, file.notModified).end();
    return;
  }
  const content = file.content();
  if (file.hasParts && answerRange(request, response, { ...content, etag: file.etag })) return;
  send(request, response, 200, content);
}

function send(request: IncomingMessage, response: ServerResponse, status: number, { headers, body }: Content): void {
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

function sendOn(response: ServerResponse, location: string): void {
  // To another host: a shared cache may not know by which host a page was asked for.
  const caching = location.startsWith('/') ? 'public, max-age=3600' : 'no-store';
  response.writeHead(308, { location, 'cache-control': caching, 'content-length': 0 }).end();
}

/** The variant that the client likes best. One that likes none of them gets the plain one. */
function best<Variant>(variants: ReadonlyMap<Encoding, Variant>, { headers }: IncomingMessage): Variant {
  const accepted = acceptedEncodings(headers['accept-encoding']).find((encoding) => variants.has(encoding));
  const variant = variants.get(accepted ?? 'identity');
  if (!variant) throw new Error('A stored file always has a plain variant');
  return variant;
}
