import { dayAndTime } from '../../enquiries/core/promise.ts';
import { Moment } from '../inbox/moment.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import type { AccountView } from '../parts/view.ts';

/** The person's own passkeys and sessions, and the way out of all of them. */
export function AccountPage({ view }: { view: AccountView }) {
  const { person, passkeys, sessions, now } = view;
  return (
    <OfficePage view={view} title="Account">
      <header className="page-header">
        <h1>Account</h1>
        <p>
          You are signed in as <strong>{person}</strong>.
        </p>
      </header>
      <section>
        <h2>Your passkeys</h2>
        <ul className="plain-list">
          {passkeys.map(({ id, addedAt, lastUsedAt }) => (
            <li key={id}>
              Made <Moment at={addedAt} now={now} />
              {lastUsedAt === null ? (
                ', never used since'
              ) : (
                <>
                  , last used <Moment at={lastUsedAt} now={now} />
                </>
              )}
              {passkeys.length < 2 ? null : (
                <form method="post" action="/account/passkeys">
                  <input type="hidden" name="remove" value={id} />
                  <button
                    type="submit"
                    className="button"
                    aria-label={`Remove the passkey made ${dayAndTime(addedAt, now)}`}
                  >
                    Remove
                  </button>
                </form>
              )}
            </li>
          ))}
        </ul>
        <p className="quiet">
          For a passkey on another device ask for a new invitation. If you have lost one, remove it here once you have
          another.
        </p>
      </section>
      <section>
        <h2>Where you are signed in</h2>
        <ul className="plain-list">
          {sessions.map(({ signedInAt, lastSeenAt, isThis }) => (
            <li key={signedInAt.toISOString()}>
              Since <Moment at={signedInAt} now={now} />,{' '}
              {isThis ? (
                <strong>in this browser</strong>
              ) : (
                <>
                  last seen <Moment at={lastSeenAt} now={now} />
                </>
              )}
            </li>
          ))}
        </ul>
        <p className="quiet">You are signed out after 12 hours without a visit.</p>
        <form method="post" action="/sign-out-everywhere">
          <button type="submit" className="button">
            Sign out everywhere
          </button>
        </form>
      </section>
    </OfficePage>
  );
}
