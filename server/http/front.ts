import Negotiator from 'negotiator';
import type { FrontListener } from './listener.ts';
import { canonicalAddress } from './canonical-address.ts';
import { matchesEntityTag } from './entity-tag.ts';
import { createKeyedBody, lacksFormKey } from './form-key.ts';
import { contentSecurityPolicy, siteHeaders, type PageSettings } from './page-headers.ts';
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
export function createFront(directory: string, settings: PageSettings): Front {
  const files = new Map([...readStoredFiles(directory)].map(([address, file]) => [address, prepare(file, settings)]));
  const notFoundPage = files.get('/404.html');
  if (!notFoundPage) throw new Error(`${directory} has no 404.html: the build is not complete`);
  const pages = new Set(
    [...files].flatMap(([address, { kind }]) => (kind === 'page' && address !== '/404.html' ? [address] : [])),
  );

  return {
    listener(request, response, next) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next();
      const url = request.url ?? '';
      const queryAt = url.includes('?') ? url.indexOf('?') : url.length;
      const address = url.slice(0, queryAt);
      const file = address === '/404.html' ? undefined : files.get(address);
      if (!file) {
        const canonical = canonicalAddress(address, pages);
        if (canonical === undefined) return next();
        const location = canonical + url.slice(queryAt);
        response.writeHead(308, { location, 'cache-control': 'public, max-age=3600', 'content-length': 0 }).end();
        return;
      }
      const { body, etag, headers } = choose(file, request.headers['accept-encoding']);
      if (matchesEntityTag(request.headers['if-none-match'], etag)) {
        response.writeHead(304, headers).end();
        return;
      }
      const content = body();
      response.writeHead(200, { ...headers, 'content-length': content.length });
      response.end(request.method === 'HEAD' ? undefined : content);
    },

    notFound(request) {
      const { body, headers } = choose(notFoundPage, request.headers.get('accept-encoding') ?? undefined);
      const answer = new Response(request.method === 'HEAD' ? null : body(), { status: 404, headers });
      answer.headers.delete('etag');
      answer.headers.set('cache-control', 'no-store');
      return answer;
    },
  };
}

/** HTML is asked for again each time, and answered 304; hashed assets never change. */
const cacheControl: Record<StoredFile['kind'], string> = {
  page: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  asset: 'public, max-age=31536000, immutable',
  other: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
};

interface Prepared {
  kind: StoredFile['kind'];
  variants: ReadonlyMap<Encoding, PreparedVariant>;
}

interface PreparedVariant {
  body: () => Buffer<ArrayBuffer>;
  etag: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * Everything about the answers that does not depend on the request is made once, at the start; all but the key in a form.
 * That is no reason to send a page again: its entity tag is weak, and says nothing of the key.
 */
function prepare({ kind, type, variants }: StoredFile, settings: PageSettings): Prepared {
  const html = kind === 'page' ? variants.get('identity')?.body.toString() : undefined;
  const shared = {
    'content-type': type,
    'cache-control': cacheControl[kind],
    vary: 'Accept-Encoding',
    ...siteHeaders(settings),
    ...(html === undefined ? {} : { 'content-security-policy': contentSecurityPolicy(html, settings) }),
  };
  const form = html !== undefined && lacksFormKey(html) ? html : undefined;
  const prepared = [...variants].map(([encoding, stored]): [Encoding, PreparedVariant] => {
    const body = form === undefined ? () => stored.body : createKeyedBody(form, encoding);
    const etag = form === undefined ? stored.etag : `W/${stored.etag}`;
    const headers = { ...shared, etag, ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) };
    return [encoding, { body, etag, headers }];
  });
  return { kind, variants: new Map(prepared) };
}

function choose({ variants }: Prepared, acceptEncoding: string | undefined): PreparedVariant {
  const accepted = preferred(acceptEncoding).find((encoding) => variants.has(encoding)) ?? 'identity';
  const variant = variants.get(accepted);
  if (!variant) throw new Error('A stored file always has a plain variant');
  return variant;
}

const remembered = new Map<string, readonly Encoding[]>();

/** The encodings that we have, in the client's order. Browsers send a handful of different headers: those are remembered. */
function preferred(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined) return ['identity'];
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const headers = { 'accept-encoding': acceptEncoding };
  const order = new Negotiator({ headers }).encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  const encodings = order.filter((encoding): encoding is Encoding => ['br', 'gzip', 'identity'].includes(encoding));
  if (remembered.size < 1000) remembered.set(acceptEncoding, encodings);
  return encodings;
}
