import type { Command } from 'commander';
import type { Enquiries } from '../enquiries/core/enquiries.ts';
import type { StoredEnquiry } from '../enquiries/core/store.ts';
import {
  CommandFailure,
  jsonText,
  line,
  numberUpTo,
  progressOn,
  type CommandContext,
  type Terminal,
} from './command.ts';
import { addFilterOptions, enquiryOf, selectorOf, wantedFrom, type FilterOptions } from './choose-enquiries.ts';
import { counted, shortTime, summaryCells, table } from './enquiry-text.ts';

interface Options {
  yes?: boolean;
  json?: boolean;
}

type EraseOptions = FilterOptions & Options;
type PurgeOptions = Options & { olderThan?: number };

/** Whoever looks at thousands of lines sees none of them. */
const mostShown = 50;

const onlyWithYes = 'erase; without it the command only shows what it would erase';

/** Adds `erase` and `purge`. */
export function addEraseCommands(enquiries: Command, context: CommandContext): void {
  const eraseCommand = enquiries
    .command('erase')
    .summary('Erases enquiries: one, all of one person, or several')
    .argument('[reference, id or email address]', 'one enquiry, or everything that came from this address');
  addFilterOptions(eraseCommand)
    .option('--yes', onlyWithYes)
    .option('--json', 'a JSON object with the list "erased" (without --yes "wouldErase")')
    .description(`Erased are the enquiries, their deliveries, the mails in the mail folder, the notes on them and who
did what to them. What has been mailed to your mailbox already stays there: delete it by hand. With
options in place of a name, all enquiries that match are erased. Erasing cannot be undone.

Example: npm run admin -- enquiries erase person@example.com --yes
Example: npm run admin -- enquiries erase --state set-aside --until 2026-03-01`)
    .action((which: string | undefined, options: EraseOptions) => erase(which, options, context));

  enquiries
    .command('purge')
    .summary('Erases all enquiries that are older than a number of days')
    .option('--older-than <days>', 'the number of days (default: RETENTION_DAYS)', numberUpTo(36_500))
    .option('--yes', onlyWithYes)
    .option('--json', 'a JSON object: "receivedBefore", the number of "enquiries", "oldest", "newest" and "purged"')
    .description(`A running server does this each day, by RETENTION_DAYS, with what was mailed or set aside. This erases
those too that have not been mailed, and says how many they are. With them goes all that "enquiries
erase" erases. It cannot be undone.

Example: npm run admin -- enquiries purge --older-than 90`)
    .action((options: PurgeOptions) => purge(options, context));
}

async function erase(
  which: string | undefined,
  { yes, json, ...options }: EraseOptions,
  context: CommandContext,
): Promise<void> {
  const wanted = wantedFrom(which === undefined ? [] : [which], options);
  const { enquiries } = await context.open();
  const say = json ? () => {} : context.write;
  const ids: string[] = [];
  const rows: string[][] = [];
  const found = 'filter' in wanted ? enquiries.each(wanted.filter) : await named(wanted.words, enquiries);
  for await (const enquiry of found) {
    ids.push(enquiry.id);
    if (ids.length <= mostShown) rows.push(summaryCells(enquiry));
  }
  say(ids.length === 0 ? line('No enquiry matches.') : table(rows));
  if (ids.length > mostShown) say(line(`and ${ids.length - mostShown} more, older ones.`));
  if (!yes) {
    if (json) context.write(jsonText({ wouldErase: ids }));
    if (ids.length > 0) throw missingConsent(ids.length);
    return;
  }

  // Of a person, what has come meanwhile goes too.
  const erased = await enquiries.erase(which?.includes('@') ? { email: which } : { ids });
  if (json) context.write(jsonText({ erased }));
  else if (ids.length > 0) say(line(`Erased ${counted(erased.length)}.`));
}

/** All of one person, or one enquiry. Throws a CommandFailure where there is none, or where it cannot be told which. */
async function named([word = '']: readonly string[], enquiries: Enquiries): Promise<readonly StoredEnquiry[]> {
  const selector = selectorOf(word);
  if ('email' in selector) {
    const found = await enquiries.find(selector);
    if (found.length > 0) return found;
  } else {
    const enquiry = await enquiryOf(word, enquiries);
    if (enquiry !== undefined) return [enquiry];
  }
  throw new CommandFailure([`No enquiry matches ${word}.`]);
}

async function purge({ olderThan, yes = false, json }: PurgeOptions, context: CommandContext): Promise<void> {
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
