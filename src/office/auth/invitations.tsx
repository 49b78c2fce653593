import type { FastifyInstance } from 'fastify';
import type { RateLimit } from '../../server/rate-limits.ts';
import { isAuthenticatedKey } from '../shared/staff-routes.ts';
import { PageWithoutNavigation } from '../shared/html-document.tsx';
import type { OfficeContext } from '../shared/office-context.ts';
import { sendPage } from '../shared/send-page.tsx';
import { registerPasskeyRoutes, PasskeyButton } from './passkey-form.tsx';
import { suggestPasskeyName, verifyRegistration, createRegistrationOptions } from './passkeys.ts';

/**
 * Registers GET /invitation and the POSTs of its script. The token is in the fragment of the link, which no server or
 * proxy sees. Opening the link does not use up the invitation: mail scanners open links.
 */
export function registerInvitationRoutes(app: FastifyInstance, office: OfficeContext, failureLimit: RateLimit): void {
  const { people } = office;

  const settings = { script: 'passkey' } as const;
  app.get('/invitation', async (_request, reply) => sendPage({ office, reply }, <InvitationPage />, settings));

  registerPasskeyRoutes(app, office, failureLimit, {
    path: '/invitation',
    getPurpose: (body) => `invitation ${parseToken(body)}`,
    async createOptions({ request, expectedOrigin, challenge }) {
      const invitation = await people.findInvitation(parseToken(request.body));
      if (invitation === 'unknown') return { errorStatus: 404, message: unusableMessage };
      if (invitation === 'ended') return { errorStatus: 410, message: unusableMessage };
      request.setDecorator<boolean>(isAuthenticatedKey, true);
      return createRegistrationOptions(expectedOrigin, invitation, challenge);
    },
    async verifyResponse({ request: { body, headers }, expectedOrigin, challenge }) {
      const passkey = await verifyRegistration(body, challenge, expectedOrigin);
      if (passkey === null)
        return {
          errorStatus: 422,
          message: 'This passkey cannot be used here. Try another one.',
          countsAsFailure: true,
        };
      const accepted = await people.acceptInvitation(parseToken(body), {
        ...passkey,
        name: suggestPasskeyName(headers['user-agent'] ?? ''),
      });
      if (accepted.outcome === 'known')
        return { errorStatus: 409, message: 'This passkey is registered already. Sign in with it.' };
      if (accepted.outcome === 'gone') return { errorStatus: 410, message: unusableMessage };
      return { email: accepted.person, eventDetail: 'with a new passkey' };
    },
  });
}

function parseToken(body: unknown): string {
  const { token } = Object(body) as { token?: unknown };
  return typeof token === 'string' ? token : '';
}

const unusableMessage =
  'This invitation cannot be used. A link works once, within 24 hours, and only if it is complete. Ask whoever looks after the website for a new invitation.';

/** Renders the page on which an invited person registers a passkey. The script shows the person's address. */
export function InvitationPage() {
  return (
    <PageWithoutNavigation title="Your invitation">
      <h1>Your invitation</h1>
      <p role="status" data-invited="" className="font-semibold empty:hidden" />
      <p>
        You are invited to the office. You need no password: this device makes a passkey, and from then on its
        fingerprint, face or PIN lets you in.
      </p>
      <PasskeyButton credentialMethod="create" action="/invitation" returnPath="/open">
        Create a passkey
      </PasskeyButton>
      <p className="border-t border-hairline pt-[1.1rem] text-small text-quiet">
        This link works once. The passkey is kept on the device that you use now, or wherever that device keeps its
        passkeys.
      </p>
    </PageWithoutNavigation>
  );
}
