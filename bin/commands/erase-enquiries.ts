import type { Command } from 'commander';
import type { Enquiries } from '../../enquiries/enquiries.ts';
import {
  CommandFailure,
  jsonText,
  line,
  numberUpTo,
  progressOn,
  type CommandContext,
  type Terminal,
} from './command.ts';
import { counted, shortTime, summaryCells, table } from './enquiry-text.ts';

interface Options {
  olderThan?: number;
  yes?: boolean;
  json?: boolean;
}

const onlyWithYes = 'erase; without it the command only shows what it would erase';

/** Adds `erase` and `purge`. */
export function addEraseCommands(enquiries: Command, context: CommandContext): void {
  enquiries
    .command('erase')
    .summary('Erases one enquiry, or all of one person')
    .argument('<id or email address>', 'one enquiry, or everything that came from this address')
    .option('--yes', onlyWithYes)
    .option('--json', 'a JSON object with the list "erased" (without --yes "wouldErase")')
    .description(`Erased are the enquiries, their deliveries and the mails in the mail folder. What has been mailed
to your mailbox already stays there: delete it by hand. Erasing cannot be undone.

Example: npm run admin -- enquiries erase person@example.com --yes`)
    .action((which: string, options: Options) => erase(which, options, context));

  enquiries
    .command('purge')
    .summary('Erases all enquiries that are older than a number of days')
    .option('--older-than <days>', 'the number of days (default: RETENTION_DAYS)', numberUpTo(36_500))
    .option('--yes', onlyWithYes)
    .option('--json', 'a JSON object: "receivedBefore", the number of "enquiries", "oldest", "newest" and "purged"')
    .description(`A running server does this each day, by RETENTION_DAYS, with what was mailed or set aside. This erases
those too that have not been mailed, and says how many they are. With them go their deliveries and
the mails in the mail folder. It cannot be undone.

Example: npm run admin -- enquiries purge --older-than 90`)
    .action((options: Options) => purge(options, context));
}

async function erase(which: string, { yes, json }: Options, { open, write }: CommandContext): Promise<void> {
  const selector = which.includes('@') ? { email: which } : { id: which };
  const { enquiries } = await open();
  const found = await enquiries.find(selector);
  if (found.length === 0) throw new CommandFailure([`There is no enquiry of ${which}.`]);
  if (!json) write(table(found.map(summaryCells)));
  if (!yes) {
    if (json) write(jsonText({ wouldErase: found.map(({ id }) => id) }));
    throw missingConsent(found.length);
  }
  const erased = await enquiries.erase(selector);
  write(json ? jsonText({ erased }) : line(`Erased ${counted(erased.length)}.`));
}

async function purge({ olderThan, yes = false, json }: Options, context: CommandContext): Promise<void> {
  const { enquiries, config } = await context.open();
  const days = olderThan ?? config.retentionDays;
  const receivedBefore = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const { unmailed, ...found } = await survey(enquiries, receivedBefore, context);
  const { enquiries: count, oldest, newest } = found;
  const age = counted(days, 'day', 'days');
  const say = json ? () => {} : context.write;
  if (oldest === null || newest === null) say(line(`No enquiry is older than ${age}.`));
  else say(line(`${counted(count)} older than ${age}, received ${shortTime(oldest)} to ${shortTime(newest)}.`));
  if (unmailed > 0) say(line(`${unmailed} of them not mailed: "enquiries list --state due" and "--state failed".`));

  const purged = yes ? (await enquiries.purge(receivedBefore)).length : 0;
  if (json) context.write(jsonText({ receivedBefore, ...found, enquiries: yes ? purged : count, purged: yes }));
  else if (yes && count > 0) say(line(`Erased ${counted(purged)}.`));
  if (!yes && count > 0) throw missingConsent(count);
}

function missingConsent(count: number): CommandFailure {
  return new CommandFailure([`Nothing is erased yet. Add --yes to erase ${counted(count)}; it cannot be undone.`], 2);
}

async function survey(enquiries: Pick<Enquiries, 'each'>, until: Date, terminal: Terminal) {
  const found = { enquiries: 0, unmailed: 0, oldest: null as Date | null, newest: null as Date | null };
  const progress = progressOn(terminal);
  for await (const { receivedAt, delivery } of enquiries.each({ until })) {
    found.enquiries += 1;
    if (delivery.state === 'due' || delivery.state === 'failed') found.unmailed += 1;
    found.newest ??= receivedAt;
    found.oldest = receivedAt;
    progress.show(`${counted(found.enquiries)} found`);
  }
  progress.end();
  return found;
}
