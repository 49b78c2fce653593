import type { FastifyInstance } from 'fastify';
import { forgetCookie } from './cookies.ts';
import { takeForms } from './form.ts';
import { withDone } from './inbox-path.ts';
import { signedIn } from './sessions.ts';
import type { Inbox } from './show.ts';

/** GET /account, and POST /sign-out and /sign-out-everywhere. */
export function account(app: FastifyInstance, inbox: Inbox): void {
  const { people, enquiries } = inbox;

  app.get(
    '/account',
    signedIn(inbox, async (_request, reply, session) => {
      const passkeys = await people.passkeys(session.person);
      const sessions = await people.sessions(session.person, session.token);
      return inbox.show(reply, {
        page: 'account',
        ...(await inbox.office(session)),
        passkeys: passkeys.map(({ addedAt, lastUsedAt }) => ({ addedAt, lastUsedAt })),
        sessions: sessions.map(({ signedInAt, lastSeenAt, isThis }) => ({ signedInAt, lastSeenAt, isThis })),
      });
    }),
  );

  app.register(async (forms) => {
    takeForms(forms);
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
