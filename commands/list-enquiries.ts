import { Option } from 'commander';
import { endLine, createNumberParser, type OperatorCommand } from './command.ts';
import { parseFilter, filterOptions, type FilterOptions } from './select-enquiries.ts';
import { shortenText, formatTable, stateHelp, formatSummary, summaryHeadings } from './enquiry-text.ts';

type Options = FilterOptions & { limit?: number };

export const listCommand: OperatorCommand<Options> = {
  name: 'list',
  summary: 'Lists enquiries, the newest first',
  options: [
    ...filterOptions,
    new Option('--limit <number>', 'how many at most (default 50)').argParser(createNumberParser(99_999)),
  ],
  json: 'a JSON array with every field',
  description: `Where there are more than the limit, standard error tells how many. Times are in this machine’s time zone.

${stateHelp}`,
  examples: [
    'enquiries list --state waiting',
    'enquiries list --state failed',
    'enquiries list --from 2026-03-01 --until 2026-03-31 --text platform',
  ],
  async run({ options, open, answer, complain }) {
    const { limit = 50, state = '' } = options;
    const filter = parseFilter(options);
    const { enquiries } = await open();
    const found = await enquiries.list({ ...filter, limit });
    // A column of nothing at the end is not seen.
    const withReasons = ['failed', 'quarantined', 'set-aside'].includes(state);
    const rows = found.map((one) => [
      ...formatSummary(one),
      withReasons ? shortenText(one.spamReason ?? one.mail?.lastReason ?? '', 60) : '',
    ]);
    answer(found, formatTable(rows, 'No enquiry matches.', [...summaryHeadings, withReasons ? 'REASON' : '']));
    const all = found.length < limit ? found.length : await enquiries.count(filter);
    if (all > found.length) complain(endLine(`These are the newest ${found.length} of ${all}: --limit shows more.`));
  },
};
