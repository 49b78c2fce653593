import type { FastifyInstance } from 'fastify';
import { forgetCookie } from './cookies.ts';
import { formOf, takeForms } from '../parts/form.ts';
import { withDone } from '../parts/inbox-path.ts';
import { noticeIn } from '../parts/notices.ts';
import { isPasskeyId } from './passkeys.ts';
import { setSession, signedIn } from './sessions.ts';
import type { Inbox } from '../parts/show.ts';

/** GET /account, and POST /account/passkeys, /sign-out and /sign-out-everywhere. */
export function account(app: FastifyInstance, inbox: Inbox): void {
  const { people, enquiries } = inbox;

  app.get(
    '/account',
    signedIn(inbox, async (request, reply, session) => {
      const passkeys = await people.passkeys(session.person);
      const sessions = await people.sessions(session.person, session.token);
      return inbox.show(reply, {
        page: 'account',
        ...(await inbox.office(session, noticeIn(request))),
        passkeys: passkeys.map(({ id, addedAt, lastUsedAt }) => ({ id, addedAt, lastUsedAt })),
        sessions: sessions.map(({ signedInAt, lastSeenAt, isThis }) => ({ signedInAt, lastSeenAt, isThis })),
      });
    }),
  );

  app.register(async (forms) => {
    takeForms(forms);
    forms.post(
      '/account/passkeys',
      signedIn(
        inbox,
        async (request, reply, { person }) => {
          const id = formOf(request).get('remove') ?? '';
          if (!isPasskeyId(id) || !(await people.removePasskey(person, id))) return reply.redirect('/account', 303);
          await enquiries.keep('remove passkey', person, '');
          return setSession(reply, await people.signIn(person)).redirect(withDone('/account', 'passkey'), 303);
        },
        () => ({ to: '/account' }),
      ),
    );
    forms.post(
      '/sign-out',
      signedIn(inbox, async (_request, reply, { token }) => {
        await people.signOut(token);
        return forgetCookie(reply, 'session').redirect(withDone('/sign-in', 'sign-out'), 303);
      }),
    );
    forms.post(
      '/sign-out-everywhere',
      signedIn(inbox, async (_request, reply, { person }) => {
        await people.signOutEverywhere(person);
        await enquiries.keep('sign out everywhere', person, '');
        return forgetCookie(reply, 'session').redirect(withDone('/sign-in', 'sign-out-everywhere'), 303);
      }),
    );
  });
}
