import type { Command } from 'commander';
import { jsonText, line, numberUpTo, type CommandContext } from './command.ts';
import { addFilterOptions, filterFrom, type FilterOptions } from './choose-enquiries.ts';
import { clipped, stateHelp, summaryCells, summaryHeads, table } from './enquiry-text.ts';

interface Options extends FilterOptions {
  limit?: number;
  before?: string;
  json?: boolean;
}

export function addListCommand(enquiries: Command, context: CommandContext): void {
  addFilterOptions(enquiries.command('list').summary('Lists enquiries, the newest first'))
    .option('--limit <number>', 'how many at most (default 50)', numberUpTo(99_999))
    .option('--before <id>', 'only those older than the enquiry with this id: the next page')
    .option('--json', 'a JSON array with every field')
    .description(`Where there are more than the limit, the call for the next page is told on standard error. Times are
in this machine’s time zone.

${stateHelp}

Example: npm run admin -- enquiries list --state waiting
Example: npm run admin -- enquiries list --state failed
Example: npm run admin -- enquiries list --from 2026-03-01 --until 2026-03-31 --text platform`)
    .action((options: Options) => list(options, context));
}

async function list(options: Options, { open, write, complain }: CommandContext): Promise<void> {
  const { limit = 50, before, json, ...filterOptions } = options;
  const filter = filterFrom(filterOptions);
  const { enquiries } = await open();
  // One more than is shown tells whether there is a next page.
  const found = await enquiries.list({ ...filter, limit: limit + 1, ...(before !== undefined && { before }) });
  const page = found.slice(0, limit);
  if (json) write(jsonText(page));
  else if (page.length === 0) write(line(nothing(options)));
  else {
    const withReasons = ['failed', 'quarantined', 'set-aside'].includes(options.state ?? '');
    const rows = page.map((enquiry) => [
      ...summaryCells(enquiry),
      ...(withReasons ? [clipped(enquiry.delivery.lastReason ?? '', 60)] : []),
    ]);
    write(table([[...summaryHeads, ...(withReasons ? ['REASON'] : [])], ...rows]));
  }

  const last = page.at(-1);
  if (last === undefined || found.length === page.length) return;
  complain(line(`These are ${page.length} of ${await enquiries.count(filter)}. The next page:`));
  complain(line(`npm run admin -- enquiries list${callWords({ ...options, before: last.id })}`));
}

function nothing({ state, from, until, text, before }: Options): string {
  if (before !== undefined) return 'There are no older ones.';
  if ((from ?? until ?? text) !== undefined) return 'No enquiry matches.';
  return state === undefined ? 'There are no enquiries.' : `No enquiry is ${state.replace('-', ' ')}.`;
}

/** The options as one would type them again, quoted for a shell. Each is kept under its own name. */
function callWords(options: Options): string {
  return Object.entries(options)
    .map(([name, value]) => (value === true ? ` --${name}` : ` --${name} ${quoted(String(value))}`))
    .join('');
}

function quoted(word: string): string {
  return /^[\w.:+@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
