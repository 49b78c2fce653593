import type { FastifyInstance } from 'fastify';

import type { Limit } from '../../server/limits.ts';
import { bySomebody } from '../shared/staff-routes.ts';
import { AuthPage } from '../shared/document.tsx';
import type { Inbox } from '../shared/inbox.tsx';
import { registerPasskeyRoutes, PasskeyButton } from './passkey-form.tsx';
import { suggestPasskeyName, verifyRegistration, createRegistrationOptions } from './passkeys.ts';

/**
 * Registers GET /invitation and the POSTs of its script. The token is in the fragment of the link, which no server or
 * proxy sees. Opening the link does not use up the invitation: mail scanners open links.
 */
export function registerInvitationRoutes(app: FastifyInstance, inbox: Inbox, failures: Limit): void {
  const { people } = inbox;

  app.get('/invitation', async (_request, reply) => inbox.show(reply, <InvitationPage />, { script: 'passkey' }));

  registerPasskeyRoutes(app, inbox, failures, {
    path: '/invitation',
    purposeOf: (body) => `invitation ${tokenIn(body)}`,
    async options({ request, own, challenge }) {
      const invitation = await people.invitation(tokenIn(request.body));
      if (invitation === 'unknown') return { refused: 404, message: unusable };
      if (invitation === 'ended') return { refused: 410, message: unusable };
      request.setDecorator<boolean>(bySomebody, true);
      return createRegistrationOptions(own, invitation, challenge);
    },
    async examine({ request: { body, headers }, own, challenge }) {
      const passkey = await verifyRegistration(body, challenge, own);
      if (passkey === null)
        return { refused: 422, message: 'This passkey cannot be used here. Try another one.', isCounted: true };
      const accepted = await people.accept(tokenIn(body), {
        ...passkey,
        name: suggestPasskeyName(headers['user-agent'] ?? ''),
      });
      if (accepted.outcome === 'known')
        return { refused: 409, message: 'This passkey is registered already. Sign in with it.' };
      if (accepted.outcome === 'gone') return { refused: 410, message: unusable };
      return { person: accepted.person, how: 'with a new passkey' };
    },
  });
}

function tokenIn(body: unknown): string {
  const { token } = Object(body) as { token?: unknown };
  return typeof token === 'string' ? token : '';
}

const unusable =
  'This invitation cannot be used. A link works once, within 24 hours, and only if it is complete. Ask whoever looks after the website for a new invitation.';

/** Renders the page on which an invited person registers a passkey. The script shows the person's address. */
export function InvitationPage() {
  return (
    <AuthPage title="Your invitation">
      <h1>Your invitation</h1>
      <p role="status" data-invited="" className="font-semibold empty:hidden" />
      <p>
        You are invited to the inbox. You need no password: this device makes a passkey, and from then on its
        fingerprint, face or PIN lets you in.
      </p>
      <PasskeyButton ceremony="create" action="/invitation" to="/waiting">
        Create a passkey
      </PasskeyButton>
      <p className="border-t border-hairline pt-[1.1rem] text-small text-quiet">
        This link works once. The passkey is kept on the device that you use now, or wherever that device keeps its
        passkeys.
      </p>
    </AuthPage>
  );
}
