import type { FastifyReply } from 'fastify';
import type { Passkey } from '../../accounts/passkeys.ts';
import type { Session } from '../../accounts/sessions.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { formatDayAndTime } from '../../enquiries/response-target.ts';
import { deleteCookie, setCookie, setSessionCookie } from '../shared/cookies.ts';
import { redirectWithNotice } from '../shared/notices.tsx';
import { requireRecentAuth, sendStaffPage, type StaffRoutes } from '../shared/staff-request.ts';
import { DateTime } from '../shared/html-document.tsx';
import { getForm, toOneLine } from '../shared/form.ts';
import { usePageContext, useCurrentUser } from '../shared/page-context.ts';
import { sanitiseReturnPath } from '../shared/return-path.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { PostButton, SubmitButton } from '../shared/post-button.tsx';
import { TextField } from '../shared/fields.tsx';
import { isPasskeyId, maxPasskeyNameLength } from './passkeys.ts';

const yearInSeconds = 365 * 24 * 60 * 60;

/** Registers GET /account, POST /account/name, /account/keys, /account/passkeys, /account/passkey-names, /sign-out, /sign-out-everywhere, /theme. */
export function registerAccountRoutes({ publicApp, get, post }: StaffRoutes): void {
  get('/account', async (request) => {
    const { people } = request.office;
    const { person, token } = request.session;
    const [passkeys, sessions] = [await people.listPasskeys(person), await people.listSessions(person, token)];
    return sendStaffPage(request, <AccountPage passkeys={passkeys} sessions={sessions} />);
  });
  post('/account/name', async ({ office, session, form, reply }) => {
    await office.people.setName(session.person, toOneLine(form.get('name'), maxPasskeyNameLength));
    return redirectWithNotice(reply, '/account', 'passkey-name');
  });
  post('/account/keys', async ({ office, session, form, reply }) => {
    const usesKeys = form.get('keys') === 'yes';
    await office.people.setUsesKeys(session.person, usesKeys);
    return redirectWithNotice(reply, '/account', usesKeys ? 'keys' : 'no-keys');
  });
  post(
    '/account/passkeys',
    requireRecentAuth(async ({ office: { people, enquiries }, session: { person, signedInAt }, form, reply }) => {
      const id = form.get('remove') ?? '';
      if (!isPasskeyId(id) || !(await people.removePasskey(person, id))) return reply.redirect('/account', 303);
      await enquiries.recordEvent('remove passkey', person, '');
      setSessionCookie(reply, await people.createSession(person, signedInAt));
      return redirectWithNotice(reply, '/account', 'passkey');
    }),
    () => ({ returnPath: '/account' }),
  );
  post('/account/passkey-names', async ({ office: { people }, session: { person }, form, reply }) => {
    const [id, name] = [form.get('passkey') ?? '', toOneLine(form.get('name'), maxPasskeyNameLength)];
    const isRenamed = isPasskeyId(id) && (await people.renamePasskey(person, id, name));
    return isRenamed ? redirectWithNotice(reply, '/account', 'passkey-name') : reply.redirect('/account', 303);
  });
  post('/sign-out', async ({ office, session, reply }) => {
    await office.people.endSession(session.token);
    clearSessionData(reply);
    return redirectWithNotice(reply, '/sign-in', 'sign-out');
  });
  post('/sign-out-everywhere', async ({ office: { people, enquiries }, session: { person }, reply }) => {
    await people.endAllSessions(person);
    await enquiries.recordEvent('sign out everywhere', person, '');
    clearSessionData(reply);
    return redirectWithNotice(reply, '/sign-in', 'sign-out-everywhere');
  });
  // The theme is a cookie: no session is needed.
  publicApp.post('/theme', async (request, reply) => {
    const form = getForm(request);
    const value = form.get('theme') === 'light' ? 'light' : 'dark';
    setCookie(reply, 'theme', { value, maxAgeSeconds: yearInSeconds, sameSite: 'Lax' });
    return reply.redirect(sanitiseReturnPath(form.get('back')), 303);
  });
}

/** Deletes the session and the unsent drafts from the browser, for others who share the computer. */
function clearSessionData(reply: FastifyReply): void {
  deleteCookie(reply, 'session');
  reply.header('clear-site-data', '"storage"');
}

interface AccountPageProps {
  passkeys: readonly Pick<Passkey, 'id' | 'name' | 'addedAt' | 'lastUsedAt'>[];
  sessions: readonly (Pick<Session, 'signedInAt' | 'lastSeenAt'> & { isCurrent: boolean })[];
}

/** Renders the person's passkeys and sessions, with the buttons to sign out here or everywhere. */
export function AccountPage({ passkeys, sessions }: AccountPageProps) {
  const { person } = useCurrentUser();
  return (
    <OfficePage title="Account" lead={`You are signed in as ${person}.`} currentPath="/account">
      <NameForm />
      <KeySwitch />
      <PasskeyList passkeys={passkeys} />
      <SessionList sessions={sessions} />
    </OfficePage>
  );
}

function NameForm() {
  const { personName } = useCurrentUser();
  return (
    <form method="post" action="/account/name" className="grid max-w-text justify-items-start gap-[0.6rem]">
      <TextField
        name="name"
        label="Your name, under your answers"
        hint="Colleagues see it too. Leave it empty, and your address stands for you here."
        maxLength={maxPasskeyNameLength}
        defaultValue={markHiddenCharacters(personName)}
      />
      <SubmitButton>Save your name</SubmitButton>
    </form>
  );
}

function KeySwitch() {
  const { usesKeys } = useCurrentUser();
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">Keys</h2>
      <p className="mb-[0.6rem] text-quiet">Single keys act in the inbox if you choose it; “?” lists them.</p>
      <PostButton action="/account/keys" fields={{ keys: usesKeys ? 'no' : 'yes' }}>
        {usesKeys ? 'Do without keys' : 'Use keys'}
      </PostButton>
    </section>
  );
}

function PasskeyList({ passkeys }: Pick<AccountPageProps, 'passkeys'>) {
  const { now, content } = usePageContext();
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
              <SubmitButton>Save the name</SubmitButton>
            </form>
            Made <DateTime at={addedAt} />, {lastUsedAt === null ? 'never used since' : 'last used '}
            {lastUsedAt === null ? null : <DateTime at={lastUsedAt} />}
            {passkeys.length < 2 ? null : (
              <PostButton
                action="/account/passkeys"
                fields={{ remove: id }}
                label={`Remove the passkey ${markHiddenCharacters(name)} made ${formatDayAndTime(addedAt, now, content.office.timeZone)}`}
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

function SessionList({ sessions }: Pick<AccountPageProps, 'sessions'>) {
  return (
    <section className="mt-9 max-w-text">
      <h2 className="mb-[0.6rem]">Where you are signed in</h2>
      <ul className="ruled mb-[0.6rem]">
        {sessions.map(({ signedInAt, lastSeenAt, isCurrent }) => (
          <li key={signedInAt.toISOString()}>
            Since <DateTime at={signedInAt} />, {isCurrent ? <strong>in this browser</strong> : 'last seen '}
            {isCurrent ? null : <DateTime at={lastSeenAt} />}
          </li>
        ))}
      </ul>
      <p className="mb-4 text-quiet">You are signed out after 12 hours without a visit.</p>
      <PostButton action="/sign-out-everywhere">Sign out everywhere</PostButton>
    </section>
  );
}
