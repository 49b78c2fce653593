import { Argument, Option } from 'commander';
import type { Enquiries } from '../enquiries/enquiries.ts';
import { getMailState, type StoredEnquiry } from '../enquiries/model.ts';
import { CommandFailure, createNumberParser, type OperatorCommand } from './command.ts';
import { findEnquiry, filterOptions, parseSelection, type FilterOptions } from './select-enquiries.ts';
import { pluralise, formatTable, formatTime, formatSummary } from './enquiry-text.ts';

type Options = FilterOptions & { olderThan?: number; yes?: true };

/** Whoever looks at thousands of lines sees none of them. */
const mostShown = 50;

const consent = new Option('--yes', 'erase; without it the command only shows what it would erase');

export const eraseCommand: OperatorCommand<Options> = {
  name: 'erase',
  summary: 'Erases enquiries: one, all of one person, or several',
  arguments: [
    new Argument('[reference, id or email address]', 'one enquiry, or everything that came from this address'),
  ],
  options: [...filterOptions, consent],
  json: 'a JSON object with the list "erased" (without --yes "wouldErase")',
  description: `Erased are the enquiries, their deliveries, the mails in the mail folder, the notes on them and who
did what to them. What has been mailed to your mailbox already stays there: delete it by hand. With
options in place of a name, all enquiries that match are erased. Erasing cannot be undone.`,
  examples: ['enquiries erase person@example.com --yes', 'enquiries erase --state set-aside --until 2026-03-01'],
  async run({ options, open, answer, say }, ...words) {
    const [word = ''] = words;
    const wanted = parseSelection(words, options);
    const { enquiries } = await open();
    const each = 'filter' in wanted ? enquiries.each(wanted.filter) : await named(word, enquiries);
    const found = await Array.fromAsync(each, (enquiry) => ({ id: enquiry.id, cells: formatSummary(enquiry) }));
    const ids = found.map(({ id }) => id);
    const rows = found.slice(0, mostShown).map(({ cells }) => cells);
    say(formatTable(rows, 'No enquiry matches.'));
    if (ids.length > mostShown) say(`and ${ids.length - mostShown} more, older ones.`);
    if (!options.yes) {
      answer({ wouldErase: ids }, []);
      return expectNone(ids.length);
    }

    // By e-mail address, enquiries received meanwhile are erased too.
    const erased = await enquiries.erase(word.includes('@') ? { email: word } : { ids });
    answer({ erased }, ids.length > 0 ? `Erased ${pluralise(erased.length)}.` : []);
  },
};

/** All of one person, or one enquiry. Throws a CommandFailure where there is none, or where it cannot be told which. */
async function named(word: string, enquiries: Enquiries): Promise<readonly StoredEnquiry[]> {
  const found = word.includes('@') ? await enquiries.find({ email: word }) : [await findEnquiry(word, enquiries)];
  if (found[0] === undefined) throw new CommandFailure(`No enquiry matches ${word}.`);
  return found.filter((enquiry) => enquiry !== undefined);
}

export const purgeCommand: OperatorCommand<Options> = {
  name: 'purge',
  summary: 'Erases all enquiries about which nobody has written for a number of days',
  options: [
    new Option('--older-than <days>', 'the number of days (default: RETENTION_DAYS)').argParser(
      createNumberParser(36_500),
    ),
    consent,
  ],
  json: 'a JSON object: "lastMessageBefore", the number of "enquiries", "oldest", "newest" and "purged"',
  description: `A running server does this each day, by RETENTION_DAYS, with what was mailed or set aside. This erases
those too that have not been mailed, and says how many they are. With them goes all that "enquiries
erase" erases. It cannot be undone.`,
  examples: ['enquiries purge --older-than 90'],
  async run({ options, open, answer, say }) {
    const { enquiries, config } = await open();
    const { olderThan: days = config.retentionDays, yes: purged = false } = options;
    const lastMessageBefore = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const old = enquiries.each({ lastMessageBefore });
    const found = await Array.fromAsync(old, (one) => ({ receivedAt: one.receivedAt, state: getMailState(one) }));
    const count = found.length;
    const newest = found[0]?.receivedAt ?? null;
    const oldest = found.at(-1)?.receivedAt ?? null;
    const unmailed = found.filter(({ state }) => state === 'due' || state === 'failed').length;
    const age = `older than ${pluralise(days, 'day', 'days')}`;
    if (oldest === null || newest === null) say(`No enquiry is ${age}.`);
    else say(`${pluralise(count)} ${age}, received ${formatTime(oldest)} to ${formatTime(newest)}.`);
    if (unmailed > 0) say(`${unmailed} of them not mailed: "enquiries list --state due" and "--state failed".`);

    const gone = purged ? (await enquiries.purge(lastMessageBefore)).length : count;
    const words = purged && count > 0 ? `Erased ${pluralise(gone)}.` : [];
    answer({ lastMessageBefore, enquiries: gone, oldest, newest, purged }, words);
    if (!purged) expectNone(count);
  },
};

/** Throws a CommandFailure where there is something to consent to. */
function expectNone(count: number): void {
  if (count === 0) return;
  throw new CommandFailure(`Nothing is erased yet. Add --yes to erase ${pluralise(count)}; it cannot be undone.`, 2);
}
