import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Their names begin with `__Host-`: a browser takes them from this very host alone and over https (or from localhost), so that no
 * neighbour of the domain can plant one.
 */
export type CookieName = 'session' | 'ceremony' | 'theme';

interface Cookie {
  value: string;
  /** Without it the browser forgets it when it is closed. */
  seconds?: number;
  /** Lax ones come along with a link from elsewhere, which opens a page, and never with a form or a call of another site. */
  sameSite?: 'Strict' | 'Lax';
}

/** Gives the browser a cookie that no script can read. */
export function setCookie(
  reply: FastifyReply,
  name: CookieName,
  { value, seconds, sameSite = 'Strict' }: Cookie,
): FastifyReply {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return reply.header('set-cookie', `__Host-${name}=${value}; Path=/; Secure; HttpOnly; SameSite=${sameSite}${age}`);
}

/**
 * Gives the browser a session, until it is closed or the session ends. It comes along with a link in a mail that is read in the
 * browser: to open a page changes nothing, and what changes something is taken from our own pages alone (see `isFromOwnPage`).
 */
export function setSession(reply: FastifyReply, token: string): FastifyReply {
  return setCookie(reply, 'session', { value: token, sameSite: 'Lax' });
}

/** Takes one back. */
export function forgetCookie(reply: FastifyReply, name: CookieName): FastifyReply {
  return setCookie(reply, name, { value: '', seconds: 0 });
}

/** Undefined where there is none, or one that is not of our making. */
export function readCookie({ headers }: FastifyRequest, name: CookieName): string | undefined {
  return new RegExp(`(?:^|;\\s*)__Host-${name}=([\\w-]{1,100})(?=;|$)`).exec(headers.cookie ?? '')?.[1];
}
