import { parseArgs } from 'node:util';
import type { StoredEnquiry } from '../../enquiries/store.ts';
import type { Command } from './command.ts';
import { csvRow } from './csv.ts';
import { stateFrom } from './list-enquiries.ts';

export const exportEnquiries: Command = {
  usage: 'enquiries export [--state due|delivered|failed] [--json]',
  summary: 'Writes all enquiries to standard output, as CSV or JSON',
  help: `
  --state   only those whose mail is due, delivered or failed
  --json    a JSON array; without it CSV that is safe to open in a spreadsheet: a cell that could
            be taken for a formula starts with an apostrophe

Example: npm run --silent admin -- enquiries export > enquiries.csv`,

  async run(args, { composition, write }) {
    const { values } = parseArgs({ args, options: { state: { type: 'string' }, json: { type: 'boolean' } } });
    const state = stateFrom(values.state);
    const enquiries = composition.enquiries.each({ ...(state && { state }) });
    await (values.json === true ? writeJson(enquiries, write) : writeCsv(enquiries, write));
    return 0;
  },
};

async function writeJson(enquiries: AsyncIterable<StoredEnquiry>, write: (text: string) => void): Promise<void> {
  let before = '[';
  for await (const enquiry of enquiries) {
    write(`${before}\n${JSON.stringify(enquiry)}`);
    before = ',';
  }
  write(before === '[' ? '[]\n' : '\n]\n');
}

async function writeCsv(enquiries: AsyncIterable<StoredEnquiry>, write: (text: string) => void): Promise<void> {
  // The byte order mark makes Excel read UTF-8.
  write(
    `\uFEFF${csvRow(['id', 'received', 'name', 'email', 'company', 'subject', 'message', 'mail', 'attempts', 'reason'])}`,
  );
  for await (const { id, receivedAt, name, email, company, subject, message, delivery } of enquiries) {
    const { state, attempts, lastReason } = delivery;
    write(
      csvRow([
        id,
        receivedAt.toISOString(),
        name,
        email,
        company,
        subject,
        message,
        state,
        `${attempts}`,
        lastReason ?? '',
      ]),
    );
  }
}
