import { deliveryStates, type EnquiryFilter } from '../../enquiries/store.ts';
import { UsageError } from './command.ts';
import { endFrom, startFrom } from './time-option.ts';

/** The options with which a command narrows down enquiries, for `parseArgs`. */
export const filterOptions = {
  state: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  text: { type: 'string' },
} as const;

export type FilterValues = Partial<Record<keyof typeof filterOptions, string>>;

export const filterUsage = '[--state <state>] [--from <date>] [--until <date>] [--text <words>]';

export const filterHelp = `\
  --state   only those that are due, delivered, failed or quarantined
  --from    only those received on this day or later: 2026-03-01, or a time like 2026-03-01T15:06
  --until   only those received on this day or earlier, that day included; or before a time
  --text    only those with these words in name, address, company, subject or message`;

/** Reads the options. Times are in the machine's zone where they name none. Throws a UsageError for what they do not take. */
export function filterFrom({ state, from, until, text }: FilterValues): EnquiryFilter {
  const known = deliveryStates.find((one) => one === state);
  if (state !== undefined && known === undefined) throw new UsageError(`--state takes ${deliveryStates.join(', ')}.`);
  const filter = {
    ...(known && { state: known }),
    ...(from !== undefined && { from: startFrom('--from', from) }),
    ...(until !== undefined && { until: endFrom('--until', until) }),
    ...(text !== undefined && text !== '' && { text }),
  };
  if (filter.from && filter.until && filter.from >= filter.until) throw new UsageError('--from is after --until.');
  return filter;
}

/** The options as one would type them again, quoted for a shell. */
export function filterWords(values: FilterValues): string[] {
  return Object.keys(filterOptions).flatMap((name) => {
    const value = values[name as keyof FilterValues];
    return value === undefined ? [] : [`--${name}`, quoted(value)];
  });
}

function quoted(word: string): string {
  return /^[\w.:+@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
