import Negotiator from 'negotiator';
import type { FrontListener } from './listener.ts';
import { canonicalAddress } from './canonical-address.ts';
import { matchesEntityTag } from './entity-tag.ts';
import type { RenderPage } from './pages.ts';
import { readStoredFiles, type Encoding, type StoredFile } from './stored-files.ts';

export interface Front {
  listener: FrontListener;
  /** The stored answer to an unknown address, with status 404. */
  notFound(request: Request): Response;
}

/**
 * Answers pages and assets from memory; whatever else comes goes on to `next`. Everything is read at once and served from
 * there: a file that changes on disk afterwards changes nothing.
 */
export function createFront({ directory }: { directory: string }): Front {
  const files = readStoredFiles(directory);
  const notFoundPage = files.get('/404.html');
  if (!notFoundPage) throw new Error(`${directory} has no 404.html: the build is not complete`);
  const pages = new Set(
    [...files].flatMap(([address, { kind }]) => (kind === 'page' && address !== '/404.html' ? [address] : [])),
  );

  return {
    listener(request, response, next) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next();
      const [address = '', query] = (request.url ?? '').split('?', 2);
      const file = address === '/404.html' ? undefined : files.get(address);
      if (!file) {
        const canonical = canonicalAddress(address, pages);
        if (canonical === undefined) return next();
        const location = query === undefined ? canonical : `${canonical}?${query}`;
        response.writeHead(308, { location, 'cache-control': 'public, max-age=3600', 'content-length': 0 }).end();
        return;
      }
      const { variant, encoding } = choose(file, request.headers['accept-encoding']);
      const headers = headersOf(file, variant.etag, encoding);
      if (matchesEntityTag(request.headers['if-none-match'], variant.etag)) {
        response.writeHead(304, headers).end();
        return;
      }
      response.writeHead(200, { ...headers, 'content-length': variant.body.length });
      response.end(request.method === 'HEAD' ? undefined : variant.body);
    },

    notFound(request) {
      const { variant, encoding } = choose(notFoundPage, request.headers.get('accept-encoding') ?? undefined);
      const headers = headersOf(notFoundPage, variant.etag, encoding);
      delete headers['etag'];
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(variant.body), {
        status: 404,
        headers: { ...headers, 'cache-control': 'no-store' },
      });
    },
  };
}

/**
 * What the stored files do not answer is an unknown address or a sent form. Rendering the page for the former took 25 times
 * as long as sending the stored one; only React Router's own requests for data need a fresh answer.
 */
export function storedNotFound(front: Front, render: RenderPage): RenderPage {
  return async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return isRead && !new URL(request.url).pathname.endsWith('.data') ? front.notFound(request) : render(request);
  };
}

/** HTML is asked for again each time, and answered 304; hashed assets never change. */
const cacheControl: Record<StoredFile['kind'], string> = {
  page: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  asset: 'public, max-age=31536000, immutable',
  other: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
};

function headersOf(file: StoredFile, etag: string, encoding: Encoding): Record<string, string> {
  return {
    'content-type': file.type,
    'cache-control': cacheControl[file.kind],
    etag,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
}

function choose(file: StoredFile, acceptEncoding: string | undefined) {
  for (const encoding of preferred(acceptEncoding)) {
    const variant = file.variants.get(encoding);
    if (variant) return { variant, encoding };
  }
  const plain = file.variants.get('identity');
  if (!plain) throw new Error('A stored file always has a plain variant');
  return { variant: plain, encoding: 'identity' as const };
}

const remembered = new Map<string, readonly Encoding[]>();

/** The encodings that we have, in the client's order. Browsers send a handful of different headers: those are remembered. */
function preferred(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined) return ['identity'];
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const headers = { 'accept-encoding': acceptEncoding };
  const order = new Negotiator({ headers }).encodings(['br', 'gzip', 'identity']);
  const encodings = order.filter((encoding): encoding is Encoding => ['br', 'gzip', 'identity'].includes(encoding));
  if (remembered.size < 1000) remembered.set(acceptEncoding, encodings);
  return encodings;
}
