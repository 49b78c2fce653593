import { Option } from 'commander';
import { createCountParser, type OperatorCommand } from './command.ts';
import { parseFilter, filterOptions, type FilterOptions } from './select-enquiries.ts';
import { shortenText } from '../text/format-text.ts';
import { formatTable, enquiryStateHelp, formatSummaryCells, summaryHeadings, toOneLine } from './format-text.ts';

type Options = FilterOptions & { limit?: number };

/** Command `enquiries list`. */
export const listCommand: OperatorCommand<Options> = {
  name: 'list',
  summary: 'Lists enquiries, the newest first',
  options: [
    ...filterOptions,
    new Option('--limit <number>', 'how many at most (default 50)').argParser(createCountParser(99_999)),
  ],
  json: 'a JSON array with every field',
  description: `If there are more than the limit, standard error says how many. Times are in this machine’s time zone.

${enquiryStateHelp}`,
  examples: [
    'enquiries list --state open',
    'enquiries list --state failed',
    'enquiries list --from 2026-03-01 --until 2026-03-31 --text platform',
  ],
  async run({ options, openCore, writeResult, writeError }) {
    const { limit = 50 } = options;
    const filter = parseFilter(options);
    const { enquiries } = await openCore();
    const found = await enquiries.list({ ...filter, limit });
    // An empty last column is not visible.
    const withReasons = filter.status === 'spam' || ['failed', 'withheld'].includes(filter.mailState ?? '');
    const rows = found.map((one) => [
      ...formatSummaryCells(one),
      withReasons ? shortenText(toOneLine(one.spamReason ?? one.mail?.lastReason ?? ''), 60) : '',
    ]);
    writeResult(found, formatTable(rows, 'No enquiry matches.', [...summaryHeadings, withReasons ? 'REASON' : '']));
    const total = found.length < limit ? found.length : await enquiries.count(filter);
    if (total > found.length) writeError(`These are the newest ${found.length} of ${total}: --limit shows more.\n`);
  },
};
