import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lifetimes } from '../../enquiries/core/people.ts';
import type { Attempts } from './attempts.ts';
import { forgetCookie, readCookie, setCookie } from './cookies.ts';
import { takeJson } from '../parts/form.ts';
import { ownOrigin } from '../inbox-app.ts';
import { inboxPath, withoutDone } from '../parts/inbox-path.ts';
import { noticeIn } from '../parts/notices.ts';
import type { OwnOrigin } from './own-origin.ts';
import { isPasskeyId, optionsToSignIn, signedBy } from './passkeys.ts';
import { refuseTooMany, sendFault } from '../parts/refusals.ts';
import { setSession } from './sessions.ts';
import type { Inbox } from '../parts/show.ts';

/** What the challenge of a sign-in is made for. That of an invitation is made for that invitation. */
const purpose = 'sign in';

/** GET /sign-in, and what its script posts. One answer to every passkey that does not let in: it tells nobody who exists. */
export function signIn(app: FastifyInstance, inbox: Inbox, attempts: Attempts): void {
  const { people, enquiries } = inbox;

  app.get('/sign-in', async (request, reply) => {
    const place = withoutDone(inboxPath(new URL(request.url, 'http://inbox.invalid').searchParams.get('to')));
    const token = readCookie(request, 'session');
    if (token !== undefined && (await people.session(token)) !== null) return reply.redirect(place, 302);
    return inbox.show(reply, { page: 'sign in', to: place, notice: noticeIn(request) });
  });

  app.register(async (script) => {
    takeJson(script);
    script.addHook('onRequest', withinLimits(inbox, attempts));

    script.post('/sign-in/options', async (request, reply) => {
      const options = await optionsToSignIn(request.getDecorator<OwnOrigin>(ownOrigin));
      return startCeremony(inbox, attempts, reply, purpose, options);
    });

    script.post('/sign-in', async (request, reply) => {
      const { body } = request;
      const challenge = await endCeremony(inbox, request, reply, purpose);
      if (challenge === null) return sendFault(reply, 400, tooLate);
      const { id, userHandle } = namedIn(body);
      const known = isPasskeyId(id) ? await people.passkey(id) : null;
      const signed = known && (await signedBy(known.passkey, body, challenge, request.getDecorator(ownOrigin)));
      if (!signed || known.person.handle !== userHandle || !(await people.passkeyUsed(id, signed.counter)))
        return sendFault(reply, 401, 'This passkey does not open the inbox. Choose another, or ask for an invitation.');
      await letIn(inbox, request, reply, known.person.email);
      await enquiries.keep('sign in', known.person.email, '');
      return reply.send({});
    });
  });
}

/** What is said where a challenge is no longer there. */
export const tooLate = 'This took too long, or was done already. Try it again.';

/** An `onRequest` hook. */
export function withinLimits(inbox: Inbox, attempts: Attempts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const allowance = await attempts.ofClient(request.ip);
    return allowance.allowed ? undefined : refuseTooMany(inbox, reply, allowance.retryAfterSeconds);
  };
}

/** Answers with the options, and keeps their challenge for the browser that is given it. */
export async function startCeremony(
  inbox: Inbox,
  attempts: Attempts,
  reply: FastifyReply,
  madeFor: string,
  options: { challenge: string },
): Promise<FastifyReply> {
  const allowance = await attempts.challenge();
  if (!allowance.allowed) return refuseTooMany(inbox, reply, allowance.retryAfterSeconds);
  const token = await inbox.people.challenge(madeFor, options.challenge);
  return setCookie(reply, 'ceremony', { value: token, seconds: lifetimes.challenge / 1000 }).send(options);
}

/** Takes the challenge out, so that nothing signs it twice. */
export async function endCeremony(
  { people }: Inbox,
  request: FastifyRequest,
  reply: FastifyReply,
  madeFor: string,
): Promise<string | null> {
  const token = readCookie(request, 'ceremony');
  forgetCookie(reply, 'ceremony');
  return token === undefined ? null : people.takeChallenge(madeFor, token);
}

/** Begins a session with a token that nobody can have known before; one that this browser had ends. */
export async function letIn(
  { people }: Inbox,
  request: FastifyRequest,
  reply: FastifyReply,
  person: string,
): Promise<void> {
  const before = readCookie(request, 'session');
  if (before !== undefined) await people.signOut(before);
  setSession(reply, await people.signIn(person));
}

/** Which passkey, and whose, the answer of an authenticator says that it is. */
function namedIn(body: unknown): { id: string; userHandle: unknown } {
  const { id, response } = Object(body) as { id?: unknown; response?: unknown };
  const { userHandle } = Object(response) as { userHandle?: unknown };
  return { id: typeof id === 'string' ? id : '', userHandle };
}
