import { parseArgs } from 'node:util';
import type { StoredEnquiry } from '../../enquiries/store.ts';
import { jsonText, line, UsageError, type Command } from './command.ts';
import {
  filterFrom,
  filterHelp,
  filterOptions,
  filterUsage,
  filterWords,
  type FilterValues,
} from './enquiry-filter.ts';
import { clipped, shortTime } from './enquiry-text.ts';
import { stateHelp } from './help.ts';
import { table } from './table.ts';

const options = {
  ...filterOptions,
  limit: { type: 'string' },
  before: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const listEnquiries: Command = {
  usage: `enquiries list ${filterUsage} [--limit <number>] [--before <id>] [--json]`,
  summary: 'Lists enquiries, the newest first',
  help: `
${filterHelp}
  --limit   how many at most (default 50)
  --before  only those older than the enquiry with this id: the next page
  --json    a JSON array with every field

Where there are more than the limit, the call for the next page is told on standard error. Times are
in this machine’s time zone.

${stateHelp}

Example: npm run admin -- enquiries list --state failed
Example: npm run admin -- enquiries list --from 2026-03-01 --until 2026-03-31 --text "power platform"`,

  async run(args, { open, write, complain }) {
    const { values } = parseArgs({ args, options });
    const filter = filterFrom(values);
    const limit = limitFrom(values.limit);
    const { enquiries } = await open();
    // One more than is shown tells whether there is a next page.
    const found = await enquiries.list({
      ...filter,
      limit: limit + 1,
      ...(values.before !== undefined && { before: values.before }),
    });
    const page = found.slice(0, limit);
    if (values.json === true) write(jsonText(page));
    else if (page.length === 0) write(line(nothing(values)));
    else write(tableOf(page, filter.state === 'failed' || filter.state === 'quarantined'));

    const last = page.at(-1);
    if (last === undefined || found.length === page.length) return 0;
    const total = await enquiries.count(filter);
    const words = [...filterWords(values), ...(values.limit === undefined ? [] : ['--limit', values.limit])];
    const next = ['enquiries list', ...words, '--before', last.id, ...(values.json === true ? ['--json'] : [])];
    complain(line(`These are ${page.length} of ${total}. The next page:`));
    complain(line(`npm run admin -- ${next.join(' ')}`));
    return 0;
  },
};

function limitFrom(text = '50'): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new UsageError('--limit takes a number from 1 to 99999.');
  return Number(text);
}

function nothing({ state, from, until, text, before }: FilterValues & { before?: string }): string {
  if (before !== undefined) return 'There are no older ones.';
  if ((from ?? until ?? text) !== undefined) return 'No enquiry is like that.';
  return state === undefined ? 'There are no enquiries.' : `No enquiry is ${state}.`;
}

function tableOf(enquiries: readonly StoredEnquiry[], withReasons: boolean): string {
  const head = ['ID', 'RECEIVED', 'MAIL', 'NAME', 'SUBJECT', ...(withReasons ? ['REASON'] : [])];
  const rows = enquiries.map(({ id, receivedAt, name, subject, delivery }) => [
    id,
    shortTime(receivedAt),
    delivery.state,
    clipped(name, 24),
    clipped(subject, 40),
    ...(withReasons ? [clipped(delivery.lastReason ?? '', 60)] : []),
  ]);
  return table([head, ...rows]);
}
