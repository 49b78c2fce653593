import type { Command } from 'commander';
import { theCommand } from '../enquiries/core/handling.ts';
import { enquiryFields } from '../enquiries/core/enquiry.ts';
import { actOn } from './act-on-enquiries.ts';
import { CommandFailure, type CommandContext } from './command.ts';
import { choose, wantedFrom } from './enquiry-choice.ts';
import { addFilterOptions, type FilterOptions } from './enquiry-filter.ts';

type Options = { json?: boolean };

/** Adds `answer`, `reopen` and `note`. */
export function addHandlingCommands(enquiries: Command, context: CommandContext): void {
  const answerCommand = enquiries
    .command('answer')
    .summary('Marks enquiries as answered')
    .argument('[reference or id...]', 'enquiries that wait');
  addFilterOptions(answerCommand)
    .option('--json', 'a JSON object with the lists "answered", "notWaiting" and "unknown"')
    .description(`It sends nothing: it notes that somebody has answered them. With options in place of names, those
of them are answered that wait. These show which:

  npm run admin -- enquiries list --state waiting

Example: npm run admin -- enquiries answer 7K2M-9QXD
Example: npm run admin -- enquiries answer --state waiting --until 2026-03-01`)
    .action((words: string[], options: FilterOptions & Options) => answer(words, options, context));

  enquiries
    .command('reopen')
    .summary('Marks enquiries as not answered')
    .argument('<reference or id...>', 'enquiries that are answered')
    .option('--json', 'a JSON object with the lists "reopened", "notAnswered" and "unknown"')
    .description(`They wait again, and are overdue where the time that the site promises has passed since they came.

Example: npm run admin -- enquiries reopen 7K2M-9QXD`)
    .action((words: string[], options: Options) => reopen(words, options, context));

  enquiries
    .command('note')
    .summary('Writes a note on an enquiry')
    .argument('<reference or id>', 'the enquiry')
    .argument('<text>', 'in quotation marks')
    .option('--json', 'a JSON object with the lists "noted" and "unknown"')
    .description(`"enquiries show" and the inbox show it; the visitor never sees it. It goes with the enquiry.

Example: npm run admin -- enquiries note 7K2M-9QXD "Called back; she wants a quotation by Friday."`)
    .action((word: string, text: string, options: Options) => note(word, text.trim(), options, context));
}

async function answer(
  words: string[],
  { json = false, ...options }: FilterOptions & Options,
  context: CommandContext,
): Promise<void> {
  const wanted = wantedFrom(words, options);
  const { enquiries } = await context.open();
  const deed = {
    done: { list: 'answered', one: 'enquiry is answered', several: 'enquiries are answered' },
    refused: { list: 'notWaiting', reason: 'is not waiting' },
    act: ({ id }: { id: string }) => enquiries.act(id, { act: 'answer' }, { who: theCommand }),
  };
  await actOn(await choose(wanted, enquiries, 'waiting'), deed, json, context);
}

async function reopen(words: string[], { json = false }: Options, context: CommandContext): Promise<void> {
  const { enquiries } = await context.open();
  const deed = {
    done: { list: 'reopened', one: 'enquiry waits again', several: 'enquiries wait again' },
    refused: { list: 'notAnswered', reason: 'is not answered' },
    act: ({ id }: { id: string }) => enquiries.act(id, { act: 'reopen' }, { who: theCommand }),
  };
  await actOn(await choose({ words }, enquiries), deed, json, context);
}

async function note(word: string, text: string, { json = false }: Options, context: CommandContext): Promise<void> {
  if (text === '' || text.length > enquiryFields.message.longest)
    throw new CommandFailure(
      [`The note takes 1 to ${enquiryFields.message.longest.toLocaleString('en-GB')} characters.`],
      2,
    );
  const { enquiries } = await context.open();
  const deed = {
    done: { list: 'noted', one: 'enquiry has the note', several: 'enquiries have the note' },
    act: ({ id }: { id: string }) => enquiries.act(id, { act: 'note', text }, { who: theCommand }),
  };
  await actOn(await choose({ words: [word] }, enquiries), deed, json, context);
}
