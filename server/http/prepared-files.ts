import { flatHeaders } from './flat-headers.ts';
import { createKeyedBody, lacksFormKey } from './form-key.ts';
import { contentSecurityPolicy, siteHeaders, type PageSettings } from './page-headers.ts';
import type { Encoding, StoredFile } from './stored-files.ts';

/** A body with all its headers, flat as `writeHead` takes them with the least work. */
export interface Content {
  headers: string[];
  body: Buffer<ArrayBuffer>;
}

/** A file in one encoding: everything about its answers that does not depend on the request. */
export interface PreparedFile {
  etag: string;
  /** The whole of it; a page with a form is another one every 250 ms. */
  content(): Content;
  /** The headers of a 304: without those about the body, of which the client has its own (RFC 9110, 15.4.5). */
  notModified: string[];
  /** Whether a part of it can be had as well. */
  hasParts: boolean;
}

/**
 * HTML is asked for again each time, and answered 304; hashed assets never change. Icons and cards keep their names, and a day
 * is soon enough for a new one: browsers would ask for the icon again with every page.
 */
const cacheControl: Record<StoredFile['kind'], string> = {
  page: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  asset: 'public, max-age=31536000, immutable',
  emblem: 'public, max-age=86400, s-maxage=60, stale-while-revalidate=600',
  other: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
};

/** Cards are made to be shown on other sites, some of which load them from here. */
const shownElsewhere = { 'cross-origin-resource-policy': 'cross-origin' };

export function prepareFile(file: StoredFile, settings: PageSettings): ReadonlyMap<Encoding, PreparedFile> {
  const html = htmlOf(file);
  const shared = {
    'cache-control': cacheControl[file.kind],
    ...headersFor(html, settings),
    ...(file.kind === 'emblem' ? shownElsewhere : {}),
  };
  // A range counts the bytes of one encoding, of which whoever asks again may get another. What is compressed is small.
  const hasParts = file.variants.size === 1;

  return mapVariants(file, (encoding, stored) => {
    const isForm = html !== undefined && lacksFormKey(html);
    // The key is no reason to send a page again: its entity tag is weak, and says nothing of the key.
    const etag = isForm ? `W/${stored.etag}` : stored.etag;
    const ofBody = { ...bodyHeaders(file, encoding), ...(hasParts ? { 'accept-ranges': 'bytes' } : {}) };
    const headers = flatHeaders({ ...shared, etag, ...ofBody });
    return {
      etag,
      content: isForm ? keyed(headers, createKeyedBody(html, encoding)) : always(withLength(headers, stored.body)),
      notModified: flatHeaders({ ...shared, etag }),
      hasParts,
    };
  });
}

/** The page for unknown addresses. It has no tag and nobody is to keep it: there may be something at the address tomorrow. */
export function prepareNotFound(file: StoredFile, settings: PageSettings): ReadonlyMap<Encoding, Content> {
  const shared = { 'cache-control': 'no-store', ...headersFor(htmlOf(file), settings) };
  return mapVariants(file, (encoding, { body }) =>
    withLength(flatHeaders({ ...shared, ...bodyHeaders(file, encoding) }), body),
  );
}

function mapVariants<Prepared>(
  { variants }: StoredFile,
  prepare: (encoding: Encoding, stored: { body: Buffer<ArrayBuffer>; etag: string }) => Prepared,
): ReadonlyMap<Encoding, Prepared> {
  return new Map([...variants].map(([encoding, stored]) => [encoding, prepare(encoding, stored)]));
}

function htmlOf({ kind, variants }: StoredFile): string | undefined {
  return kind === 'page' ? variants.get('identity')?.body.toString() : undefined;
}

function headersFor(html: string | undefined, settings: PageSettings): Record<string, string> {
  const policy = html === undefined ? {} : { 'content-security-policy': contentSecurityPolicy(html, settings) };
  return { vary: 'Accept-Encoding', ...siteHeaders(settings), ...policy };
}

function bodyHeaders({ type }: StoredFile, encoding: Encoding): Record<string, string> {
  return { 'content-type': type, ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) };
}

function withLength(headers: readonly string[], body: Buffer<ArrayBuffer>): Content {
  return { headers: [...headers, 'content-length', `${body.length}`], body };
}

function always(content: Content): () => Content {
  return () => content;
}

function keyed(headers: readonly string[], make: () => Buffer<ArrayBuffer>): () => Content {
  return () => withLength(headers, make());
}
