import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { escapeHtml } from '../../enquiries/channels/mail.ts';
import type { Session } from '../../enquiries/core/people-store.ts';
import { readCookie, setCookie } from './cookies.ts';
import { formOf } from './form.ts';
import { firstPage, withoutDone } from './inbox-path.ts';
import type { Inbox, Resumption } from './inbox.tsx';

/** Under which every request says whether somebody who is signed in, or invited, has sent it: see `getDecorator`. */
export const bySomebody = 'bySomebody';

/** The session of whoever asks, with its token. */
export type SignedIn = Session & { token: string };

type PersonsRoute = (request: FastifyRequest, reply: FastifyReply, session: SignedIn) => Promise<FastifyReply>;

/**
 * A route for people who have signed in. There is one office: everybody who has signed in sees and does the same, so that no
 * route asks whose an enquiry is.
 * @param resume says of a form where it leads after the session had ended
 */
export function signedIn(
  inbox: Inbox,
  route: PersonsRoute,
  resume: (request: FastifyRequest, form: URLSearchParams) => Resumption = () => ({ to: firstPage }),
): RouteHandlerMethod {
  return async (request, reply) => {
    const token = readCookie(request, 'session');
    const session = token === undefined ? null : await inbox.people.session(token);
    if (token !== undefined && session !== null) {
      request.setDecorator<boolean>(bySomebody, true);
      return route(request, reply, { ...session, token });
    }
    if (request.method === 'POST') return inbox.askAgain(inbox, reply, resume(request, formOf(request)));
    return comesByLink(request) ? reload(request, reply) : reply.redirect(signInAddress(request.url), 302);
  };
}

/** Gives the browser a session, until it is closed or the session ends. */
export function setSession(reply: FastifyReply, token: string): FastifyReply {
  return setCookie(reply, 'session', { value: token });
}

/** Whether what was typed comes back after the session had ended. It is to be shown, and nothing is to be saved. */
export function isResumed(form: URLSearchParams): boolean {
  return form.get('resumed') === 'yes';
}

/** Where somebody signs in who is on the way to a place. */
export function signInAddress(to: string): string {
  return `/sign-in?to=${encodeURIComponent(withoutDone(to))}`;
}

/**
 * Whether somebody has followed a link of another site, as of a mail that is read in the browser: then the browser keeps the
 * cookie of the session to itself. A few times in ten seconds at most, so that nothing goes round in circles.
 */
function comesByLink(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'cross-site' && reloadsOf(request) < 3;
}

function reloadsOf(request: FastifyRequest): number {
  return Number(readCookie(request, 'reloads') ?? '0') || 0;
}

/** A page that opens the same address again, now from our own site: the cookie comes along (tried in Chromium 150 and Firefox 140). */
function reload(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // What others link to must not make anybody export.
  const address = escapeHtml(request.url.startsWith('/export') ? firstPage : withoutDone(request.url));
  setCookie(reply, 'reloads', { value: `${reloadsOf(request) + 1}`, seconds: 10, sameSite: 'Lax' });
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="color-scheme" content="dark light">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Inbox</title>
<p><a href="${address}">Open the inbox</a></p>
</html>
`);
}
