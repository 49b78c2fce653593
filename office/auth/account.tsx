import type { FastifyReply } from 'fastify';
import type { Passkey } from '../../accounts/passkeys.ts';
import type { Session } from '../../accounts/sessions.ts';
import { markHiddenCharacters } from '../../text/invisible-characters.ts';
import { formatDayAndTime } from '../../enquiries/response-target.ts';
import { forgetCookie, setCookie, setSession } from '../shared/cookies.ts';
import { type StaffRoutes, requireRecentAuth } from '../shared/staff-routes.ts';
import { Moment } from '../shared/document.tsx';
import { readForm, toOneLine } from '../shared/form.ts';
import { usePageContext, useCurrentUser } from '../shared/page-context.ts';
import { safeReturnPath } from '../shared/return-path.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { PostButton, Submit } from '../shared/post-button.tsx';
import { isPasskeyId, maxPasskeyNameLength } from './passkeys.ts';

const year = 365 * 24 * 60 * 60;

/** Registers GET /account, and POST /account/passkeys, /sign-out, /sign-out-everywhere and /theme. */
export function registerAccountRoutes({ app, get, post }: StaffRoutes): void {
  get('/account', async ({ people, person, token, show }) => {
    const [passkeys, sessions] = [await people.passkeys(person), await people.sessions(person, token)];
    return show(<AccountPage passkeys={passkeys} sessions={sessions} />);
  });
  post(
    '/account/passkeys',
    requireRecentAuth(async ({ people, enquiries, person, signedInAt, form, reply, done }) => {
      const id = form.get('remove') ?? '';
      if (!isPasskeyId(id) || !(await people.removePasskey(person, id))) return reply.redirect('/account', 303);
      await enquiries.recordEvent('remove passkey', person, '');
      setSession(reply, await people.signIn(person, signedInAt));
      return done('/account', 'passkey');
    }),
    () => ({ to: '/account' }),
  );
  post('/account/passkey-names', async ({ people, person, form, reply, done }) => {
    const [id, name] = [form.get('passkey') ?? '', toOneLine(form.get('name'), maxPasskeyNameLength)];
    const isNamed = isPasskeyId(id) && (await people.renamePasskey(person, id, name));
    return isNamed ? done('/account', 'passkey-name') : reply.redirect('/account', 303);
  });
  post('/sign-out', async ({ people, token, reply, done }) => {
    await people.signOut(token);
    forget(reply);
    return done('/sign-in', 'sign-out');
  });
  post('/sign-out-everywhere', async ({ people, enquiries, person, reply, done }) => {
    await people.signOutEverywhere(person);
    await enquiries.recordEvent('sign out everywhere', person, '');
    forget(reply);
    return done('/sign-in', 'sign-out-everywhere');
  });
  // The theme is a cookie: no session is needed.
  app.post('/theme', async (request, reply) => {
    const form = readForm(request);
    const value = form.get('theme') === 'light' ? 'light' : 'dark';
    setCookie(reply, 'theme', { value, seconds: year, sameSite: 'Lax' });
    return reply.redirect(safeReturnPath(form.get('back')), 303);
  });
}

/** Deletes the session and the unsent drafts from the browser, for others who share the computer. */
function forget(reply: FastifyReply): void {
  forgetCookie(reply, 'session');
  reply.header('clear-site-data', '"storage"');
}

interface AccountPageProps {
  passkeys: readonly Pick<Passkey, 'id' | 'name' | 'addedAt' | 'lastUsedAt'>[];
  sessions: readonly (Pick<Session, 'signedInAt' | 'lastSeenAt'> & { isThis: boolean })[];
}

/** Renders the person's passkeys and sessions, with the buttons to sign out here or everywhere. */
export function AccountPage({ passkeys, sessions }: AccountPageProps) {
  const { person } = useCurrentUser();
  return (
    <OfficePage title="Account" lead={`You are signed in as ${person}.`} here="/account">
      <Passkeys passkeys={passkeys} />
      <Sessions sessions={sessions} />
    </OfficePage>
  );
}

function Passkeys({ passkeys }: Pick<AccountPageProps, 'passkeys'>) {
  const { now, words } = usePageContext();
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">Your passkeys</h2>
      <ul className="ruled mb-[0.6rem]">
        {passkeys.map(({ id, name, addedAt, lastUsedAt }, index) => (
          <li key={id}>
            <form method="post" action="/account/passkey-names" className="row gap-y-[0.4rem]">
              <input type="hidden" name="passkey" value={id} />
              <label htmlFor={`name-${index}`} className="font-semibold">
                Name
              </label>
              <input
                id={`name-${index}`}
                name="name"
                defaultValue={markHiddenCharacters(name)}
                maxLength={maxPasskeyNameLength}
                autoComplete="off"
                className="field min-w-0"
              />
              <Submit>Save the name</Submit>
            </form>
            Made <Moment at={addedAt} />, {lastUsedAt === null ? 'never used since' : 'last used '}
            {lastUsedAt === null ? null : <Moment at={lastUsedAt} />}
            {passkeys.length < 2 ? null : (
              <PostButton
                to="/account/passkeys"
                fields={{ remove: id }}
                label={`Remove the passkey ${markHiddenCharacters(name)} made ${formatDayAndTime(addedAt, now, words.office.timeZone)}`}
              >
                Remove
              </PostButton>
            )}
          </li>
        ))}
      </ul>
      <p className="text-quiet">
        For a passkey on another device ask for a new invitation. If you have lost one, remove it here once you have
        another.
      </p>
    </section>
  );
}

function Sessions({ sessions }: Pick<AccountPageProps, 'sessions'>) {
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">Where you are signed in</h2>
      <ul className="ruled mb-[0.6rem]">
        {sessions.map(({ signedInAt, lastSeenAt, isThis }) => (
          <li key={signedInAt.toISOString()}>
            Since <Moment at={signedInAt} />, {isThis ? <strong>in this browser</strong> : 'last seen '}
            {isThis ? null : <Moment at={lastSeenAt} />}
          </li>
        ))}
      </ul>
      <p className="mb-4 text-quiet">You are signed out after 12 hours without a visit.</p>
      <PostButton to="/sign-out-everywhere">Sign out everywhere</PostButton>
    </section>
  );
}
