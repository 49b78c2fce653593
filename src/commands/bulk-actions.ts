import { Argument, Option } from 'commander';
import { commandActor, type PlainAction } from '../enquiries/actions.ts';
import type { EnquiryStatus } from '../enquiries/model.ts';
import {
  selectEnquiries,
  filterOptions,
  parseEnquirySelection,
  type SelectedEnquiry,
  type FilterOptions,
  type EnquirySelection,
} from './select-enquiries.ts';
import { CommandFailure, type CommandCall, type OperatorCommand } from './command.ts';
import { pluralise } from '../text/format-text.ts';

type Options = FilterOptions & { failed?: boolean };

interface BulkAction {
  action: PlainAction;
  /** Limits a filter to this status. */
  status?: EnquiryStatus;
  /** JSON name of the list of changed enquiries, and the text after their number. */
  done: { list: string; one: string; several: string };
  /** JSON name of the list of failures, and the text after their names. */
  refused: { list: string; reason: string };
  /** Returns the selection; by default from arguments and filter. */
  parseTargets?(names: readonly string[], options: Options): EnquirySelection;
}

/** Commands that send mails of enquiries, also for a site without an office. */
export const bulkActionCommands: readonly OperatorCommand<Options>[] = [
  createBulkCommand({
    name: 'retry',
    summary: 'Sends the mails of enquiries again',
    arguments: [new Argument('[reference or id...]', 'the enquiries, also those whose mails were delivered')],
    options: [new Option('--failed', 'all whose mail has failed, instead of naming them')],
    description: `The mails are queued; a running server sends them within seconds, otherwise the next one that starts.
Those of spam are not: "enquiries not-spam" sends them.`,
    examples: ['enquiries retry --failed'],
    action: { action: 'retry' },
    done: { list: 'queued', one: 'mail is queued again', several: 'mails are queued again' },
    refused: { list: 'spam', reason: 'is spam: "enquiries not-spam" sends it' },
    parseTargets: parseRetriedEnquiries,
  }),
  createBulkCommand({
    name: 'not-spam',
    earlierName: 'release',
    summary: 'Opens enquiries that are not spam, and mails them',
    arguments: [new Argument('[reference or id...]', 'enquiries that are spam')],
    options: filterOptions,
    description: `An enquiry that looks like spam is stored but not mailed. These show which, and why:

  npm run admin -- enquiries list --state spam
  npm run admin -- enquiries show <reference or id>

The mail is queued; a running server sends it within seconds, otherwise the next one that starts. An
enquiry that was mailed before it was marked as spam is not mailed again. With options in place of
names, it opens the spam that matches. Spam can be erased; otherwise the retention purges it.`,
    examples: ['enquiries not-spam 7K2M-9QXD', 'enquiries not-spam --from 2026-03-01 --until 2026-03-01'],
    action: { action: 'not spam' },
    status: 'spam',
    done: { list: 'opened', one: 'enquiry is open', several: 'enquiries are open' },
    refused: { list: 'notSpam', reason: 'is not spam' },
  }),
];

/** Returns a command that applies an action to all selected enquiries. */
function createBulkCommand(bulk: BulkAction & Omit<OperatorCommand, 'json' | 'run'>): OperatorCommand<Options> {
  const json = `a JSON object with the lists "${bulk.done.list}", "${bulk.refused.list}" and "unknown"`;
  return { ...bulk, json, run: (call, ...names) => runBulkAction(names, bulk, call) };
}

function parseRetriedEnquiries(names: readonly string[], { failed = false }: Options): EnquirySelection {
  if (failed === names.length > 0) throw new CommandFailure('Give references or ids, or --failed.', 2);
  return failed ? { filter: { mailState: 'failed' } } : { names };
}

/** Applies the action to the selected enquiries, and writes the result. Rejects if some were refused or unknown. */
async function runBulkAction(names: readonly string[], bulk: BulkAction, call: CommandCall<Options>): Promise<void> {
  const { action, status, parseTargets = parseEnquirySelection, ...texts } = bulk;
  const { failed, json } = call.options;
  const selection = parseTargets(names, call.options);
  const { enquiries, showContent, loadContentFromDatabase } = await call.openCore();
  // Due dates follow the office hours of the published content.
  await showContent(await loadContentFromDatabase());
  const { selected, unknown } = await selectEnquiries(selection, enquiries, status);
  const done: string[] = [];
  const refused: SelectedEnquiry[] = [];
  const missing = [...unknown];
  for (const one of selected) {
    // Somebody else may have queued failed mails meanwhile.
    const expectedVersion = failed ? one.version : undefined;
    const result = await enquiries.applyAction(one.id, action, { actor: commandActor, expectedVersion });
    // A mail that cannot be retried and is not withheld is being sent just now.
    const isBeingSent = action.action === 'retry' && result === 'invalid' && one.mailState !== 'withheld';
    if (result === 'done' || isBeingSent) done.push(one.id);
    else if (result === 'invalid') refused.push(one);
    else if (result === 'unknown') missing.push(one.name);
  }

  const { list, one, several } = texts.done;
  const lists = { [list]: done, [texts.refused.list]: refused.map(({ id }) => id), unknown: missing };
  call.writeResult(lists, `${pluralise(done.length, one, several)}.`);
  const reasons = [
    ...refused.map(({ name }) => `${name} ${texts.refused.reason}.`),
    ...missing.map((name) => `There is no enquiry ${name}.`),
  ];
  // The JSON has them already.
  if (reasons.length > 0) throw new CommandFailure(json ? [] : reasons);
}
