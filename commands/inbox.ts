import { Argument, Option } from 'commander';
import { theCommand } from '../enquiries/core/handling.ts';
import { leave } from '../enquiries/core/leaving.ts';
import { isEmailAddress } from '../enquiries/core/enquiry.ts';
import type { ListedPerson } from '../enquiries/core/people-store.ts';
import { inboxOrigin } from '../office/inbox-origin.ts';
import { CommandFailure, line, type OperatorCommand } from './command.ts';
import { counted, listed, shortTime } from './enquiry-text.ts';

/** Who may open the inbox is decided here, and nowhere in the inbox itself. */
export const inboxCommands: readonly OperatorCommand<{ handOverTo?: string }>[] = [
  {
    name: 'invite',
    summary: 'Makes a link that lets one person into the inbox',
    arguments: [new Argument('<email>', 'whose link it is: what they do is kept under this address')],
    json: 'a JSON object: "person", "link" and "expiresAt"',
    description: `The link works once, within 24 hours. Whoever opens it registers a passkey and is in: give it to
that person alone. Nothing is mailed. Somebody who is in already adds another passkey with it, for
another device or to replace a lost one. An earlier link of theirs that was not used stops working.`,
    examples: ['inbox invite anna@example.com'],
    async run({ open, answer, options, complain }, email) {
      if (!isEmailAddress(email)) throw new CommandFailure('invite takes an address like name@example.com.', 2);
      const { people, enquiries, config } = await open();
      const origin = inboxOrigin(config);
      if (origin === undefined)
        throw new CommandFailure('There is no inbox: set INBOX_PORT, and start the server again.');
      const { person, token, expiresAt } = await people.invite(email);
      await enquiries.keep('invite', theCommand, person);
      const link = `${origin}/invitation#${token}`;
      answer({ person, link, expiresAt }, link);
      if (options.json) return;
      complain(line(`For ${person} alone: good once, until ${shortTime(expiresAt)}.`));
      const tunnel = `ssh -L ${config.inboxPort}:127.0.0.1:${config.inboxPort} …`;
      if (config.inboxUrl === undefined) complain(line(`It opens on this machine, or through a tunnel: ${tunnel}`));
    },
  },
  {
    name: 'people',
    summary: 'Lists who may open the inbox',
    json: 'a JSON array: "email", "addedAt", "passkeys", "lastSeenAt" and "invitedUntil"',
    examples: ['inbox people'],
    async run({ open, answer }) {
      const people = await (await open()).people.people();
      const nobody = 'Nobody yet. Invite somebody: npm run admin -- inbox invite <email>';
      const heads = ['PERSON', 'ADDED', 'PASSKEYS', 'LAST SEEN', 'INVITED UNTIL'];
      answer(people, listed(people.map(cells), nobody, heads));
    },
  },
  {
    name: 'remove',
    summary: 'Takes the inbox away from one person, at once',
    arguments: [new Argument('<email>', 'as "inbox people" lists it')],
    options: [new Option('--hand-over-to <email>', 'who gets the enquiries that wait for them, and their reminders')],
    json: 'a JSON object: "removed", the e-mail address, and "handedOver", the number of enquiries',
    description: `Their passkeys, open pages and links stop working. What they did stays in the history under their
name. Enquiries that wait for them are assigned to the other person before, or to nobody.`,
    examples: ['inbox remove anna@example.com --hand-over-to bob@example.com'],
    async run({ open, answer, options: { handOverTo: to } }, email) {
      const left = await leave(await open(), { email, ...(to !== undefined && { to }), by: { who: theCommand } });
      if (left.outcome === 'nobody')
        throw new CommandFailure(
          `Nobody with the address ${left.email} may open the inbox, or take over from ${email}.`,
        );
      const { handedOver } = left;
      const removed = email.toLowerCase();
      const assigned = handedOver === 0 ? '' : ` ${counted(handedOver)} of theirs: for ${to ?? 'nobody'} now.`;
      answer({ removed, handedOver }, `${removed} cannot open the inbox any more.${assigned}`);
    },
  },
];

function cells({ email, addedAt, passkeys, lastSeenAt, invitedUntil }: ListedPerson): string[] {
  const time = (at: Date | null): string => (at === null ? '–' : shortTime(at));
  return [email, shortTime(addedAt), `${passkeys.length}`, time(lastSeenAt), time(invitedUntil)];
}
