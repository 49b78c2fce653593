import type { IncomingHttpHeaders } from 'node:http';

/** Under which every request has its OwnOrigin: see `getDecorator`. */
export const ownOrigin = 'ownOrigin';

/** The inbox's own address: what passkeys and posts have to come from. */
export interface OwnOrigin {
  /** Scheme, host and port. */
  origin: string;
  /** What passkeys are made for. */
  host: string;
}

/**
 * A function that says by which address of its own the inbox was asked for; null where it was by another. A page whose name was
 * made to point to this machine (DNS rebinding) gets nothing.
 * @param inboxUrl without it, `localhost` at whatever port: that of a tunnel is not ours to know
 */
export function createOwnOrigin(inboxUrl: string | undefined): (headers: IncomingHttpHeaders) => OwnOrigin | null {
  if (inboxUrl === undefined)
    return ({ host = '' }) => {
      const port = /^localhost(?::(\d{1,5}))?$/i.exec(host);
      const url = port && URL.parse(`http://${host}`);
      return url ? { origin: url.origin, host: 'localhost' } : null;
    };

  const { origin, host, hostname, protocol } = new URL(inboxUrl);
  return ({ host: asked = '' }) =>
    /^[a-z\d.:[\]-]+$/i.test(asked) && URL.parse(`${protocol}//${asked}`)?.host === host
      ? { origin, host: hostname }
      : null;
}

/**
 * Whether a page of the inbox made the browser send this. Ports of one machine share their cookies, and for `SameSite` they are
 * one site: what another program serves at localhost is told apart by this alone.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, { origin }: OwnOrigin): boolean {
  return headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === origin;
}
