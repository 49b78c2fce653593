import { Argument, Option } from 'commander';
import { theCommand } from '../enquiries/actions.ts';
import type { Handling, PersonsAct } from '../enquiries/store.ts';
import { choose, filterOptions, wantedFrom, type Chosen, type FilterOptions, type Wanted } from './choose-enquiries.ts';
import { CommandFailure, type Call, type OperatorCommand } from './command.ts';
import { counted } from './enquiry-text.ts';

type Options = FilterOptions & { failed?: boolean };

interface Deed {
  act: PersonsAct;
  /** Of what passes a filter, only those that are so. */
  handling?: Handling;
  /** What JSON calls the list of those that were done, and what follows their number in words. */
  done: { list: string; one: string; several: string };
  /** The same of those that could not be, and what follows their names. */
  refused: { list: string; reason: string };
  /** On what; without it, on what is named or narrowed down. */
  wanted?(words: readonly string[], options: Options): Wanted;
}

/** What the operator of a site without an inbox needs: `answer` keeps that people did, `retry` and `release` send mails. */
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
    act: { act: 'answer' },
    handling: 'waiting',
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
    act: { act: 'retry' },
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
    act: { act: 'release' },
    handling: 'set aside',
    done: { list: 'released', one: 'enquiry is released', several: 'enquiries are released' },
    refused: { list: 'notQuarantined', reason: 'is not quarantined' },
  }),
];

/** The command that does something to all that it is called with. */
function doing(deed: Deed & Omit<OperatorCommand, 'json' | 'run'>): OperatorCommand<Options> {
  return {
    ...deed,
    json: `a JSON object with the lists "${deed.done.list}", "${deed.refused.list}" and "unknown"`,
    run: (call, ...words) => actOn(words, deed, call),
  };
}

function failedOrNamed(words: readonly string[], { failed = false }: Options): Wanted {
  if (failed === words.length > 0)
    throw new CommandFailure('Name enquiries by their references or ids, or --failed.', 2);
  return failed ? { filter: { state: 'failed' } } : { words };
}

/**
 * Does it to all that are wanted, and says how that went: as lists of ids in JSON, or in words. What others have
 * changed since it was chosen is let be. Throws a CommandFailure where some could not be done.
 */
async function actOn(words: readonly string[], deed: Deed, call: Call<Options>): Promise<void> {
  const { act, handling, wanted = wantedFrom, ...told } = deed;
  const { failed, json } = call.options;
  const all = wanted(words, call.options);
  const { enquiries } = await call.open();
  const { chosen, unknown } = await choose(all, enquiries, handling);
  const done: string[] = [];
  const refused: Chosen[] = [];
  const missing = [...unknown];
  for (const one of chosen) {
    // Of what has failed, somebody else may have queued some meanwhile.
    const handled = await enquiries.act(one.id, act, { who: theCommand, seen: failed ? one.version : undefined });
    // A mail that cannot be retried, and is not quarantined, is being sent just now.
    const isBeingSent = act.act === 'retry' && handled === 'not possible' && one.delivery.state !== 'quarantined';
    if (handled === 'done' || isBeingSent) done.push(one.id);
    else if (handled === 'not possible') refused.push(one);
    else if (handled === 'unknown') missing.push(one.name);
  }

  const { list, one, several } = told.done;
  const lists = { [list]: done, [told.refused.list]: refused.map(({ id }) => id), unknown: missing };
  call.answer(lists, `${counted(done.length, one, several)}.`);
  const reasons = [
    ...refused.map(({ name }) => `${name} ${told.refused.reason}.`),
    ...missing.map((name) => `There is no enquiry ${name}.`),
  ];
  // JSON has told them already.
  if (reasons.length > 0) throw new CommandFailure(json ? [] : reasons);
}
