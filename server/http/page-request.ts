import type { FastifyRequest } from 'fastify';

/** What the pages need to know of the visitor's browser. */
const forwarded = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent'];

/**
 * The request as a Web Request on the site's own origin, whatever address a proxy gave us. Origin is left out: it was
 * checked before (see origins.ts), and React Router would compare it with an origin that TLS in front of us has changed.
 * Null where the address cannot be made into a URL.
 */
export function pageRequest(request: FastifyRequest, siteUrl: string, body?: Uint8Array<ArrayBuffer>): Request | null {
  const address = request.raw.url ?? '';
  const url = address.startsWith('/') ? URL.parse(siteUrl + address) : null;
  if (url === null) return null;
  const headers = new Headers();
  for (const name of forwarded) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(url, { method: request.method, headers, ...(body && { body }) });
}
