import type { IncomingHttpHeaders } from 'node:http';

/** Key of the request decorator that holds the `OwnOrigin`: see `getDecorator`. */
export const ownOrigin = 'ownOrigin';

/** Origin of the inbox that passkeys and POST requests must come from. */
export interface OwnOrigin {
  /** Scheme, host and port. */
  origin: string;
  /** Relying party id of the passkeys. */
  host: string;
}

/**
 * Returns a function that checks the Host header: it returns the inbox's origin, or null for a foreign host. This
 * prevents DNS rebinding.
 * @param inboxUrl if undefined, `localhost` at any port is accepted: the port of a tunnel is unknown here
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
 * Returns true if a page of the inbox sent the request. Ports of one host share cookies and are one site for
 * `SameSite`: only this check stops pages of other programs on localhost.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, { origin }: OwnOrigin): boolean {
  return headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === origin;
}
