import { roles as allRoles, type ListedPerson, type Role } from '../../enquiries/core/people-store.ts';
import { Moment } from '../parts/document.tsx';
import { Foreign } from '../parts/foreign-text.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import { PostButton } from '../parts/post-button.tsx';

const roleNames: Record<Role, [name: string, meaning: string]> = {
  enquiries: ['Enquiries', 'sees and handles what visitors send'],
  words: ['Words', 'changes the words of the site and publishes them'],
  people: ['People', 'invites and removes people, and gives them roles'],
};

/** Who may open the office, and what each may do there. */
export function PeoplePage({ people }: { people: readonly ListedPerson[] }) {
  return (
    <OfficePage title="People" here="/people">
      <header className="page-header">
        <h1>People</h1>
        <p>Who may open this office, and what each may do here.</p>
      </header>
      <ul className="ruled max-w-text">
        {people.map(({ email, roles, lastSeenAt, invitedUntil }) => (
          <li key={email}>
            <h2 className="wrap-anywhere">
              <a href={`/people/person?${new URLSearchParams({ email })}`} className="link target inline-flex">
                <Foreign text={email} />
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

/** What stands in the form about a person. */
export interface Asked {
  email: string;
  roles: readonly Role[];
}

interface PersonPageProps {
  asked: Asked;
  /** Who is there already; else somebody is to be invited. */
  listed?: ListedPerson | undefined;
  problem?: string | undefined;
}

/** Asks for a new person's address and roles, or changes those of one who is there. */
export function PersonPage({ asked, listed, problem }: PersonPageProps) {
  const { email } = asked;
  const title = listed === undefined ? 'Invite somebody' : email;
  return (
    <OfficePage title={title}>
      <header className="page-header">
        <h1 className="wrap-anywhere">
          <Foreign text={title} />
        </h1>
      </header>
      {problem === undefined ? null : (
        <div role="alert" id="problem" className="notice is-problem">
          <p>{problem}</p>
        </div>
      )}
      <form
        method="post"
        action={listed === undefined ? '/people/invite' : '/people/roles'}
        className="grid max-w-(--measure) justify-items-start gap-5"
      >
        {listed === undefined ? (
          <div className="grid w-full gap-[0.3rem]">
            <label htmlFor="email" className="font-semibold">
              Email address
            </label>
            <input
              id="email"
              name="email"
              inputMode="email"
              autoComplete="off"
              defaultValue={email}
              aria-describedby={problem && 'problem'}
              className="field"
            />
          </div>
        ) : (
          <input type="hidden" name="email" value={email} />
        )}
        <RoleChoice chosen={asked.roles} />
        <button type="submit" className="button button-primary">
          {listed === undefined ? 'Make the link' : 'Save the roles'}
        </button>
      </form>
      {listed === undefined ? null : <FurtherActs listed={listed} />}
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

function FurtherActs({ listed: { email, roles } }: { listed: ListedPerson }) {
  return (
    <>
      <h2 className="mt-9">Another device</h2>
      <p className="mt-[0.3rem] mb-3 max-w-(--measure)">
        A new link lets this person make a passkey on another device, or in the place of one that is lost. Whoever has
        the link comes in as this person.
      </p>
      <PostButton to="/people/invite" fields={{ email, role: roles }}>
        Make a new link
      </PostButton>
      <h2 className="mt-9">Remove</h2>
      <p className="mt-[0.3rem] mb-3 max-w-(--measure)">
        Passkeys, open pages and links of this person stop working at once. What they did stays in the history, what
        they were writing stays for others.
      </p>
      <PostButton to="/people/remove" fields={{ email }} className="button is-grave">
        Remove this person
      </PostButton>
    </>
  );
}

/** Shows the link of an invitation: this once. */
export function InvitedPage({ invited, link, until }: { invited: string; link: string; until: Date }) {
  return (
    <OfficePage title="The link is made" here="/people">
      <header className="page-header">
        <h1>The link is made</h1>
        <p>
          For <Foreign text={invited} /> alone: it works once, until <Moment at={until} />. Nothing is mailed. Copy it
          now and pass it on: it is not shown again.
        </p>
      </header>
      <pre className="words wrap-anywhere">{link}</pre>
      <a href="/people" className="button mt-5">
        Back to people
      </a>
    </OfficePage>
  );
}
