import type { Command } from 'commander';
import { theCommand } from '../enquiries/core/handling.ts';
import { isEmailAddress } from '../enquiries/core/enquiry.ts';
import type { ListedPerson } from '../enquiries/core/people-store.ts';
import { inboxOrigin } from '../office/inbox-origin.ts';
import { CommandFailure, jsonText, line, type CommandContext } from './command.ts';
import { shortTime, table } from './enquiry-text.ts';

type Options = { json?: boolean };

/** Adds `invite`, `people` and `remove`: who may open the inbox is decided here, and nowhere in the inbox itself. */
export function addInboxCommands(inbox: Command, context: CommandContext): void {
  inbox
    .command('invite')
    .summary('Makes a link that lets one person into the inbox')
    .argument('<email>', 'whose link it is: what they do is kept under this address')
    .option('--json', 'a JSON object: "person", "link" and "expiresAt"')
    .description(`The link works once, within 24 hours. Whoever opens it registers a passkey and is in: give it to
that person alone. Nothing is mailed. Somebody who is in already adds another passkey with it, for
another device or to replace a lost one. An earlier link of theirs that was not used stops working.

Example: npm run admin -- inbox invite anna@example.com`)
    .action((email: string, options: Options) => invite(email, options, context));

  inbox
    .command('people')
    .summary('Lists who may open the inbox')
    .option('--json', 'a JSON array: "email", "addedAt", "passkeys", "lastSeenAt" and "invitedUntil"')
    .description('Example: npm run admin -- inbox people')
    .action((options: Options) => listPeople(options, context));

  inbox
    .command('remove')
    .summary('Takes the inbox away from one person, at once')
    .argument('<email>', 'as "inbox people" lists it')
    .option('--json', 'a JSON object: "removed", the e-mail address')
    .description(`Their passkeys, open pages and links stop working. What they did stays in the history, and enquiries
that are assigned to them stay so.

Example: npm run admin -- inbox remove anna@example.com`)
    .action((email: string, options: Options) => remove(email, options, context));
}

async function invite(email: string, { json }: Options, { open, write, complain }: CommandContext): Promise<void> {
  if (!isEmailAddress(email)) throw new CommandFailure(['invite takes an address like name@example.com.'], 2);
  const { people, enquiries, config } = await open();
  const origin = inboxOrigin(config);
  if (origin === undefined)
    throw new CommandFailure(['There is no inbox: set INBOX_PORT, and start the server again.']);
  const { person, token, expiresAt } = await people.invite(email);
  await enquiries.keep('invite', theCommand, person);
  const link = `${origin}/invitation/${token}`;
  if (json) return write(jsonText({ person, link, expiresAt }));
  write(line(link));
  complain(line(`For ${person} alone: good once, until ${shortTime(expiresAt)}.`));
  if (config.inboxUrl === undefined)
    complain(
      line(`It opens on this machine, or through a tunnel: ssh -L ${config.inboxPort}:127.0.0.1:${config.inboxPort} …`),
    );
}

async function listPeople({ json }: Options, { open, write }: CommandContext): Promise<void> {
  const people = await (await open()).people.people();
  if (json) return write(jsonText(people));
  if (people.length === 0) return write(line('Nobody yet. Invite somebody: npm run admin -- inbox invite <email>'));
  write(table([['PERSON', 'ADDED', 'PASSKEYS', 'LAST SEEN', 'INVITED UNTIL'], ...people.map(cells)]));
}

function cells({ email, addedAt, passkeys, lastSeenAt, invitedUntil }: ListedPerson): string[] {
  const time = (at: Date | null): string => (at === null ? '–' : shortTime(at));
  return [email, shortTime(addedAt), `${passkeys.length}`, time(lastSeenAt), time(invitedUntil)];
}

async function remove(email: string, { json }: Options, { open, write }: CommandContext): Promise<void> {
  const { people, enquiries } = await open();
  const person = email.toLowerCase();
  if (!(await people.remove(person)))
    throw new CommandFailure([`Nobody with the address ${email} may open the inbox.`]);
  await enquiries.keep('remove', theCommand, person);
  write(json ? jsonText({ removed: person }) : line(`${person} cannot open the inbox any more.`));
}
