import { DoorPage } from './door-page.tsx';
import { Notice } from '../parts/notice.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import type { SignInView } from '../parts/view.ts';

export function SignInPage({ view }: { view: SignInView }) {
  const { to, typed, notice } = view;
  return (
    <DoorPage view={view} title="Sign in">
      <h1>Sign in</h1>
      <Notice notice={notice} />
      <p>Your passkey lets you in: the fingerprint, face or PIN of this device, or a phone or security key.</p>
      <PasskeyButton ceremony="get" action="/sign-in" to={to}>
        Sign in with a passkey
      </PasskeyButton>
      {typed ? <TypedBefore to={to} typed={typed} /> : null}
      <p className="aside">Without a passkey that works, ask whoever looks after the website for a new invitation.</p>
    </DoorPage>
  );
}

/** Sent by the script once the person is in, or by hand: nothing typed is lost when a session has ended. */
function TypedBefore({ to, typed }: { to: string; typed: Readonly<Record<string, string>> }) {
  return (
    <form id="resume" method="post" action={to}>
      {Object.entries({ ...typed, resumed: 'yes' }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="quiet">What you typed is kept here, and shown again once you are in. Nothing is saved before.</p>
      <button type="submit" className="button">
        Signed in elsewhere meanwhile: go on
      </button>
    </form>
  );
}
