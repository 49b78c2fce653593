import { Option, type Command } from 'commander';
import { deliveryStates, handlings, type DeliveryState, type EnquiryFilter } from '../enquiries/core/store.ts';
import { CommandFailure } from './command.ts';

export interface FilterOptions {
  state?: string;
  from?: string;
  until?: string;
  text?: string;
}

/** Adds the options with which a command narrows down enquiries. `filterFrom` reads them. */
export function addFilterOptions(command: Command): Command {
  return command
    .addOption(new Option('--state <state>', 'only those that are so, or whose mail is').choices(listedStates))
    .option('--from <date>', 'only those received on this day or later: 2026-03-01, or a time like 2026-03-01T15:06')
    .option('--until <date>', 'only those received on this day or earlier, that day included; or before a time')
    .option('--text <words>', 'only those with these words in name, address, company, subject or message');
}

/** One word of a command line each: `set-aside`. */
const handlingOf = new Map(handlings.map((handling) => [handling.replace(' ', '-'), handling]));
const listedStates = [...handlingOf.keys(), ...deliveryStates];

/**
 * Times are in the machine's zone where they name none. A day begins at its midnight and, as an end, is over at the
 * next one. Throws a CommandFailure for what is no time.
 */
export function filterFrom({ state, from, until, text }: FilterOptions): EnquiryFilter {
  const filter = {
    ...filterOf(state),
    ...(from !== undefined && { from: timeFrom('--from', from, 0) }),
    ...(until !== undefined && { until: timeFrom('--until', until, 1) }),
    ...(text !== undefined && text !== '' && { text }),
  };
  if (filter.from && filter.until && filter.from >= filter.until)
    throw new CommandFailure(['--from is after --until.'], 2);
  return filter;
}

function filterOf(state: string | undefined): EnquiryFilter {
  if (state === undefined) return {};
  const handling = handlingOf.get(state);
  return handling === undefined ? { state: state as DeliveryState } : { handling };
}

const time = /^(\d{4})-(\d\d)-(\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

function timeFrom(option: string, text: string, daysLater: number): Date {
  const [, year, month, day, hour] = time.exec(text) ?? [];
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // `Date` takes the 30th of February for the 2nd of March.
  if (midnight.getUTCDate() === Number(day)) {
    if (hour === undefined) return new Date(Number(year), Number(month) - 1, Number(day) + daysLater);
    const point = new Date(text.replace(' ', 'T'));
    if (!Number.isNaN(point.getTime())) return point;
  }
  throw new CommandFailure([`${option} takes a day like 2026-03-01 or a time like 2026-03-01T15:06.`], 2);
}
