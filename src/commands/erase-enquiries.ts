import { Argument, Option } from 'commander';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import { formatErasureCounts, type ErasureCounts } from '../enquiries/describe-event.ts';
import { getMailState, type StoredEnquiry } from '../enquiries/model.ts';
import { CommandFailure, createCountParser, type OperatorCommand } from './command.ts';
import { findEnquiry, filterOptions, parseEnquirySelection, type FilterOptions } from './select-enquiries.ts';
import { pluralise } from '../text/format-text.ts';
import { formatTable, formatLocalTime, formatSummaryCells } from './format-text.ts';

type Options = FilterOptions & { olderThan?: number; yes?: true };

/** Maximum number of enquiries shown: nobody reads thousands of lines. */
const maximumShown = 50;

const consentOption = new Option('--yes', 'erase; without it the command only shows what it would erase');

/** Command `enquiries erase`. */
export const eraseCommand: OperatorCommand<Options> = {
  name: 'erase',
  summary: 'Erases enquiries: one, all of one person, or several',
  arguments: [
    new Argument('[reference, id or email address]', 'one enquiry, or everything that came from this address'),
  ],
  options: [...filterOptions, consentOption],
  json: 'a JSON object: the ids "erased" (without --yes "wouldErase"), and the numbers of "enquiries", of "messages" in conversations of others, of "otherMails", and of "mentions" in mails of others',
  description: `It erases the enquiries, their deliveries, the mails in the mail folder, the notes on them and their
history; of a person also what they wrote in conversations of others, and other mail. What is in your
mailbox stays there: delete it by hand. With options in place of a name, all enquiries that match are
erased. Erasing cannot be undone.`,
  examples: ['enquiries erase person@example.com --yes', 'enquiries erase --state spam --until 2026-03-01'],
  async run({ options, openCore, writeResult, writeLines }, ...names) {
    const [name = ''] = names;
    const selection = parseEnquirySelection(names, options);
    const { enquiries } = await openCore();
    const each = 'filter' in selection ? enquiries.stream(selection.filter) : await findNamedEnquiries(name, enquiries);
    const found = await Array.fromAsync(each, (enquiry) => ({ id: enquiry.id, cells: formatSummaryCells(enquiry) }));
    const ids = found.map(({ id }) => id);
    const rows = found.slice(0, maximumShown).map(({ cells }) => cells);
    writeLines(formatTable(rows, 'No enquiry matches.'));
    if (ids.length > maximumShown) writeLines(`and ${ids.length - maximumShown} more, older ones.`);
    // Of a person, what is received meanwhile is erased too.
    const selector = name.includes('@') ? { email: name } : { ids };
    const counts = await enquiries.countErasure(selector);
    if (!options.yes) {
      writeResult({ wouldErase: ids, ...counts }, []);
      return requireConsent(counts);
    }
    const { ids: erased, ...erasedCounts } = await enquiries.erase(selector);
    writeResult({ erased, ...erasedCounts }, isNothing(counts) ? [] : `Erased ${formatErasureCounts(erasedCounts)}.`);
  },
};

/** Resolves to the enquiries of a person, or to one. Rejects with a CommandFailure if there is nothing to erase. */
async function findNamedEnquiries(name: string, enquiries: EnquiryService): Promise<readonly StoredEnquiry[]> {
  if (!name.includes('@')) {
    const found = await findEnquiry(name, enquiries);
    if (found !== undefined) return [found];
  } else if (!isNothing(await enquiries.countErasure({ email: name }))) return enquiries.find({ email: name });
  throw new CommandFailure(`No enquiry matches ${name}.`);
}

function isNothing(erasure: Partial<ErasureCounts>): boolean {
  return Object.values(erasure).every((count) => count === 0);
}

/** Command `enquiries purge`. */
export const purgeCommand: OperatorCommand<Options> = {
  name: 'purge',
  summary: 'Erases all enquiries about which nobody has written for a number of days',
  options: [
    new Option('--older-than <days>', 'the number of days (default: RETENTION_DAYS)').argParser(
      createCountParser(36_500),
    ),
    consentOption,
  ],
  json: 'a JSON object: "lastMessageBefore", the number of "enquiries", "oldest", "newest" and "purged"',
  description: `A running server does this daily, by RETENTION_DAYS, with what was mailed or is spam. This also erases
enquiries that have not been mailed, and says how many they are. With them goes all that "enquiries
erase" erases. It cannot be undone.`,
  examples: ['enquiries purge --older-than 90'],
  async run({ options, openCore, writeResult, writeLines }) {
    const { enquiries, config } = await openCore();
    const { olderThan: days = config.retentionDays, yes: purged = false } = options;
    const lastMessageBefore = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const old = enquiries.stream({ lastMessageBefore });
    const found = await Array.fromAsync(old, (one) => ({ receivedAt: one.receivedAt, state: getMailState(one) }));
    const count = found.length;
    const newest = found[0]?.receivedAt ?? null;
    const oldest = found.at(-1)?.receivedAt ?? null;
    const unmailed = found.filter(({ state }) => state === 'due' || state === 'failed').length;
    const age = `older than ${pluralise(days, 'day', 'days')}`;
    if (oldest === null || newest === null) writeLines(`No enquiry is ${age}.`);
    else writeLines(`${pluralise(count)} ${age}, received ${formatLocalTime(oldest)} to ${formatLocalTime(newest)}.`);
    if (unmailed > 0) writeLines(`${unmailed} of them not mailed: "enquiries list --state due" and "--state failed".`);

    const purgedCount = purged ? (await enquiries.purge(lastMessageBefore)).length : count;
    const lines = purged && count > 0 ? `Erased ${pluralise(purgedCount)}.` : [];
    writeResult({ lastMessageBefore, enquiries: purgedCount, oldest, newest, purged }, lines);
    if (!purged) requireConsent({ enquiries: count });
  },
};

/** Throws a CommandFailure that asks for --yes, unless there is nothing to erase. */
function requireConsent(erasure: Partial<ErasureCounts>): void {
  if (isNothing(erasure)) return;
  const what = formatErasureCounts(erasure);
  throw new CommandFailure(`Nothing is erased yet. Add --yes to erase ${what}; it cannot be undone.`, 2);
}
