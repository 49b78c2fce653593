import { Option } from 'commander';
import { line, numberUpTo, type OperatorCommand } from './command.ts';
import { filterFrom, filterOptions, type FilterOptions } from './choose-enquiries.ts';
import { clipped, listed, stateHelp, summaryCells, summaryHeads } from './enquiry-text.ts';

type Options = FilterOptions & { limit?: number; before?: string; json?: true };

export const listCommand: OperatorCommand<Options> = {
  name: 'list',
  summary: 'Lists enquiries, the newest first',
  options: [
    ...filterOptions,
    new Option('--limit <number>', 'how many at most (default 50)').argParser(numberUpTo(99_999)),
    new Option('--before <id>', 'only those older than the enquiry with this id: the next page'),
  ],
  json: 'a JSON array with every field',
  description: `Where there are more than the limit, the call for the next page is told on standard error. Times are
in this machine’s time zone.

${stateHelp}`,
  examples: [
    'enquiries list --state waiting',
    'enquiries list --state failed',
    'enquiries list --from 2026-03-01 --until 2026-03-31 --text platform',
  ],
  async run({ options, open, answer, complain }) {
    const { limit = 50, before, state = '' } = options;
    const filter = filterFrom(options);
    const { enquiries } = await open();
    // One more than is shown tells whether there is a next page.
    const found = await enquiries.list({ ...filter, limit: limit + 1, ...(before !== undefined && { before }) });
    const page = found.slice(0, limit);
    // A column of nothing at the end is not seen.
    const withReasons = ['failed', 'quarantined', 'set-aside'].includes(state);
    const rows = page.map((one) => [
      ...summaryCells(one),
      withReasons ? clipped(one.delivery.lastReason ?? '', 60) : '',
    ]);
    answer(page, listed(rows, nothing(options), [...summaryHeads, withReasons ? 'REASON' : '']));

    const last = page.at(-1);
    if (last === undefined || found.length === page.length) return;
    complain(line(`These are ${page.length} of ${await enquiries.count(filter)}. The next page:`));
    complain(line(`npm run admin -- enquiries list${callWords({ ...options, before: last.id })}`));
  },
};

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
