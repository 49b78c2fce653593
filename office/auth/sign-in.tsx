import type { FastifyInstance, FastifyReply } from 'fastify';

import type { Limit } from '../../server/limits.ts';
import { readCookie } from '../shared/cookies.ts';
import type { FormReplay } from '../shared/staff-routes.ts';
import { AuthPage } from '../shared/document.tsx';
import type { Notice } from '../shared/page-context.ts';
import { firstPage, safeReturnPath, formatSignInUrl, removeDoneNotice } from '../shared/return-path.ts';
import type { Inbox } from '../shared/inbox.tsx';
import { readNotice, ShownNotice } from '../shared/notices.tsx';
import { ButtonLink, HiddenFields, Submit } from '../shared/post-button.tsx';
import { registerPasskeyRoutes, PasskeyButton, type Refusal, expiredMessage } from './passkey-form.tsx';
import { isPasskeyId, createSignInOptions, verifySignature } from './passkeys.ts';

/** Registers GET /sign-in and its script's POSTs. All rejections are alike, so as not to reveal who exists. */
export function registerSignInRoutes(app: FastifyInstance, inbox: Inbox, failures: Limit): void {
  const { people } = inbox;

  app.get('/sign-in', async (request, reply) => {
    const place = removeDoneNotice(safeReturnPath(new URL(request.url, 'http://inbox.invalid').searchParams.get('to')));
    const token = readCookie(request, 'session');
    if (token !== undefined && (await people.session(token)) !== null) return reply.redirect(place, 302);
    return inbox.show(reply, <SignInPage to={place} notice={readNotice(request)} />, { script: 'passkey' });
  });

  registerPasskeyRoutes(app, inbox, failures, {
    path: '/sign-in',
    purposeOf: () => 'sign in',
    options: ({ own, challenge }) => createSignInOptions(own, challenge),
    async examine({ request: { body }, own, challenge }) {
      const { id, userHandle } = namedIn(body);
      const known = isPasskeyId(id) ? await people.passkey(id) : null;
      const signed = known && (await verifySignature(known.passkey, body, challenge, own));
      if (!signed || known.person.handle !== userHandle) return unknownPasskey;
      if (!(await people.signedOnce(challenge))) return expiredMessage;
      if (!(await people.passkeyUsed(id, signed.counter))) return unknownPasskey;
      return { person: known.person.email, how: '' };
    },
  });
}

const unknownPasskey: Refusal = {
  refused: 401,
  message: 'This passkey does not open the inbox. Choose another, or ask for an invitation.',
  isCounted: true,
};

/** Answers with the sign-in page, which then replays the form: no typed text is lost. */
export function askAgain(
  inbox: Inbox,
  reply: FastifyReply,
  { to, typed }: FormReplay,
  why: 'ended' | 'proof',
): FastifyReply {
  const ended = { kind: 'problem', text: 'Your session has ended. Sign in to go on.' } as const;
  const address = formatSignInUrl(typed === undefined ? to : firstPage);
  const page = (
    <SignInPage to={to} typed={typed} notice={why === 'ended' ? ended : undefined} isProof={why === 'proof'} />
  );
  return inbox.show(reply, page, { status: 401, address, script: 'passkey' });
}

/** Returns the passkey id and user handle that an authenticator's response claims. */
function namedIn(body: unknown): { id: string; userHandle: unknown } {
  const { id, response } = Object(body) as { id?: unknown; response?: unknown };
  const { userHandle } = Object(response) as { userHandle?: unknown };
  return { id: typeof id === 'string' ? id : '', userHandle };
}

interface SignInPageProps {
  /** Path of the inbox to go to afterwards. */
  to: string;
  /** Values typed before the session expired. They are then posted to `to`, which shows but does not save them. */
  typed?: FormReplay['typed'] | undefined;
  notice?: Notice | undefined;
  /** True if the person is signed in and the action requires recent authentication. */
  isProof?: boolean;
}

/** Renders the prompt for the passkey. */
export function SignInPage({ to, typed, notice, isProof = false }: SignInPageProps) {
  const title = isProof ? 'Show your passkey again' : 'Sign in';
  return (
    <AuthPage title={title}>
      <h1>{title}</h1>
      <ShownNotice notice={notice} />
      {isProof ? (
        <p>
          To export, to erase, to remove a passkey or to change who may do what takes more than an open page, which
          somebody else might use. Show your passkey once more: you go on where you are, and are not asked again for
          five minutes. Nothing has been done yet.
        </p>
      ) : (
        <p>Your passkey lets you in: the fingerprint, face or PIN of this device, or a phone or security key.</p>
      )}
      <PasskeyButton ceremony="get" action="/sign-in" to={to}>
        {isProof ? 'Show the passkey' : 'Sign in with a passkey'}
      </PasskeyButton>
      {isProof ? <ButtonLink to={firstPage}>Back to the inbox</ButtonLink> : null}
      {typed ? <TypedBefore to={to} typed={typed} /> : null}
      <p className="border-t border-hairline pt-[1.1rem] text-small text-quiet">
        Without a passkey that works, ask whoever looks after the website for a new invitation.
      </p>
    </AuthPage>
  );
}

/** Renders the form with the typed values. The script submits it after signing in, or the person does. */
function TypedBefore({ to, typed }: { to: string; typed: NonNullable<FormReplay['typed']> }) {
  return (
    <form id="resume" method="post" action={to} className="grid justify-items-start gap-[0.6rem]">
      <HiddenFields fields={{ ...typed, resumed: 'yes' }} />
      <p className="text-quiet">
        What you typed or chose is kept here, and shown again once you are in. Nothing is saved before.
      </p>
      <Submit>Signed in elsewhere meanwhile: go on</Submit>
    </form>
  );
}
