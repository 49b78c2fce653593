import { roles as allRoles, type Role } from '../../accounts/roles.ts';
import type { ListedPerson } from '../../accounts/people.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { markHiddenCharacters } from '../../text/invisible-characters.ts';
import { Moment } from '../shared/document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { useCurrentUser } from '../shared/page-context.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { HiddenFields, Submit } from '../shared/post-button.tsx';
import { TextField } from '../shared/text-field.tsx';

const roleNames: Record<Role, [name: string, meaning: string]> = {
  enquiries: ['Enquiries', 'sees and handles what visitors send'],
  words: ['Words', 'changes the words of the site and publishes them'],
  people: ['People', 'invites and removes people, and gives them roles'],
};

/** Renders the list of people with their roles. */
export function PeoplePage({ people }: { people: readonly ListedPerson[] }) {
  return (
    <OfficePage title="People" lead="Who may open this office, and what each may do here." here="/people">
      <ul className="ruled max-w-text">
        {people.map(({ email, roles, lastSeenAt, invitedUntil }) => (
          <li key={email}>
            <h2 className="wrap-anywhere">
              <a href={`/people/person?${new URLSearchParams({ email })}`} className="link target inline-flex">
                <UserText text={email} />
              </a>
            </h2>
            <p>{roles.map((role) => roleNames[role][0]).join(', ') || 'No role'}</p>
            <p className="text-quiet">
              {lastSeenAt === null ? 'Never here yet' : 'Last here '}
              {lastSeenAt === null ? null : <Moment at={lastSeenAt} />}
              {invitedUntil === null ? null : (
                <>
                  . Invited until <Moment at={invitedUntil} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <a href="/people/invite" className="button button-primary mt-5">
        Invite somebody…
      </a>
    </OfficePage>
  );
}

/** Values of the form for a person. */
export interface Asked {
  email: string;
  roles: readonly Role[];
}

interface PersonPageProps {
  asked: Asked;
  /** Existing person; absent for an invitation. */
  listed?: ListedPerson | undefined;
  /** Possible successors for the person's open enquiries. */
  heirs: readonly string[];
  /** True if the site can mail an invitation. */
  isMailed: boolean;
}

/** Renders the form that invites a person, or changes an existing one. */
export function PersonPage({ asked, listed, heirs, isMailed }: PersonPageProps) {
  const { email } = asked;
  const { notice } = useCurrentUser();
  const title = listed === undefined ? 'Invite somebody' : email;
  return (
    <OfficePage title={title}>
      <form
        method="post"
        action={listed === undefined ? '/people/invite' : '/people/roles'}
        className="grid max-w-(--measure) justify-items-start gap-5"
      >
        {listed === undefined ? (
          <TextField
            name="email"
            label="Email address"
            inputMode="email"
            defaultValue={email}
            aria-describedby={notice && 'notice'}
          />
        ) : (
          <input type="hidden" name="email" value={email} />
        )}
        <RoleChoice chosen={asked.roles} />
        {listed === undefined ? (
          <InvitationButtons isMailed={isMailed} />
        ) : (
          <Submit className="button button-primary">Save the roles</Submit>
        )}
      </form>
      {listed === undefined ? null : <FurtherActs listed={listed} heirs={heirs} isMailed={isMailed} />}
    </OfficePage>
  );
}

function RoleChoice({ chosen }: { chosen: readonly Role[] }) {
  return (
    <fieldset>
      <legend className="font-semibold">May do</legend>
      {allRoles.map((role) => (
        <label key={role} className="target gap-3">
          <input type="checkbox" name="role" value={role} defaultChecked={chosen.includes(role)} />
          <span>
            <strong>{roleNames[role][0]}</strong>: {roleNames[role][1]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Renders the buttons. Return presses the first. */
function InvitationButtons({ isMailed }: Pick<PersonPageProps, 'isMailed'>) {
  return (
    <div className="row">
      {isMailed ? (
        <button type="submit" name="by" value="mail" className="button button-primary">
          Mail the invitation
        </button>
      ) : null}
      <Submit className={isMailed ? 'button' : 'button button-primary'}>Make a link to pass on</Submit>
    </div>
  );
}

function FurtherActs({
  listed: { email, roles },
  heirs,
  isMailed,
}: { listed: ListedPerson } & Pick<PersonPageProps, 'heirs' | 'isMailed'>) {
  return (
    <>
      <h2 className="mt-9">Another device</h2>
      <p className="mt-[0.3rem] mb-3 max-w-(--measure)">
        A new link lets this person make a passkey on another device, or in the place of one that is lost. Whoever has
        the link comes in as this person.
      </p>
      <form method="post" action="/people/invite">
        <HiddenFields fields={{ email, role: roles }} />
        <InvitationButtons isMailed={isMailed} />
      </form>
      <h2 className="mt-9">Remove</h2>
      <p className="mt-[0.3rem] mb-3 max-w-(--measure)">
        Passkeys, open pages and links of this person stop working at once. What they did stays in the history, what
        they were writing stays for others.
      </p>
      <form method="post" action="/people/remove" className="row">
        <input type="hidden" name="email" value={email} />
        <label htmlFor="heir">What waits for them goes to</label>
        <select id="heir" name="to" className="field min-w-0">
          <option value="">nobody</option>
          {heirs.map((person) => (
            <option key={person} value={person}>
              {markHiddenCharacters(person)}
            </option>
          ))}
        </select>
        <Submit className="button is-grave">Remove this person</Submit>
      </form>
    </>
  );
}

interface InvitedPageProps {
  invited: string;
  link: string;
  until: Date;
  /** Outcome of the mail, if one was requested. */
  mailed?: SendOutcome | undefined;
}

/** Renders the link of an invitation, which is shown only once. */
export function InvitedPage({ invited, link, until, mailed }: InvitedPageProps) {
  return (
    <OfficePage
      title="The link is made"
      lead={
        <>
          For <UserText text={invited} /> alone: it works once, until <Moment at={until} />. <Mailed mailed={mailed} />
        </>
      }
      here="/people"
    >
      <pre className="words wrap-anywhere">{link}</pre>
      <a href="/people" className="button mt-5">
        Back to people
      </a>
    </OfficePage>
  );
}

function Mailed({ mailed }: Pick<InvitedPageProps, 'mailed'>) {
  if (mailed?.delivered === true) return 'It was mailed. You need it only if the mail does not arrive.';
  const passOn = 'Copy it now and pass it on: it is not shown again.';
  if (mailed === undefined) return `Nothing is mailed. ${passOn}`;
  return (
    <>
      The mail was not sent. The mail server said: <UserText text={mailed.reason} />. {passOn}
    </>
  );
}
