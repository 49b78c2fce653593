import { DoorPage } from './door-page.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import type { InvitationView } from '../parts/view.ts';

export function InvitationPage({ view }: { view: InvitationView }) {
  return (
    <DoorPage view={view} title="Your invitation">
      <h1>Your invitation</h1>
      <p>
        You are invited to the inbox as <strong>{view.person}</strong>. You need no password: this device makes a
        passkey, and from then on its fingerprint, face or PIN lets you in.
      </p>
      <PasskeyButton ceremony="create" action={`/invitation/${encodeURIComponent(view.token)}`} to="/waiting">
        Create a passkey
      </PasskeyButton>
      <p className="aside">
        This link works once. The passkey is kept on the device that you use now, or wherever that device keeps its
        passkeys.
      </p>
    </DoorPage>
  );
}
