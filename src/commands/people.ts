import { Argument, InvalidArgumentError, Option } from 'commander';
import { commandActor } from '../enquiries/actions.ts';
import { offboardPerson } from '../enquiries/offboard.ts';
import { isEmailAddress } from '../enquiries/enquiry.ts';
import { allRoles, findRole, type Role } from '../accounts/roles.ts';
import type { ListedPerson } from '../accounts/people.ts';
import { findOfficeOrigin } from '../office/office-origin.ts';
import { CommandFailure, type CommandCall, type OperatorCommand } from './command.ts';
import { pluralise } from '../text/format-text.ts';
import { formatTable, formatLocalTime } from './format-text.ts';

/** Commands `people invite`, `list` and `remove`. The first person with the role people is invited here. */
export const peopleCommands: readonly OperatorCommand<never>[] = [
  {
    name: 'invite',
    summary: 'Creates a sign-up link for one person',
    arguments: [new Argument('<email>', 'whose link it is: what they do is kept under this address')],
    options: [new Option('--roles <names>', `what they may do, of ${allRoles.join(', ')}`).argParser(parseRolesOption)],
    json: 'a JSON object: "person", "link" and "expiresAt"',
    description: `The link works once, within 24 hours. Whoever opens it registers a passkey and is in: give it to
that person alone. Nothing is mailed. Somebody who is in already adds another passkey with it, for
another device or to replace a lost one. An earlier link of theirs that was not used stops working.

With the role enquiries they answer enquiries, with content they change and publish what the site says,
with people they invite others. Somebody who is in has these roles at once, besides their own.
Without --roles somebody new gets enquiries and content.`,
    examples: ['people invite anna@example.com', 'people invite anna@example.com --roles content,people'],
    async run({ openCore, writeResult, options, writeError }: CommandCall<{ roles?: readonly Role[] }>, email: string) {
      if (!isEmailAddress(email)) throw new CommandFailure('invite takes an address like name@example.com.', 2);
      const { people, enquiries, config } = await openCore();
      const origin = findOfficeOrigin(config);
      if (origin === undefined)
        throw new CommandFailure('There is no office: set INBOX_PORT, and start the server again.');
      const { person, token, expiresAt } = await people.createInvitation(email, options.roles);
      await enquiries.recordEvent('invite', commandActor, person);
      const link = `${origin}/invitation#${token}`;
      writeResult({ person, link, expiresAt }, link);
      if (options.json) return;
      writeError(`For ${person} alone: good once, until ${formatLocalTime(expiresAt)}.\n`);
      const tunnel = `ssh -L ${config.officePort}:127.0.0.1:${config.officePort} …`;
      if (config.officeUrl === undefined) writeError(`It opens on this machine, or through a tunnel: ${tunnel}\n`);
    },
  },
  {
    name: 'list',
    summary: 'Lists who may open the office',
    json: 'a JSON array: "email", "roles", "addedAt", "passkeys", "lastSeenAt" and "invitedUntil"',
    examples: ['people list'],
    async run({ openCore, writeResult }) {
      const people = await (await openCore()).people.listPeople();
      const nobody = 'Nobody yet. Invite somebody: npm run admin -- people invite <email>';
      const headings = ['PERSON', 'ROLES', 'ADDED', 'PASSKEYS', 'LAST SEEN', 'INVITED UNTIL'];
      writeResult(people, formatTable(people.map(formatPersonCells), nobody, headings));
    },
  },
  {
    name: 'remove',
    summary: 'Revokes one person’s access to the office at once',
    arguments: [new Argument('<email>', 'as "people list" lists it')],
    options: [new Option('--hand-over-to <email>', 'who gets the enquiries that wait for them, and their reminders')],
    json: 'a JSON object: "removed", the e-mail address, and "handedOver", the number of enquiries',
    description: `Their passkeys, open pages and links stop working. What they did stays in the history under their
name. Enquiries that wait for them are assigned to the other person before, or to nobody.`,
    examples: ['people remove anna@example.com --hand-over-to bob@example.com'],
    async run(
      { openCore, writeResult, options: { handOverTo: to } }: CommandCall<{ handOverTo?: string }>,
      email: string,
    ) {
      const offboarding = await offboardPerson(await openCore(), {
        email,
        ...(to !== undefined && { to }),
        by: { actor: commandActor },
      });
      if (offboarding.outcome === 'nobody')
        throw new CommandFailure(
          `Nobody with the address ${offboarding.email} may open the office, or take over from ${email}.`,
        );
      const { reassignedCount: handedOver } = offboarding;
      const removed = email.toLowerCase();
      const assigned = handedOver === 0 ? '' : ` ${pluralise(handedOver)} of theirs: for ${to ?? 'nobody'} now.`;
      writeResult({ removed, handedOver }, `${removed} cannot open the office any more.${assigned}`);
    },
  },
];

function formatPersonCells({ email, roles: own, addedAt, passkeys, lastSeenAt, invitedUntil }: ListedPerson): string[] {
  const time = (at: Date | null): string => (at === null ? '–' : formatLocalTime(at));
  return [
    email,
    own.join(' ') || '–',
    formatLocalTime(addedAt),
    `${passkeys.length}`,
    time(lastSeenAt),
    time(invitedUntil),
  ];
}

function parseRolesOption(text: string): readonly Role[] {
  const names = text.split(/[\s,]+/).filter(Boolean);
  const found = names.flatMap((name) => findRole(name) ?? []);
  if (found.length === 0 || found.length < names.length)
    throw new InvalidArgumentError(`Expected names with commas between them, of ${allRoles.join(', ')}.`);
  return found;
}
