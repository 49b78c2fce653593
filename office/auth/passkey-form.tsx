import type { FastifyInstance, FastifyRequest } from 'fastify';

import { lifetimes } from '../../accounts/tokens.ts';
import { createLimit, type Limit, parseSender } from '../../server/limits.ts';
import { forgetCookie, readCookie, setCookie, setSession } from '../shared/cookies.ts';
import { takeJson } from '../shared/form.ts';
import type { Inbox } from '../shared/inbox.tsx';
import { refuse, sendFault } from '../shared/refusals.tsx';
import { ownOrigin, type OwnOrigin } from './own-origin.ts';

interface PasskeyButtonProps {
  /** `get` asks for an existing passkey, `create` registers a new one. */
  ceremony: 'get' | 'create';
  /** Path that the passkey is posted to; its options are at `/options` below it. */
  action: string;
  /** Path to go to afterwards. */
  to: string;
  children: string;
}

/** Renders the button that passkey-script.js enables, and a sentence for browsers without scripts. */
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

/** Rejection of a sign-in or registration. `isCounted`: it counts towards the limit of failed signatures. */
export interface Refusal {
  refused: number;
  message: string;
  isCounted?: true;
}

/** A request of the script, and the challenge for the passkey to sign. */
interface Asked {
  request: FastifyRequest;
  own: OwnOrigin;
  challenge: string;
}

/** Differences between signing in and accepting an invitation. */
interface Ceremony {
  /** Path of the page, to which its script posts. */
  path: string;
  /** Returns the purpose of a challenge. One for an invitation is valid for that invitation only. */
  purposeOf(body: unknown): string;
  /** Resolves to the WebAuthn options for the browser. */
  options(asked: Asked): Promise<object | Refusal>;
  /** Verifies the authenticator's response. Resolves to the person, and `how` for the history. */
  examine(asked: Asked): Promise<{ person: string; how: string } | Refusal>;
}

/** Registers the routes of a page's script. They accept JSON, and answer 429 after too many failures. */
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

    // The options contain a challenge, which the browser sends back. They are not limited: issuing one stores nothing.
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
      // A new token prevents session fixation.
      setSession(reply, await people.signIn(found.person));
      await enquiries.recordEvent('sign in', found.person, found.how);
      return reply.send({});
    });
  });
}

/** Rejection of an expired or used challenge. */
export const expiredMessage: Refusal = {
  refused: 400,
  message: 'This took too long, or was done already. Try it again.',
};

/**
 * Creates the limit of failed signatures: 10 a minute per sender. There is no limit per network or in total, so that
 * strangers cannot lock out anybody else. Each server counts separately.
 */
export const createFailures = (): Limit => createLimit('passkeys', { points: 10, duration: 60 });
