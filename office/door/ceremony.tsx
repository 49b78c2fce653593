import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { lifetimes } from '../../enquiries/core/people.ts';
import { type Allowance, createLimit, createSenderLimits } from '../../server/limits.ts';
import { forgetCookie, readCookie, setCookie, setSession } from '../parts/cookies.ts';
import { takeJson } from '../parts/form.ts';
import type { Inbox } from '../parts/inbox.tsx';
import { refuse } from '../parts/refusals.tsx';

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

/** The ceremonies of an inbox: whoever tries too often is refused. */
export function createCeremonies(inbox: Inbox) {
  const { people } = inbox;
  const attempts = createAttempts();
  const refuseTooMany = (reply: FastifyReply, retryAfterSeconds: number): FastifyReply =>
    refuse(inbox, reply.header('retry-after', `${retryAfterSeconds}`), 429);

  return {
    /** A place for the routes of a script: they take JSON, and count as attempts. */
    addRoutes(app: FastifyInstance, add: (script: FastifyInstance) => void): void {
      app.register(async (script) => {
        takeJson(script);
        script.addHook('onRequest', async (request, reply) => {
          const allowance = await attempts.ofClient(request.ip);
          return allowance.allowed ? undefined : refuseTooMany(reply, allowance.retryAfterSeconds);
        });
        add(script);
      });
    },

    /** Answers with the options, and keeps their challenge for the browser that is given it. */
    async begin(reply: FastifyReply, madeFor: string, options: { challenge: string }): Promise<FastifyReply> {
      const allowance = await attempts.challenge();
      if (!allowance.allowed) return refuseTooMany(reply, allowance.retryAfterSeconds);
      const value = await people.challenge(madeFor, options.challenge);
      return setCookie(reply, 'ceremony', { value, seconds: lifetimes.challenge / 1000 }).send(options);
    },

    /** Takes the challenge out, so that nothing signs it twice. */
    async challengeOf(request: FastifyRequest, reply: FastifyReply, madeFor: string): Promise<string | null> {
      const token = readCookie(request, 'ceremony');
      forgetCookie(reply, 'ceremony');
      return token === undefined ? null : people.takeChallenge(madeFor, token);
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

/** Each takes two requests: one for the options, one with what the passkey has signed. */
const attempt = 2;

/** Counts attempts to sign in or to use an invitation, from none on. Each server counts for itself. */
export function createAttempts() {
  const ofClients = createSenderLimits({ perAddress: 10 * attempt });
  const challenges = createLimit('challenges', { points: 3000, duration: 60 });
  return {
    /** Counts a request of a client: 10 attempts a minute. */
    ofClient: (address: string): Promise<Allowance> => ofClients.consume(address),
    /**
     * Counts a challenge that is to be kept: 3,000 a minute of all, for the sake of the database. Requests that keep none are not
     * counted here, so that a few networks do not close the door for everybody.
     */
    challenge: (): Promise<Allowance> => challenges.consume('all'),
  };
}
