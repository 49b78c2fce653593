import type { Command } from 'commander';
import { theCommand } from '../enquiries/core/handling.ts';
import { actOn } from './act-on-enquiries.ts';
import { CommandFailure, type CommandContext } from './command.ts';
import { choose, wantedFrom, type Chosen } from './enquiry-choice.ts';
import { addFilterOptions, type FilterOptions } from './enquiry-filter.ts';

interface RetryOptions {
  failed?: boolean;
  json?: boolean;
}

type ReleaseOptions = FilterOptions & { json?: boolean };

/** Adds `retry` and `release`. */
export function addRetryCommands(enquiries: Command, context: CommandContext): void {
  enquiries
    .command('retry')
    .summary('Sends the mails of enquiries again')
    .argument('[reference or id...]', 'the enquiries, also those whose mails were delivered')
    .option('--failed', 'all whose mail has failed, instead of naming them')
    .option('--json', 'a JSON object with the lists "queued", "quarantined" and "unknown"')
    .description(`The mails are queued; a running server sends them within seconds, otherwise the next one that starts.
What is quarantined stays so: "enquiries release" sends it.

Example: npm run admin -- enquiries retry --failed`)
    .action((words: string[], options: RetryOptions) => retry(words, options, context));

  const releaseCommand = enquiries
    .command('release')
    .summary('Sends enquiries that were taken for spam')
    .argument('[reference or id...]', 'enquiries that are set aside');
  addFilterOptions(releaseCommand)
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
    .action((words: string[], options: ReleaseOptions) => release(words, options, context));
}

async function retry(
  words: string[],
  { failed = false, json = false }: RetryOptions,
  context: CommandContext,
): Promise<void> {
  if (failed === words.length > 0)
    throw new CommandFailure(['Name enquiries by their references or ids, or --failed.'], 2);
  const { enquiries } = await context.open();
  const choice = await choose(failed ? { filter: { state: 'failed' } } : { words }, enquiries);
  const deed = {
    done: { list: 'queued', one: 'mail is queued again', several: 'mails are queued again' },
    refused: { list: 'quarantined', reason: 'is quarantined: "enquiries release" sends it' },
    async act({ id, version, state }: Chosen) {
      // Of what has failed, somebody else may have queued some meanwhile.
      const handled = await enquiries.act(id, { act: 'retry' }, { who: theCommand, ...(failed && { seen: version }) });
      // It is being sent just now.
      return handled === 'not possible' && state !== 'quarantined' ? 'done' : handled;
    },
  };
  await actOn(choice, deed, json, context);
}

async function release(
  words: string[],
  { json = false, ...options }: ReleaseOptions,
  context: CommandContext,
): Promise<void> {
  const wanted = wantedFrom(words, options);
  const { enquiries } = await context.open();
  const deed = {
    done: { list: 'released', one: 'enquiry is released', several: 'enquiries are released' },
    refused: { list: 'notQuarantined', reason: 'is not quarantined' },
    act: ({ id }: { id: string }) => enquiries.act(id, { act: 'release' }, { who: theCommand }),
  };
  await actOn(await choose(wanted, enquiries, 'set aside'), deed, json, context);
}
