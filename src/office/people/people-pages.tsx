import { allRoles, type Role } from '../../accounts/roles.ts';
import type { ListedPerson } from '../../accounts/people.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { useCurrentUser } from '../shared/page-context.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { HiddenFields, SubmitButton } from '../shared/post-button.tsx';
import { SelectField, TextField, toOptions } from '../shared/fields.tsx';

const roleTexts: Record<Role, [name: string, meaning: string]> = {
  enquiries: ['Enquiries', 'sees and handles what visitors send'],
  content: ['Content', 'changes the content of the site and publishes it'],
  people: ['People', 'invites and removes people, and gives them roles'],
};

/** Renders the list of people with their roles. */
export function PeoplePage({ people }: { people: readonly ListedPerson[] }) {
  const { names } = useCurrentUser();
  return (
    <OfficePage title="People" lead="Who may open this office, and what each may do here." currentPath="/people">
      <ul className="ruled">
        {people.map(({ email, roles, lastSeenAt, invitedUntil }) => (
          <li key={email} className={personClassName}>
            <div>
              <h2 className="text-[1.05rem] wrap-anywhere">
                <a href={`/people/person?${new URLSearchParams({ email })}`} className={personLinkClassName}>
                  <UserText text={names.get(email) || email} />
                </a>
              </h2>
              <p className="text-small wrap-anywhere text-quiet">
                {names.get(email) ? <UserText text={email} /> : null}
              </p>
            </div>
            <p>{roles.map((role) => roleTexts[role][0]).join(', ') || 'No role'}</p>
            <p className="text-quiet">
              {lastSeenAt === null ? 'Never here yet' : 'Last here '}
              {lastSeenAt === null ? null : <DateTime at={lastSeenAt} />}
              {invitedUntil === null ? null : (
                <>
                  . Invited until <DateTime at={invitedUntil} />
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

const personClassName =
  'relative grid items-baseline gap-x-8 gap-y-1 py-3 hover:bg-raised md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)]';
const personLinkClassName = 'link target inline-flex after:absolute after:inset-0';

/** Values of the form for a person, as submitted or stored. */
export interface PersonFormValues {
  email: string;
  roles: readonly Role[];
}

interface PersonPageProps {
  values: PersonFormValues;
  /** Existing person; absent for an invitation. */
  listedPerson?: ListedPerson | undefined;
  /** Possible successors for the person's open enquiries. */
  successors: readonly string[];
  /** True if the site can mail an invitation. */
  canMail: boolean;
}

/** Renders the form that invites a person, or changes an existing one. */
export function PersonPage({ values, listedPerson, successors, canMail }: PersonPageProps) {
  const { email } = values;
  const { notice } = useCurrentUser();
  const title = listedPerson === undefined ? 'Invite somebody' : email;
  return (
    <OfficePage title={title}>
      <form
        method="post"
        action={listedPerson === undefined ? '/people/invite' : '/people/roles'}
        className="grid max-w-(--measure) justify-items-start gap-5"
      >
        {listedPerson === undefined ? (
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
        <RoleChoice chosen={values.roles} />
        {listedPerson === undefined ? (
          <InvitationButtons canMail={canMail} mainClassName="button button-primary" />
        ) : (
          <SubmitButton className="button button-primary">Save the roles</SubmitButton>
        )}
      </form>
      {listedPerson === undefined ? null : (
        <FurtherActions listedPerson={listedPerson} successors={successors} canMail={canMail} />
      )}
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
            <strong>{roleTexts[role][0]}</strong>: {roleTexts[role][1]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Renders the buttons. Return presses the first. */
function InvitationButtons({ canMail, mainClassName }: Pick<PersonPageProps, 'canMail'> & { mainClassName: string }) {
  return (
    <div className="row">
      {canMail ? (
        <button type="submit" name="by" value="mail" className={mainClassName}>
          Mail the invitation
        </button>
      ) : null}
      <SubmitButton className={canMail ? 'button' : mainClassName}>Make a link to pass on</SubmitButton>
    </div>
  );
}

function FurtherActions({
  listedPerson: { email, roles },
  successors,
  canMail,
}: { listedPerson: ListedPerson } & Pick<PersonPageProps, 'successors' | 'canMail'>) {
  return (
    <>
      <h2 className="mt-9">Another device</h2>
      <p className="mt-[0.3rem] mb-3 max-w-(--measure)">
        A new link lets this person make a passkey on another device, or in the place of one that is lost. Whoever has
        the link comes in as this person.
      </p>
      <form method="post" action="/people/invite">
        <HiddenFields fields={{ email, role: roles }} />
        <InvitationButtons canMail={canMail} mainClassName="button" />
      </form>
      <h2 className="mt-9">Remove</h2>
      <p className="mt-[0.3rem] mb-3 max-w-(--measure)">
        Passkeys, open pages and links of this person stop working at once. What they did stays in the history, what
        they were writing stays for others.
      </p>
      <form method="post" action="/people/remove" className="row">
        <input type="hidden" name="email" value={email} />
        <SelectField
          name="to"
          label="What waits for them goes to"
          options={[{ value: '', label: 'nobody' }, ...toOptions(successors)]}
        />
        <SubmitButton className="button is-grave">Remove this person</SubmitButton>
      </form>
    </>
  );
}

interface InvitedPageProps {
  email: string;
  link: string;
  expiresAt: Date;
  /** Outcome of the mail, if one was requested. */
  mailOutcome?: SendOutcome | undefined;
}

/** Renders the link of an invitation, which is shown only once. */
export function InvitationLinkPage({ email, link, expiresAt, mailOutcome }: InvitedPageProps) {
  return (
    <OfficePage
      title="The link is made"
      lead={
        <>
          For <UserText text={email} /> alone: it works once, until <DateTime at={expiresAt} />.{' '}
          <MailOutcomeText mailOutcome={mailOutcome} />
        </>
      }
      currentPath="/people"
    >
      <pre className="words wrap-anywhere">{link}</pre>
      <a href="/people" className="button mt-5">
        Back to people
      </a>
    </OfficePage>
  );
}

function MailOutcomeText({ mailOutcome }: Pick<InvitedPageProps, 'mailOutcome'>) {
  if (mailOutcome?.delivered === true) return 'It was mailed. You need it only if the mail does not arrive.';
  const passOn = 'Copy it now and pass it on: it is not shown again.';
  if (mailOutcome === undefined) return `Nothing is mailed. ${passOn}`;
  return (
    <>
      The mail was not sent. The mail server said: <UserText text={mailOutcome.reason} />. {passOn}
    </>
  );
}
