import type { FastifyInstance, FastifyRequest } from 'fastify';

import { lifetimes } from '../../accounts/tokens.ts';
import { createLimit, type Limit, parseSender } from '../../server/limits.ts';
import { forgetCookie, readCookie, setCookie, setSession } from '../shared/cookies.ts';
import { takeJson } from '../shared/form.ts';
import type { Inbox } from '../shared/inbox.tsx';
import { refuse, sendFault } from '../shared/refusals.tsx';
import { ownOrigin, type OwnOrigin } from './own-origin.ts';

interface PasskeyButtonProps {
  /** `get` asks for a passkey that there is, `create` makes one. */
  ceremony: 'get' | 'create';
  /** Where the passkey is sent; the browser asks for its options below it. */
  action: string;
  /** Where to go afterwards. */
  to: string;
  children: string;
}

/** What passkey-script.js brings to life. Without scripts there is a sentence in its place. */
export function PasskeyButton({ ceremony, action, to, children }: PasskeyButtonProps) {
  return (
    <>
      <button
        type="button"
        data-ceremony={ceremony}
        data-action={action}
        data-to={to}
        className="button button-primary noscript:hidden"
      >
        {children}
      </button>
      <p role="alert" className="fault font-semibold text-balloon empty:hidden" />
      <noscript>
        <p className="notice is-problem">
          Passkeys need scripts, and this browser has them switched off. Switch them on for this address and load the
          page again. Everything else in the inbox works without them.
        </p>
      </noscript>
    </>
  );
}

/** Why somebody is not let in. `isCounted`: a passkey has signed in vain. */
export interface Refusal {
  refused: number;
  message: string;
  isCounted?: true;
}

/** What the script of a page posts, and the challenge that a passkey is to sign, or has signed. */
interface Asked {
  request: FastifyRequest;
  own: OwnOrigin;
  challenge: string;
}

/** What signing in and taking an invitation have of their own. */
interface Ceremony {
  /** The address of its page, to which the script posts. */
  path: string;
  /** What a challenge is made for: that of an invitation for that invitation alone. */
  purposeOf(body: unknown): string;
  /** What the browser is to ask of an authenticator. */
  options(asked: Asked): Promise<object | Refusal>;
  /** Who comes in by what the authenticator has made of the challenge, and how, for the history. */
  examine(asked: Asked): Promise<{ person: string; how: string } | Refusal>;
}

/** Adds the routes of a page's script. They take JSON; whoever fails too often is refused. */
export function registerPasskeyRoutes(app: FastifyInstance, inbox: Inbox, failures: Limit, ceremony: Ceremony): void {
  const { people, enquiries } = inbox;
  const { path, purposeOf, options, examine } = ceremony;
  const askedBy = (request: FastifyRequest, challenge: string): Asked => {
    return { request, own: request.getDecorator(ownOrigin), challenge };
  };
  app.register(async (script) => {
    takeJson(script);
    script.addHook('onRequest', async (request, reply) => {
      const allowance = await failures.look(parseSender(request.ip).sender);
      if (allowance.allowed) return undefined;
      return refuse(inbox, reply.header('retry-after', `${allowance.retryAfterSeconds}`), 429);
    });

    // Options have a challenge, which the browser brings back. Anybody may ask: it costs nobody anything.
    script.post(`${path}/options`, async (request, reply) => {
      const { token: value, challenge } = await people.challenge(purposeOf(request.body));
      const found = await options(askedBy(request, challenge));
      if ('refused' in found) return sendFault(reply, found.refused, found.message);
      return setCookie(reply, 'ceremony', { value, seconds: lifetimes.challenge / 1000 }).send(found);
    });

    script.post(path, async (request, reply) => {
      const token = readCookie(request, 'ceremony');
      forgetCookie(reply, 'ceremony');
      const challenge = token === undefined ? null : await people.challengeOf(purposeOf(request.body), token);
      const found = challenge === null ? expiredMessage : await examine(askedBy(request, challenge));
      if ('refused' in found) {
        if (found.isCounted) await failures.consume(parseSender(request.ip).sender);
        return sendFault(reply, found.refused, found.message);
      }
      const before = readCookie(request, 'session');
      if (before !== undefined) await people.signOut(before);
      // A token that nobody can have known before.
      setSession(reply, await people.signIn(found.person));
      await enquiries.recordEvent('sign in', found.person, found.how);
      return reply.send({});
    });
  });
}

/** The challenge is no longer there. */
export const expiredMessage: Refusal = {
  refused: 400,
  message: 'This took too long, or was done already. Try it again.',
};

/**
 * Counts what passkeys have signed in vain: 10 a minute of one sender. Networks around it are not counted, nor is what comes from
 * all, so that strangers cannot close the door for anybody else. Each server counts for itself.
 */
export const createFailures = (): Limit => createLimit('passkeys', { points: 10, duration: 60 });
