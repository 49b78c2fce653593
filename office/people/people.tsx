import { isEmailAddress } from '../../enquiries/enquiry.ts';
import { roles as allRoles, type Role } from '../../accounts/roles.ts';
import type { ListedPerson } from '../../accounts/people.ts';
import { offboard } from '../../enquiries/offboard.ts';
import {
  type StaffRoutes,
  type Shown,
  typedAgain,
  type StaffRequest,
  requireRecentAuth,
} from '../shared/staff-routes.ts';
import { createProblem } from '../shared/notices.tsx';
import { type Asked, InvitedPage, PeoplePage, PersonPage } from './people-pages.tsx';

/** Registers GET /people, and /people/invite, /person, /roles and /remove below it. */
export function registerPeopleRoutes({ get, post }: StaffRoutes): void {
  get('/people', async (visit) => visit.show(<PeoplePage people={await visit.people.people()} />));
  get(
    '/people/invite',
    requireRecentAuth(async (visit) => ask(visit, { email: '', roles: ['enquiries'] })),
  );
  post('/people/invite', requireRecentAuth(invite), typedAgain);
  get(
    '/people/person',
    requireRecentAuth(async (visit) => {
      const person = await personNamed(visit, visit.query);
      return person === undefined ? visit.refuse(404, isGone) : ask(visit, person, { person });
    }),
  );
  post('/people/roles', requireRecentAuth(changeRoles), typedAgain);
  post('/people/remove', requireRecentAuth(remove), (form) => ({ to: addressOf(emailIn(form)) }));
}

async function invite(visit: StaffRequest) {
  const { people: everybody, enquiries, config, headers, form, person: inviter, isResumed } = visit;
  const asked = { email: emailIn(form), roles: rolesIn(form) };
  if (isResumed) return ask(visit, asked, { notice: shownAgain });
  if (!isEmailAddress(asked.email))
    return ask(visit, asked, { notice: createProblem('Give an address like name@example.com.'), status: 422 });
  if (asked.roles.length === 0) return ask(visit, asked, { notice: createProblem(noRole), status: 422 });
  const { person, token, expiresAt } = await everybody.invite(asked.email, asked.roles);
  await enquiries.recordEvent('invite', inviter, person);
  // The Host header is checked already: see `createOwnOrigin`.
  const link = `${config.inboxUrl ?? `http://${headers.host}`}/invitation#${token}`;
  const mailed =
    form.get('by') === 'mail' ? await visit.mailInvitation?.({ person, by: inviter, link, expiresAt }) : undefined;
  return visit.show(<InvitedPage invited={person} link={link} until={expiresAt} mailed={mailed} />, {
    address: '/people',
  });
}

async function changeRoles(visit: StaffRequest) {
  const { people: everybody, enquiries, form, person: changer, isResumed, done, refuse } = visit;
  const [person, roles] = [await personNamed(visit, form), rolesIn(form)];
  if (person === undefined) return refuse(404, isGone);
  const asked = { email: person.email, roles };
  if (isResumed) return ask(visit, asked, { person, notice: shownAgain });
  const outcome = await everybody.setRoles(person.email, roles);
  if (outcome === 'unknown') return refuse(404, isGone);
  if (outcome === 'last') return ask(visit, person, { person, notice: createProblem(lastOne), status: 409 });
  await enquiries.recordEvent('roles', changer, `${person.email}, ${roles.join(' and ') || 'none'}`);
  return done(person.email === changer ? '/account' : '/people', 'roles');
}

async function remove(visit: StaffRequest) {
  const { people: everybody, enquiries, form, person: remover, done, refuse } = visit;
  const person = await personNamed(visit, form);
  if (person === undefined) return refuse(404, isGone);
  const to = (form.get('to') ?? '') || null;
  if (to !== null && !(await heirsOf(visit, person)).includes(to))
    return ask(visit, person, { person, notice: createProblem(noHeir), status: 422 });
  // Remove the roles first: that fails for the last person with the role `people`.
  if ((await everybody.setRoles(person.email, [])) === 'last')
    return ask(visit, person, { person, notice: createProblem(lastOne), status: 409 });
  const left = await offboard({ people: everybody, enquiries }, { email: person.email, to, by: { who: remover } });
  return left.outcome === 'left' ? done('/people', 'remove-person') : refuse(404, isGone);
}

/** Resolves to the possible successors for a person's open enquiries. */
async function heirsOf({ people: everybody }: StaffRequest, { email }: ListedPerson): Promise<string[]> {
  return (await everybody.withRole('enquiries')).filter((other) => other !== email);
}

interface AskedFor extends Shown {
  /** Existing person; absent for an invitation. */
  person?: ListedPerson;
}

async function ask(visit: StaffRequest, { email, roles }: Asked, { person, ...shown }: AskedFor = {}) {
  const heirs = person === undefined ? [] : await heirsOf(visit, person);
  const isMailed = visit.mailInvitation !== undefined;
  const page = <PersonPage asked={{ email, roles }} listed={person} heirs={heirs} isMailed={isMailed} />;
  return visit.show(page, {
    ...shown,
    address: person === undefined ? '/people/invite' : addressOf(person.email),
  });
}

async function personNamed(
  { people: everybody }: StaffRequest,
  named: URLSearchParams,
): Promise<ListedPerson | undefined> {
  const asked = emailIn(named).toLowerCase();
  return (await everybody.people()).find(({ email }) => email === asked);
}

const emailIn = (form: URLSearchParams): string => (form.get('email') ?? '').trim();

function rolesIn(form: URLSearchParams): Role[] {
  return allRoles.filter((role) => form.getAll('role').includes(role));
}

function addressOf(email: string): string {
  return `/people/person?${new URLSearchParams({ email })}`;
}

const noRole = 'Choose what this person may do.';
const noHeir = 'Whom you chose sees no enquiries any more. Choose somebody else. Nothing is changed.';
const lastOne =
  'Nobody else who has signed in has the role People. Give it to somebody else first. Nothing is changed.';
const shownAgain = createProblem('Your passkey was shown. What you chose is below, and not done yet.');
const isGone = { title: 'This person is not here any more', advice: 'Somebody has removed them meanwhile.' };
