import { parseArgs } from 'node:util';
import { deliveryStates, type DeliveryState, type StoredEnquiry } from '../../enquiries/store.ts';
import { jsonText, line, UsageError, type Command } from './command.ts';
import { clipped, shortTime } from './enquiry-text.ts';

export const listEnquiries: Command = {
  usage: 'enquiries list [--state due|delivered|failed] [--limit <number>] [--json]',
  summary: 'Lists enquiries, the newest first',
  help: `
  --state   only those whose mail is due (not delivered yet), delivered, or failed (given up)
  --limit   how many at most (default 50)
  --json    a JSON array with every field

Example: npm run admin -- enquiries list --state failed`,

  async run(args, { composition, write }) {
    const options = { state: { type: 'string' }, limit: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args, options });
    const state = stateFrom(values.state);
    const limit = limitFrom(values.limit);
    const found = await composition.enquiries.list({ limit, ...(state && { state }) });
    if (values.json === true) write(jsonText(found));
    else if (found.length === 0)
      write(line(state === undefined ? 'There are no enquiries.' : `No enquiry is ${state}.`));
    else write(table(found));
    return 0;
  },
};

/** Reads a --state option. Throws a UsageError for a state that there is not. */
export function stateFrom(text: string | undefined): DeliveryState | undefined {
  const state = deliveryStates.find((known) => known === text);
  if (text !== undefined && state === undefined) throw new UsageError(`--state takes ${deliveryStates.join(', ')}.`);
  return state;
}

function limitFrom(text = '50'): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--limit takes a number from 1 to 99999.');
  return Number(text);
}

function table(enquiries: readonly StoredEnquiry[]): string {
  const rows = enquiries.map((enquiry) => [
    enquiry.id,
    shortTime(enquiry.receivedAt),
    enquiry.delivery.state,
    clipped(enquiry.name, 24),
    clipped(enquiry.subject, 40),
  ]);
  const all = [['ID', 'RECEIVED', 'MAIL', 'NAME', 'SUBJECT'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  return all
    .map((row) =>
      line(
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      ),
    )
    .join('');
}
