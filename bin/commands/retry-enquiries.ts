import type { Command } from 'commander';
import { CommandFailure, jsonText, line, progressOn, type CommandContext } from './command.ts';
import { counted } from './enquiry-text.ts';

interface Options {
  failed?: boolean;
  json?: boolean;
}

/** Adds `retry` and `release`. */
export function addRetryCommands(enquiries: Command, context: CommandContext): void {
  enquiries
    .command('retry')
    .summary('Sends the mails of enquiries again')
    .argument('[id...]', 'the enquiries, also those whose mails were delivered')
    .option('--failed', 'all whose mail has failed, instead of ids')
    .option('--json', 'a JSON object with the lists "queued", "quarantined" and "unknown"')
    .description(`The mails are queued; a running server sends them within seconds, otherwise the next one that starts.
What is quarantined stays so: "enquiries release" sends it.

Example: npm run admin -- enquiries retry --failed`)
    .action((ids: string[], options: Options) => retry(new Set(ids), options, context));

  enquiries
    .command('release')
    .summary('Sends enquiries that were taken for spam')
    .argument('<id...>', 'enquiries that are quarantined')
    .option('--json', 'a JSON object with the lists "released", "notQuarantined" and "unknown"')
    .description(`An enquiry that looks like spam is kept but not mailed. These show which, and why:

  npm run admin -- enquiries list --state quarantined
  npm run admin -- enquiries show <id>

The mail of a released one is queued; a running server sends it within seconds, otherwise the next
one that starts. What is spam can be erased, or stays until the retention purges it.

Example: npm run admin -- enquiries release 01a1fc16-4fa8-721c-a92d-b68cff562a77`)
    .action((ids: string[], options: Options) => release(new Set(ids), options, context));
}

async function retry(ids: Set<string>, { failed = false, json }: Options, context: CommandContext): Promise<void> {
  if (failed === ids.size > 0) throw new CommandFailure(['Name enquiries by their ids, or --failed.'], 2);
  const { enquiries } = await context.open();
  if (failed) for await (const { id } of enquiries.each({ state: 'failed' })) ids.add(id);
  const result = { queued: [] as string[], quarantined: [] as string[], unknown: [] as string[] };
  const progress = progressOn(context);
  let done = 0;
  for (const id of ids) {
    // Of what has failed, somebody else may have queued some meanwhile.
    const outcome = await enquiries.retry(id, failed ? ['failed'] : undefined);
    if (outcome !== 'under way') result[outcome].push(id);
    else if (!failed) result.queued.push(id);
    progress.show(`${(done += 1)} of ${ids.size} mails`);
  }
  progress.end();
  const { queued, quarantined, unknown } = result;
  context.write(json ? jsonText(result) : line(`${counted(queued.length, 'mail is', 'mails are')} queued again.`));
  refuse(quarantined, 'is quarantined: "enquiries release" sends it', unknown, json);
}

async function release(ids: Set<string>, { json }: Options, { open, write }: CommandContext): Promise<void> {
  const { enquiries } = await open();
  const result = { released: [] as string[], 'not quarantined': [] as string[], unknown: [] as string[] };
  for (const id of ids) result[await enquiries.release(id)].push(id);
  const { released, 'not quarantined': notQuarantined, unknown } = result;
  if (json) write(jsonText({ released, notQuarantined, unknown }));
  else write(line(`${counted(released.length, 'enquiry is', 'enquiries are')} released.`));
  refuse(notQuarantined, 'is not quarantined', unknown, json);
}

/** Throws a CommandFailure unless both lists are empty. JSON has told them already. */
function refuse(ids: readonly string[], reason: string, unknown: readonly string[], json = false): void {
  const reasons = [...ids.map((id) => `${id} ${reason}.`), ...unknown.map((id) => `There is no enquiry ${id}.`)];
  if (reasons.length > 0) throw new CommandFailure(json ? [] : reasons);
}
