import type { Command } from 'commander';
import { enquiryFields } from '../enquiries/core/enquiry.ts';
import { theCommand, type PersonsAct } from '../enquiries/core/handling.ts';
import type { Handling } from '../enquiries/core/store.ts';
import {
  choose,
  wantedFrom,
  addFilterOptions,
  type Chosen,
  type FilterOptions,
  type Wanted,
} from './choose-enquiries.ts';
import { CommandFailure, jsonText, line, progressOn, type CommandContext } from './command.ts';
import { counted } from './enquiry-text.ts';

type Options = FilterOptions & { failed?: boolean; json?: boolean };

/** Adds `answer`, `reopen` and `note`, which note what people made of enquiries. */
export function addHandlingCommands(enquiries: Command, context: CommandContext): void {
  addFilterOptions(
    enquiries
      .command('answer')
      .summary('Marks enquiries as answered')
      .argument('[reference or id...]', 'enquiries that wait'),
  )
    .option('--json', 'a JSON object with the lists "answered", "notWaiting" and "unknown"')
    .description(`It sends nothing: it notes that somebody has answered them. With options in place of names, those
of them are answered that wait. These show which:

  npm run admin -- enquiries list --state waiting

Example: npm run admin -- enquiries answer 7K2M-9QXD
Example: npm run admin -- enquiries answer --state waiting --until 2026-03-01`)
    .action((words: string[], options: Options) => actOn(wantedFrom(words, options), answer, options, context));

  enquiries
    .command('reopen')
    .summary('Marks enquiries as not answered')
    .argument('<reference or id...>', 'enquiries that are answered')
    .option('--json', 'a JSON object with the lists "reopened", "notAnswered" and "unknown"')
    .description(`They wait again, and are overdue where the time that the site promises has passed since they came.

Example: npm run admin -- enquiries reopen 7K2M-9QXD`)
    .action((words: string[], options: Options) => actOn({ words }, reopen, options, context));

  enquiries
    .command('note')
    .summary('Writes a note on an enquiry')
    .argument('<reference or id>', 'the enquiry')
    .argument('<text>', 'in quotation marks')
    .option('--json', 'a JSON object with the lists "noted" and "unknown"')
    .description(`"enquiries show" and the inbox show it; the visitor never sees it. It goes with the enquiry.

Example: npm run admin -- enquiries note 7K2M-9QXD "Called back; she wants a quotation by Friday."`)
    .action((word: string, text: string, options: Options) => actOn({ words: [word] }, note(text), options, context));
}

/** Adds `retry` and `release`, which send mails. */
export function addSendingCommands(enquiries: Command, context: CommandContext): void {
  enquiries
    .command('retry')
    .summary('Sends the mails of enquiries again')
    .argument('[reference or id...]', 'the enquiries, also those whose mails were delivered')
    .option('--failed', 'all whose mail has failed, instead of naming them')
    .option('--json', 'a JSON object with the lists "queued", "quarantined" and "unknown"')
    .description(`The mails are queued; a running server sends them within seconds, otherwise the next one that starts.
What is quarantined stays so: "enquiries release" sends it.

Example: npm run admin -- enquiries retry --failed`)
    .action((words: string[], options: Options) => actOn(failedOrNamed(words, options), retry, options, context));

  addFilterOptions(
    enquiries
      .command('release')
      .summary('Sends enquiries that were taken for spam')
      .argument('[reference or id...]', 'enquiries that are set aside'),
  )
    .option('--json', 'a JSON object with the lists "released", "notQuarantined" and "unknown"')
    .description(`An enquiry that looks like spam is set aside: kept but not mailed. These show which, and why:

  npm run admin -- enquiries list --state set-aside
  npm run admin -- enquiries show <reference or id>

The mail of a released one is queued; a running server sends it within seconds, otherwise the next
one that starts. One that had been mailed before it was set aside is not mailed again. With options
in place of names, those of them are released that are set aside. What is spam can be erased, or
stays until the retention purges it.

Example: npm run admin -- enquiries release 7K2M-9QXD
Example: npm run admin -- enquiries release --from 2026-03-01 --until 2026-03-01`)
    .action((words: string[], options: Options) => actOn(wantedFrom(words, options), release, options, context));
}

