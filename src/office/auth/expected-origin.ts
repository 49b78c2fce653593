import type { IncomingHttpHeaders } from 'node:http';

/** Key of the request decorator that holds the `ExpectedOrigin`: see `getDecorator`. */
export const expectedOriginKey = 'expectedOrigin';

/** Origin and relying party that passkeys and POST requests must come from. */
export interface ExpectedOrigin {
  /** Scheme, host and port. */
  origin: string;
  /** Relying party id of the passkeys. */
  rpId: string;
}

/**
 * Returns a function that returns the office's origin for a request's Host header; null for a foreign host, which
 * prevents DNS rebinding.
 * @param inboxUrl if undefined, `localhost` at any port is accepted: the port of a tunnel is unknown here
 */
export function createOriginResolver(
  inboxUrl: string | undefined,
): (headers: IncomingHttpHeaders) => ExpectedOrigin | null {
  if (inboxUrl === undefined)
    return ({ host = '' }) => {
      const port = /^localhost(?::(\d{1,5}))?$/i.exec(host);
      const url = port && URL.parse(`http://${host}`);
      return url ? { origin: url.origin, rpId: 'localhost' } : null;
    };

  const { origin, host, hostname, protocol } = new URL(inboxUrl);
  return ({ host: requestedHost = '' }) =>
    /^[a-z\d.:[\]-]+$/i.test(requestedHost) && URL.parse(`${protocol}//${requestedHost}`)?.host === host
      ? { origin, rpId: hostname }
      : null;
}

/**
 * Returns true if a page of the office sent the request. Ports of one host share cookies and are one site for
 * `SameSite`: only this check stops pages of other programs on localhost.
 */
export function isSameOriginRequest(headers: IncomingHttpHeaders, { origin }: ExpectedOrigin): boolean {
  return headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === origin;
}
