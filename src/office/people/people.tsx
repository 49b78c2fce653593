import type { FastifyReply } from 'fastify';
import { isEmailAddress } from '../../enquiries/enquiry.ts';
import { parseRoles, type Role } from '../../accounts/roles.ts';
import type { ListedPerson } from '../../accounts/people.ts';
import { offboardPerson } from '../../enquiries/offboard.ts';
import { sendError } from '../shared/error-responses.tsx';
import { isReplayedForm } from '../shared/form.ts';
import { createProblemNotice, redirectWithNotice } from '../shared/notices.tsx';
import {
  requireRecentAuth,
  sendStaffPage,
  type StaffPageSettings,
  type StaffRequest,
} from '../shared/staff-request.ts';
import { type PersonFormValues, InvitationLinkPage, PeoplePage, PersonPage } from './people-pages.tsx';
import { type StaffRoutes, replayWholeForm } from '../shared/staff-request.ts';

/** Registers GET /people, /people/person, GET and POST /people/invite, POST /people/roles and /people/remove. */
export function registerPeopleRoutes({ get, post }: StaffRoutes): void {
  get('/people', async (request) => {
    return sendStaffPage(request, <PeoplePage people={await request.office.people.listPeople()} />);
  });
  get(
    '/people/invite',
    requireRecentAuth(async (request) => sendPersonForm(request, { email: '', roles: ['enquiries'] })),
  );
  post('/people/invite', requireRecentAuth(handleInvite), replayWholeForm);
  get(
    '/people/person',
    requireRecentAuth(async (request) => {
      const person = await findPersonByForm(request, request.query);
      if (person === undefined) return sendError(request, 404, personGoneTexts);
      return sendPersonForm(request, person, { person });
    }),
  );
  post('/people/roles', requireRecentAuth(handleRoleChange), replayWholeForm);
  post('/people/remove', requireRecentAuth(handleRemoval), (form) => ({
    returnPath: formatPersonUrl(parseEmail(form)),
  }));
}

async function handleInvite(request: StaffRequest): Promise<FastifyReply> {
  const { office, session, form, reply } = request;
  const { people, enquiries, config, mailInvitation } = office;
  const { person: inviterEmail } = session;
  const values = { email: parseEmail(form), roles: parseSelectedRoles(form) };
  if (isReplayedForm(form)) return sendPersonForm(request, values, { notice: reauthenticatedNotice });
  if (!isEmailAddress(values.email))
    return sendPersonForm(request, values, { notice: createProblemNotice(noAddressMessage), status: 422 });
  if (values.roles.length === 0)
    return sendPersonForm(request, values, { notice: createProblemNotice(noRoleMessage), status: 422 });
  const { person: email, token, expiresAt } = await people.createInvitation(values.email, values.roles);
  await enquiries.recordEvent('invite', inviterEmail, email);
  // The Host header is checked already: see `createOriginResolver`.
  const link = `${config.officeUrl ?? `http://${reply.request.headers.host}`}/invitation#${token}`;
  const mailOutcome =
    form.get('by') === 'mail' ? await mailInvitation?.({ email, inviterEmail, link, expiresAt }) : undefined;
  const page = <InvitationLinkPage email={email} link={link} expiresAt={expiresAt} mailOutcome={mailOutcome} />;
  return sendStaffPage(request, page, { url: '/people' });
}

async function handleRoleChange(request: StaffRequest): Promise<FastifyReply> {
  const { office, session, form, reply } = request;
  const { people, enquiries } = office;
  const [person, roles] = [await findPersonByForm(request, form), parseSelectedRoles(form)];
  if (person === undefined) return sendError(request, 404, personGoneTexts);
  const values = { email: person.email, roles };
  if (isReplayedForm(form)) return sendPersonForm(request, values, { person, notice: reauthenticatedNotice });
  const outcome = await people.setRoles(person.email, roles);
  if (outcome === 'unknown') return sendError(request, 404, personGoneTexts);
  if (outcome === 'last')
    return sendPersonForm(request, person, { person, notice: createProblemNotice(lastManagerMessage), status: 409 });
  await enquiries.recordEvent('roles', session.person, `${person.email}, ${roles.join(' and ') || 'none'}`);
  return redirectWithNotice(reply, person.email === session.person ? '/account' : '/people', 'roles');
}

async function handleRemoval(request: StaffRequest): Promise<FastifyReply> {
  const { office, session, form, reply } = request;
  const { people, enquiries } = office;
  const person = await findPersonByForm(request, form);
  if (person === undefined) return sendError(request, 404, personGoneTexts);
  const to = (form.get('to') ?? '') || null;
  if (to !== null && !(await listSuccessors(request, person)).includes(to))
    return sendPersonForm(request, person, { person, notice: createProblemNotice(noSuccessorMessage), status: 422 });
  // Remove the roles first: that fails for the last person with the role `people`.
  if ((await people.setRoles(person.email, [])) === 'last')
    return sendPersonForm(request, person, { person, notice: createProblemNotice(lastManagerMessage), status: 409 });
  const removal = { email: person.email, to, by: { actor: session.person } };
  const result = await offboardPerson({ people, enquiries }, removal);
  return result.outcome === 'left'
    ? redirectWithNotice(reply, '/people', 'remove-person')
    : sendError(request, 404, personGoneTexts);
}

/** Resolves to the possible successors for a person's open enquiries. */
async function listSuccessors({ office }: StaffRequest, { email }: ListedPerson): Promise<string[]> {
  return (await office.people.listEmailsWithRole('enquiries')).filter((other) => other !== email);
}

interface PersonFormSettings extends StaffPageSettings {
  /** Existing person; absent for an invitation. */
  person?: ListedPerson;
}

async function sendPersonForm(
  request: StaffRequest,
  { email, roles }: PersonFormValues,
  { person, ...settings }: PersonFormSettings = {},
): Promise<FastifyReply> {
  const successors = person === undefined ? [] : await listSuccessors(request, person);
  const canMail = request.office.mailInvitation !== undefined;
  const page = <PersonPage values={{ email, roles }} listedPerson={person} successors={successors} canMail={canMail} />;
  const url = person === undefined ? '/people/invite' : formatPersonUrl(person.email);
  return sendStaffPage(request, page, { ...settings, url });
}

async function findPersonByForm({ office }: StaffRequest, fields: URLSearchParams): Promise<ListedPerson | undefined> {
  const wantedEmail = parseEmail(fields).toLowerCase();
  return (await office.people.listPeople()).find(({ email }) => email === wantedEmail);
}

const parseEmail = (form: URLSearchParams): string => (form.get('email') ?? '').trim();

function parseSelectedRoles(form: URLSearchParams): readonly Role[] {
  return parseRoles(form.getAll('role').join(' '));
}

function formatPersonUrl(email: string): string {
  return `/people/person?${new URLSearchParams({ email })}`;
}

const noAddressMessage = 'Give an address like name@example.com.';
const noRoleMessage = 'Choose what this person may do.';
const noSuccessorMessage = 'Whom you chose sees no enquiries any more. Choose somebody else. Nothing is changed.';
const lastManagerMessage =
  'Nobody else who has signed in has the role People. Give it to somebody else first. Nothing is changed.';
const reauthenticatedNotice = createProblemNotice('Your passkey was shown. What you chose is below, and not done yet.');
const personGoneTexts = { title: 'This person is not here any more', advice: 'Somebody has removed them meanwhile.' };