function failedOrNamed(words: readonly string[], { failed = false }: Options): Wanted {
  if (failed === words.length > 0)
    throw new CommandFailure(['Name enquiries by their references or ids, or --failed.'], 2);
  return failed ? { filter: { state: 'failed' } } : { words };
}

interface Deed {
  act: PersonsAct;
  /** Of what passes a filter, only those that are so. */
  handling?: Handling;
  /** What JSON calls the list of those that were done, and what follows their number in words. */
  done: { list: string; one: string; several: string };
  /** The same of those that could not be, and what follows their names. */
  refused?: { list: string; reason: string };
}

const answer: Deed = {
  act: { act: 'answer' },
  handling: 'waiting',
  done: { list: 'answered', one: 'enquiry is answered', several: 'enquiries are answered' },
  refused: { list: 'notWaiting', reason: 'is not waiting' },
};

const reopen: Deed = {
  act: { act: 'reopen' },
  done: { list: 'reopened', one: 'enquiry waits again', several: 'enquiries wait again' },
  refused: { list: 'notAnswered', reason: 'is not answered' },
};

const retry: Deed = {
  act: { act: 'retry' },
  done: { list: 'queued', one: 'mail is queued again', several: 'mails are queued again' },
  refused: { list: 'quarantined', reason: 'is quarantined: "enquiries release" sends it' },
};

const release: Deed = {
  act: { act: 'release' },
  handling: 'set aside',
  done: { list: 'released', one: 'enquiry is released', several: 'enquiries are released' },
  refused: { list: 'notQuarantined', reason: 'is not quarantined' },
};

function note(words: string): Deed {
  const text = words.trim();
  const { longest } = enquiryFields.message;
  if (text === '' || text.length > longest)
    throw new CommandFailure([`The note takes 1 to ${longest.toLocaleString('en-GB')} characters.`], 2);
  return {
    act: { act: 'note', text },
    done: { list: 'noted', one: 'enquiry has the note', several: 'enquiries have the note' },
  };
}

/**
 * Does the same to all that are wanted, and says how that went: as lists of ids in JSON, or in words. What others have
 * changed since it was chosen is let be. Throws a CommandFailure where some could not be done.
 */
async function actOn(wanted: Wanted, deed: Deed, { failed, json }: Options, context: CommandContext): Promise<void> {
  const { enquiries } = await context.open();
  const { chosen, unknown } = await choose(wanted, enquiries, deed.handling);
  const done: string[] = [];
  const refused: Chosen[] = [];
  const missing = [...unknown];
  const progress = progressOn(context);
  for (const [index, one] of chosen.entries()) {
    // Of what has failed, somebody else may have queued some meanwhile.
    const seen = failed ? { seen: one.version } : {};
    const handled = await enquiries.act(one.id, deed.act, { who: theCommand, ...seen });
    // A mail that cannot be retried, and is not quarantined, is being sent just now.
    const isBeingSent = deed === retry && handled === 'not possible' && one.state !== 'quarantined';
    if (handled === 'done' || isBeingSent) done.push(one.id);
    else if (handled === 'not possible') refused.push(one);
    else if (handled === 'unknown') missing.push(one.name);
    progress.show(`${index + 1} of ${chosen.length} enquiries`);
  }
  progress.end();

  const { list, one, several } = deed.done;
  const lists = { [list]: done, ...(deed.refused && { [deed.refused.list]: refused.map(({ id }) => id) }) };
  context.write(json ? jsonText({ ...lists, unknown: missing }) : line(`${counted(done.length, one, several)}.`));
  const reasons = [
    ...refused.map(({ name }) => `${name} ${deed.refused?.reason}.`),
    ...missing.map((name) => `There is no enquiry ${name}.`),
  ];
  // JSON has told them already.
  if (reasons.length > 0) throw new CommandFailure(json ? [] : reasons);
}
