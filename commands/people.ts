import { Argument, InvalidArgumentError, Option } from 'commander';
import { commandActor } from '../enquiries/act.ts';
import { offboard } from '../enquiries/offboard.ts';
import { isEmailAddress } from '../enquiries/enquiry.ts';
import { roles, type Role } from '../accounts/roles.ts';
import type { ListedPerson } from '../accounts/people.ts';
import { getInboxOrigin } from '../office/inbox-origin.ts';
import { CommandFailure, endLine, type Call, type OperatorCommand } from './command.ts';
import { pluralise, formatTable, formatTime } from './enquiry-text.ts';

/** The first who may decide about people is invited here; from then on the office does it as well. */
export const peopleCommands: readonly OperatorCommand<never>[] = [
  {
    name: 'invite',
    summary: 'Makes a link that lets one person into the office',
    arguments: [new Argument('<email>', 'whose link it is: what they do is kept under this address')],
    options: [new Option('--roles <names>', `what they may do, of ${roles.join(', ')}`).argParser(rolesFrom)],
    json: 'a JSON object: "person", "link" and "expiresAt"',
    description: `The link works once, within 24 hours. Whoever opens it registers a passkey and is in: give it to
that person alone. Nothing is mailed. Somebody who is in already adds another passkey with it, for
another device or to replace a lost one. An earlier link of theirs that was not used stops working.

With the role enquiries they answer enquiries, with words they change and publish the site’s words,
with people they invite others. Somebody who is in has these roles at once, besides their own.
Without --roles somebody new gets enquiries and words.`,
    examples: ['people invite anna@example.com', 'people invite anna@example.com --roles words,people'],
    async run({ open, answer, options, complain }: Call<{ roles?: readonly Role[] }>, email: string) {
      if (!isEmailAddress(email)) throw new CommandFailure('invite takes an address like name@example.com.', 2);
      const { people, enquiries, config } = await open();
      const origin = getInboxOrigin(config);
      if (origin === undefined)
        throw new CommandFailure('There is no office: set INBOX_PORT, and start the server again.');
      const { person, token, expiresAt } = await people.invite(email, options.roles);
      await enquiries.recordEvent('invite', commandActor, person);
      const link = `${origin}/invitation#${token}`;
      answer({ person, link, expiresAt }, link);
      if (options.json) return;
      complain(endLine(`For ${person} alone: good once, until ${formatTime(expiresAt)}.`));
      const tunnel = `ssh -L ${config.inboxPort}:127.0.0.1:${config.inboxPort} …`;
      if (config.inboxUrl === undefined) complain(endLine(`It opens on this machine, or through a tunnel: ${tunnel}`));
    },
  },
  {
    name: 'list',
    summary: 'Lists who may open the office',
    json: 'a JSON array: "email", "roles", "addedAt", "passkeys", "lastSeenAt" and "invitedUntil"',
    examples: ['people list'],
    async run({ open, answer }) {
      const people = await (await open()).people.people();
      const nobody = 'Nobody yet. Invite somebody: npm run admin -- people invite <email>';
      const heads = ['PERSON', 'ROLES', 'ADDED', 'PASSKEYS', 'LAST SEEN', 'INVITED UNTIL'];
      answer(people, formatTable(people.map(cells), nobody, heads));
    },
  },
  {
    name: 'remove',
    summary: 'Takes the office away from one person, at once',
    arguments: [new Argument('<email>', 'as "people list" lists it')],
    options: [new Option('--hand-over-to <email>', 'who gets the enquiries that wait for them, and their reminders')],
    json: 'a JSON object: "removed", the e-mail address, and "handedOver", the number of enquiries',
    description: `Their passkeys, open pages and links stop working. What they did stays in the history under their
name. Enquiries that wait for them are assigned to the other person before, or to nobody.`,
    examples: ['people remove anna@example.com --hand-over-to bob@example.com'],
    async run({ open, answer, options: { handOverTo: to } }: Call<{ handOverTo?: string }>, email: string) {
      const left = await offboard(await open(), { email, ...(to !== undefined && { to }), by: { who: commandActor } });
      if (left.outcome === 'nobody')
        throw new CommandFailure(
          `Nobody with the address ${left.email} may open the office, or take over from ${email}.`,
        );
      const { handedOver } = left;
      const removed = email.toLowerCase();
      const assigned = handedOver === 0 ? '' : ` ${pluralise(handedOver)} of theirs: for ${to ?? 'nobody'} now.`;
      answer({ removed, handedOver }, `${removed} cannot open the office any more.${assigned}`);
    },
  },
];

function cells({ email, roles: own, addedAt, passkeys, lastSeenAt, invitedUntil }: ListedPerson): string[] {
  const time = (at: Date | null): string => (at === null ? '–' : formatTime(at));
  return [email, own.join(' ') || '–', formatTime(addedAt), `${passkeys.length}`, time(lastSeenAt), time(invitedUntil)];
}

function rolesFrom(text: string): readonly Role[] {
  const names = text.split(/[\s,]+/).filter(Boolean);
  const found = names.flatMap((name) => roles.find((role) => role === name) ?? []);
  if (found.length === 0 || found.length < names.length)
    throw new InvalidArgumentError(`It takes names with commas between them, of ${roles.join(', ')}.`);
  return found;
}
