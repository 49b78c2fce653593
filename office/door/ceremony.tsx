import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { lifetimes } from '../../enquiries/core/people.ts';
import { type Allowance, createLimit, networksOf } from '../../server/limits.ts';
import { forgetCookie, readCookie, setCookie, setSession } from '../parts/cookies.ts';
import { takeJson } from '../parts/form.ts';
import type { Inbox } from '../parts/inbox.tsx';
import { refuse, sendFault } from '../parts/refusals.tsx';

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

/** What signing in and taking an invitation share. */
export type Ceremonies = ReturnType<typeof createCeremonies>;

/** The ceremonies of an inbox: whoever fails too often is refused. */
export function createCeremonies(inbox: Inbox) {
  const { people } = inbox;
  const failures = createFailures();

  return {
    /** A place for the routes of a script: they take JSON, from whoever has not failed too often. */
    addRoutes(app: FastifyInstance, add: (script: FastifyInstance) => void): void {
      app.register(async (script) => {
        takeJson(script);
        script.addHook('onRequest', async (request, reply) => {
          const allowance = await failures.allowance(request.ip);
          if (allowance.allowed) return undefined;
          return refuse(inbox, reply.header('retry-after', `${allowance.retryAfterSeconds}`), 429);
        });
        add(script);
      });
    },

    /** Answers with options that have a challenge, which the browser brings back. Anybody may ask: it costs nobody anything. */
    async begin(
      reply: FastifyReply,
      madeFor: string,
      optionsFor: (challenge: Uint8Array<ArrayBuffer>) => Promise<object>,
    ): Promise<FastifyReply> {
      const { token: value, challenge } = await people.challenge(madeFor);
      const options = await optionsFor(Buffer.from(challenge, 'base64url'));
      return setCookie(reply, 'ceremony', { value, seconds: lifetimes.challenge / 1000 }).send(options);
    },

    /** That which the browser has brought back; null where there is none, or one that is too old. */
    async challengeOf(request: FastifyRequest, reply: FastifyReply, madeFor: string): Promise<string | null> {
      const token = readCookie(request, 'ceremony');
      forgetCookie(reply, 'ceremony');
      return token === undefined ? null : people.challengeOf(madeFor, token);
    },

    /** Refuses what a passkey has signed, and counts it. */
    async fail(reply: FastifyReply, status: number, message: string): Promise<FastifyReply> {
      await failures.count(reply.request.ip);
      return sendFault(reply, status, message);
    },

    /** Begins a session with a token that nobody can have known before, and keeps `how`; one that this browser had ends. */
    async letIn(request: FastifyRequest, reply: FastifyReply, person: string, how: string): Promise<FastifyReply> {
      const before = readCookie(request, 'session');
      if (before !== undefined) await people.signOut(before);
      setSession(reply, await people.signIn(person));
      await inbox.enquiries.keep('sign in', person, how);
      return reply.send({});
    },
  };
}

/** What is said where a challenge is no longer there. */
export const tooLate = 'This took too long, or was done already. Try it again.';

/**
 * Counts what passkeys have signed in vain: 10 a minute of one sender. Networks around it are not counted, nor is what comes from
 * all, so that strangers cannot close the door for anybody else. Each server counts for itself.
 */
export function createFailures() {
  const failures = createLimit('passkeys', { points: 10, duration: 60 });
  const senderOf = (address: string): string => networksOf(address)[0]?.name ?? address;
  return {
    count: (address: string): Promise<Allowance> => failures.consume(senderOf(address)),
    /** Whether a client may go on. */
    allowance: (address: string): Promise<Allowance> => failures.look(senderOf(address)),
  };
}
