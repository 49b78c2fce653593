import { parseArgs } from 'node:util';
import type { StoredEnquiry } from '../../enquiries/store.ts';
import type { Command } from './command.ts';
import { csvRow } from './csv.ts';
import { filterFrom, filterHelp, filterOptions, filterUsage } from './enquiry-filter.ts';
import { progressOn } from './progress.ts';

export const exportEnquiries: Command = {
  usage: `enquiries export ${filterUsage} [--json]`,
  summary: 'Writes enquiries to standard output, as CSV or JSON',
  help: `
${filterHelp}
  --json    a JSON array; without it CSV that is safe to open in a spreadsheet: a cell that could
            be taken for a formula starts with an apostrophe

Without a filter all enquiries are written, quarantined ones too. Times are in UTC. The file holds
personal data: keep it for yourself, and erase it when you no longer need it.

Example: npm run --silent admin -- enquiries export > enquiries.csv
Example: npm run --silent admin -- enquiries export --from 2026-01-01 --json > enquiries.json`,

  async run(args, context) {
    const { values } = parseArgs({ args, options: { ...filterOptions, json: { type: 'boolean' } } });
    const filter = filterFrom(values);
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
    await (values.json === true ? writeJson : writeCsv)(enquiries.each(filter), context.write, write);
    progress.end();
    return 0;
  },
};

type Write = (text: string) => void;

async function writeJson(enquiries: AsyncIterable<StoredEnquiry>, write: Write, writeOne: Write): Promise<void> {
  let before = '[';
  for await (const enquiry of enquiries) {
    writeOne(`${before}\n${JSON.stringify(enquiry)}`);
    before = ',';
  }
  write(before === '[' ? '[]\n' : '\n]\n');
}

const columns = ['id', 'received', 'name', 'email', 'company', 'subject', 'message', 'mail', 'attempts', 'reason'];

async function writeCsv(enquiries: AsyncIterable<StoredEnquiry>, write: Write, writeOne: Write): Promise<void> {
  // The byte order mark makes Excel read UTF-8.
  write(`\uFEFF${csvRow(columns)}`);
  for await (const enquiry of enquiries) writeOne(csvRow(cells(enquiry)));
}

function cells({ id, receivedAt, name, email, company, subject, message, delivery }: StoredEnquiry): string[] {
  const { state, attempts, lastReason } = delivery;
  const received = receivedAt.toISOString();
  return [id, received, name, email, company, subject, message, state, `${attempts}`, lastReason ?? ''];
}
