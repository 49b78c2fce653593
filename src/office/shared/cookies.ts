import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Cookie name without its prefix `__Host-`. Browsers accept that prefix only from this exact host and over https (or
 * from localhost), so that no sibling domain can plant a cookie.
 */
export type CookieName = 'session' | 'ceremony' | 'theme';

interface Cookie {
  value: string;
  /** Max-Age; without it the cookie lasts until the browser is closed. */
  maxAgeSeconds?: number;
  /** `Lax` cookies are sent when a link of another site is followed, never with its forms or fetches. */
  sameSite?: 'Strict' | 'Lax';
}

/** Sets a cookie that scripts cannot read. */
export function setCookie(
  reply: FastifyReply,
  name: CookieName,
  { value, maxAgeSeconds, sameSite = 'Strict' }: Cookie,
): FastifyReply {
  const maxAge = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return reply.header('set-cookie', `__Host-${name}=${value}; Path=/; Secure; HttpOnly; SameSite=${sameSite}${maxAge}`);
}

/**
 * Sets the session cookie, until the browser is closed. It is `Lax` for links in webmail: a GET changes nothing, and
 * a POST is accepted from our own pages only (see `isSameOriginRequest`).
 */
export function setSessionCookie(reply: FastifyReply, token: string): FastifyReply {
  return setCookie(reply, 'session', { value: token, sameSite: 'Lax' });
}

/** Deletes a cookie. */
export function deleteCookie(reply: FastifyReply, name: CookieName): FastifyReply {
  return setCookie(reply, name, { value: '', maxAgeSeconds: 0 });
}

/** Returns the value of a cookie; undefined if it is absent or not in our format. */
export function readCookie({ headers }: FastifyRequest, name: CookieName): string | undefined {
  return new RegExp(`(?:^|;\\s*)__Host-${name}=([\\w-]{1,100})(?=;|$)`).exec(headers.cookie ?? '')?.[1];
}
