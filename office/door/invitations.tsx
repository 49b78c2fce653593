import type { FastifyInstance, FastifyReply } from 'fastify';

import type { StoredInvitation } from '../../enquiries/core/people-store.ts';
import { bySomebody } from '../parts/desk.ts';
import { DoorPage } from '../parts/document.tsx';
import type { Inbox } from '../parts/inbox.tsx';
import { sendFault } from '../parts/refusals.tsx';
import { type Ceremonies, PasskeyButton, tooLate } from './ceremony.tsx';
import { ownOrigin, type OwnOrigin } from './own-origin.ts';
import { nameFor, newPasskey, optionsToRegister } from './passkeys.ts';

/**
 * GET /invitation, and what its script posts: the token, which stands behind the # of the link, where no server and no proxy sees it.
 * To look at the link uses nothing up: programs that check mails do.
 */
export function invitations(app: FastifyInstance, inbox: Inbox, ceremonies: Ceremonies): void {
  const { people } = inbox;

  app.get('/invitation', async (_request, reply) => inbox.show(reply, <InvitationPage />, { script: 'passkey' }));

  ceremonies.addRoutes(app, (script) => {
    script.post('/invitation/options', async (request, reply) => {
      const token = tokenIn(request.body);
      const invitation = await people.invitation(token);
      if (!isOpen(invitation)) return refuseInvitation(reply, invitation);
      request.setDecorator<boolean>(bySomebody, true);
      const own = request.getDecorator<OwnOrigin>(ownOrigin);
      return ceremonies.begin(reply, purposeOf(token), (challenge) => optionsToRegister(own, invitation, challenge));
    });

    script.post('/invitation', async (request, reply) => {
      const token = tokenIn(request.body);
      const challenge = await ceremonies.challengeOf(request, reply, purposeOf(token));
      if (challenge === null) return sendFault(reply, 400, tooLate);
      const passkey = await newPasskey(request.body, challenge, request.getDecorator(ownOrigin));
      if (passkey === null) return ceremonies.fail(reply, 422, 'This passkey cannot be used here. Try another one.');
      const name = nameFor(request.headers['user-agent'] ?? '');
      const accepted = await people.accept(token, { ...passkey, name });
      if (accepted.outcome === 'known')
        return sendFault(reply, 409, 'This passkey is registered already. Sign in with it.');
      if (accepted.outcome === 'gone') return refuseInvitation(reply, 'ended');
      return ceremonies.letIn(request, reply, accepted.person, 'with a new passkey');
    });
  });
}

function tokenIn(body: unknown): string {
  const { token } = Object(body) as { token?: unknown };
  return typeof token === 'string' ? token : '';
}

function purposeOf(token: string): string {
  return `invitation ${token}`;
}

function isOpen(invitation: StoredInvitation | 'unknown' | 'ended'): invitation is StoredInvitation {
  return typeof invitation === 'object';
}

function refuseInvitation(reply: FastifyReply, why: 'unknown' | 'ended'): FastifyReply {
  return sendFault(reply, why === 'ended' ? 410 : 404, unusable);
}

const unusable =
  'This invitation cannot be used. A link works once, within 24 hours, and only if it is complete. Ask whoever looks after the website for a new invitation.';

/** Lets an invited person register a passkey. The script says who that is. */
export function InvitationPage() {
  return (
    <DoorPage title="Your invitation">
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
    </DoorPage>
  );
}
