import { Argument, Option } from 'commander';
import { commandActor } from '../enquiries/act.ts';
import type { Action, Status } from '../enquiries/model.ts';
import {
  selectEnquiries,
  filterOptions,
  parseSelection,
  type SelectedEnquiry,
  type FilterOptions,
  type Selection,
} from './select-enquiries.ts';
import { CommandFailure, type Call, type OperatorCommand } from './command.ts';
import { pluralise } from './enquiry-text.ts';

type Options = FilterOptions & { failed?: boolean };

interface BulkAction {
  action: Exclude<Action, { action: 'reply' }>;
  /** Limits a filter to this status. */
  status?: Status;
  /** JSON name of the list of changed enquiries, and the text after their number. */
  done: { list: string; one: string; several: string };
  /** JSON name of the list of failures, and the text after their names. */
  refused: { list: string; reason: string };
  /** Returns the selection; by default it comes from arguments and filter. */
  wanted?(words: readonly string[], options: Options): Selection;
}

/** Commands for a site without an inbox: `answer` records an action, `retry` and `release` send mails. */
export const actCommands: readonly OperatorCommand<Options>[] = [
  doing({
    name: 'answer',
    summary: 'Marks enquiries as answered',
    arguments: [new Argument('[reference or id...]', 'enquiries that wait')],
    options: filterOptions,
    description: `It sends nothing: it notes that somebody has answered them. With options in place of names, those
of them are answered that wait. These show which:

  npm run admin -- enquiries list --state waiting`,
    examples: ['enquiries answer 7K2M-9QXD', 'enquiries answer --state waiting --until 2026-03-01'],
    action: { action: 'close' },
    status: 'open',
    done: { list: 'answered', one: 'enquiry is answered', several: 'enquiries are answered' },
    refused: { list: 'notWaiting', reason: 'is not waiting' },
  }),
  doing({
    name: 'retry',
    summary: 'Sends the mails of enquiries again',
    arguments: [new Argument('[reference or id...]', 'the enquiries, also those whose mails were delivered')],
    options: [new Option('--failed', 'all whose mail has failed, instead of naming them')],
    description: `The mails are queued; a running server sends them within seconds, otherwise the next one that starts.
What is quarantined stays so: "enquiries release" sends it.`,
    examples: ['enquiries retry --failed'],
    action: { action: 'retry' },
    done: { list: 'queued', one: 'mail is queued again', several: 'mails are queued again' },
    refused: { list: 'quarantined', reason: 'is quarantined: "enquiries release" sends it' },
    wanted: failedOrNamed,
  }),
  doing({
    name: 'release',
    summary: 'Sends enquiries that were taken for spam',
    arguments: [new Argument('[reference or id...]', 'enquiries that are set aside')],
    options: filterOptions,
    description: `An enquiry that looks like spam is set aside: kept but not mailed. These show which, and why:

  npm run admin -- enquiries list --state set-aside
  npm run admin -- enquiries show <reference or id>

The mail of a released one is queued; a running server sends it within seconds, otherwise the next
one that starts. One that had been mailed before it was set aside is not mailed again. With options
in place of names, those of them are released that are set aside. What is spam can be erased, or
stays until the retention purges it.`,
    examples: ['enquiries release 7K2M-9QXD', 'enquiries release --from 2026-03-01 --until 2026-03-01'],
    action: { action: 'release' },
    status: 'spam',
    done: { list: 'released', one: 'enquiry is released', several: 'enquiries are released' },
    refused: { list: 'notQuarantined', reason: 'is not quarantined' },
  }),
];

/** The command that does something to all that it is called with. */
function doing(bulk: BulkAction & Omit<OperatorCommand, 'json' | 'run'>): OperatorCommand<Options> {
  return {
    ...bulk,
    json: `a JSON object with the lists "${bulk.done.list}", "${bulk.refused.list}" and "unknown"`,
    run: (call, ...words) => actOn(words, bulk, call),
  };
}

function failedOrNamed(words: readonly string[], { failed = false }: Options): Selection {
  if (failed === words.length > 0)
    throw new CommandFailure('Name enquiries by their references or ids, or --failed.', 2);
  return failed ? { filter: { mail: 'failed' } } : { words };
}

/**
 * Does it to all that are wanted, and says how that went: as lists of ids in JSON, or in words. What others have
 * changed since it was chosen is let be. Throws a CommandFailure where some could not be done.
 */
async function actOn(words: readonly string[], bulk: BulkAction, call: Call<Options>): Promise<void> {
  const { action, status, wanted = parseSelection, ...told } = bulk;
  const { failed, json } = call.options;
  const all = wanted(words, call.options);
  const { enquiries, showWords, wordsNow } = await call.open();
  // Due dates follow the office hours of the live content.
  await showWords(await wordsNow());
  const { chosen, unknown } = await selectEnquiries(all, enquiries, status);
  const done: string[] = [];
  const refused: SelectedEnquiry[] = [];
  const missing = [...unknown];
  for (const one of chosen) {
    // For failed mails: somebody else may have queued some meanwhile.
    const expectedVersion = failed ? one.version : undefined;
    const result = await enquiries.act(one.id, action, { who: commandActor, expectedVersion });
    // A mail that cannot be retried, and is not quarantined, is being sent just now.
    const isBeingSent = action.action === 'retry' && result === 'invalid' && one.mailState !== 'quarantined';
    if (result === 'done' || isBeingSent) done.push(one.id);
    else if (result === 'invalid') refused.push(one);
    else if (result === 'unknown') missing.push(one.name);
  }

  const { list, one, several } = told.done;
  const lists = { [list]: done, [told.refused.list]: refused.map(({ id }) => id), unknown: missing };
  call.answer(lists, `${pluralise(done.length, one, several)}.`);
  const reasons = [
    ...refused.map(({ name }) => `${name} ${told.refused.reason}.`),
    ...missing.map((name) => `There is no enquiry ${name}.`),
  ];
  // JSON has told them already.
  if (reasons.length > 0) throw new CommandFailure(json ? [] : reasons);
}
