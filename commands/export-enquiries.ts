import type { Command } from 'commander';
import { csvOf } from '../enquiries/core/enquiries-csv.ts';
import type { StoredEnquiry } from '../enquiries/core/store.ts';
import { progressOn, type CommandContext } from './command.ts';
import { addFilterOptions, filterFrom, type FilterOptions } from './choose-enquiries.ts';

type Options = FilterOptions & { json?: boolean };

export function addExportCommand(enquiries: Command, context: CommandContext): void {
  addFilterOptions(enquiries.command('export').summary('Writes enquiries to standard output, as CSV or JSON'))
    .option('--json', 'a JSON array; without it CSV that is safe to open in a spreadsheet')
    .description(`In CSV, a cell that could be taken for a formula starts with an apostrophe. Without a filter all
enquiries are written, quarantined ones too. Times are in UTC. The file holds personal data: keep it
for yourself, and erase it when you no longer need it.

Example: npm run --silent admin -- enquiries export > enquiries.csv
Example: npm run --silent admin -- enquiries export --from 2026-01-01 --json > enquiries.json`)
    .action((options: Options) => exportEnquiries(options, context));
}

async function exportEnquiries(options: Options, context: CommandContext): Promise<void> {
  const filter = filterFrom(options);
  const { enquiries } = await context.open();
  // Enquiries that run over the screen tell by themselves how far they are.
  const isWatched = context.isWatched && !context.writesToScreen;
  const progress = progressOn({ ...context, isWatched });
  const total = isWatched ? await enquiries.count(filter) : 0;
  let written = 0;
  const write = (text: string): void => {
    context.write(text);
    progress.show(`${(written += 1)} of ${total} enquiries`);
  };
  await (options.json ? writeJson : writeCsv)(enquiries.each(filter), context.write, write);
  progress.end();
}

type Write = (text: string) => void;

async function writeJson(enquiries: AsyncIterable<StoredEnquiry>, write: Write, writeOne: Write): Promise<void> {
  let before = '[';
  for await (const enquiry of enquiries) {
    writeOne(`${before}\n${JSON.stringify(enquiry)}`);
    before = ',';
  }
  write(before === '[' ? '[]\n' : '\n]\n');
}

async function writeCsv(enquiries: AsyncIterable<StoredEnquiry>, write: Write, writeOne: Write): Promise<void> {
  let isRow = false;
  for await (const row of csvOf(enquiries)) {
    (isRow ? writeOne : write)(row);
    isRow = true;
  }
}
