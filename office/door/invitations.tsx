import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { StoredInvitation } from '../../enquiries/core/people-store.ts';
import { bySomebody } from '../parts/desk.ts';
import { DoorPage } from '../parts/document.tsx';
import type { Inbox } from '../parts/inbox.tsx';
import { refuse, sendFault } from '../parts/refusals.tsx';
import { type Ceremonies, PasskeyButton, tooLate } from './ceremony.tsx';
import { ownOrigin, type OwnOrigin } from './own-origin.ts';
import { newPasskey, optionsToRegister } from './passkeys.ts';

interface Invited {
  Params: { token: string };
}

/** GET /invitation/TOKEN, and what its script posts. To look at the link uses nothing up: programs that check mails do. */
export function invitations(app: FastifyInstance, inbox: Inbox, ceremonies: Ceremonies): void {
  const { people } = inbox;

  const invitationOf = async (request: FastifyRequest<Invited>) => {
    const invitation = await people.invitation(request.params.token);
    if (isOpen(invitation)) request.setDecorator<boolean>(bySomebody, true);
    return invitation;
  };

  // Not counted: nobody can guess 256 random bits, and pictures in pages of others would use up a person's attempts.
  app.get<Invited>('/invitation/:token', async (request, reply) => {
    const invitation = await invitationOf(request);
    return isOpen(invitation)
      ? inbox.show(reply, <InvitationPage person={invitation.email} token={request.params.token} />, {
          asksForPasskey: true,
        })
      : refuseInvitation(inbox, reply, invitation);
  });

  ceremonies.addRoutes(app, (script) => {
    script.post<Invited>('/invitation/:token/options', async (request, reply) => {
      const { token } = request.params;
      const invitation = await invitationOf(request);
      if (!isOpen(invitation)) return refuseInvitation(inbox, reply, invitation);
      const options = await optionsToRegister(request.getDecorator<OwnOrigin>(ownOrigin), invitation);
      return ceremonies.begin(reply, purposeOf(token), options);
    });

    script.post<Invited>('/invitation/:token', async (request, reply) => {
      const { token } = request.params;
      const challenge = await ceremonies.challengeOf(request, reply, purposeOf(token));
      if (challenge === null) return sendFault(reply, 400, tooLate);
      const passkey = await newPasskey(request.body, challenge, request.getDecorator(ownOrigin));
      if (passkey === null) return sendFault(reply, 422, 'This passkey cannot be used here. Try another one.');
      const accepted = await people.accept(token, passkey);
      if (accepted.outcome === 'known')
        return sendFault(reply, 409, 'This passkey is registered already. Sign in with it.');
      if (accepted.outcome === 'gone') return refuseInvitation(inbox, reply, 'ended');
      return ceremonies.letIn(request, reply, accepted.person, 'with a new passkey');
    });
  });
}

function purposeOf(token: string): string {
  return `invitation ${token}`;
}

function isOpen(invitation: StoredInvitation | 'unknown' | 'ended'): invitation is StoredInvitation {
  return typeof invitation === 'object';
}

function refuseInvitation(inbox: Inbox, reply: FastifyReply, why: 'unknown' | 'ended'): FastifyReply {
  const title = 'This invitation cannot be used';
  const advice =
    'A link works once, within 24 hours, and only if it is complete. Ask whoever looks after the website for a new invitation.';
  return refuse(inbox, reply, why === 'ended' ? 410 : 404, { title, advice });
}

/** Lets an invited person register a passkey. */
export function InvitationPage({ person, token }: { person: string; token: string }) {
  return (
    <DoorPage title="Your invitation">
      <h1>Your invitation</h1>
      <p>
        You are invited to the inbox as <strong>{person}</strong>. You need no password: this device makes a passkey,
        and from then on its fingerprint, face or PIN lets you in.
      </p>
      <PasskeyButton ceremony="create" action={`/invitation/${encodeURIComponent(token)}`} to="/waiting">
        Create a passkey
      </PasskeyButton>
      <p className="border-t border-hairline pt-[1.1rem] text-small text-quiet">
        This link works once. The passkey is kept on the device that you use now, or wherever that device keeps its
        passkeys.
      </p>
    </DoorPage>
  );
}
