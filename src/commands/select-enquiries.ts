import { Option } from 'commander';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import { parseReferenceToIdSuffix } from '../enquiries/reference.ts';
import {
  getMailState,
  earlierStatusNames,
  mailStates,
  enquiryStatuses,
  type MailState,
  type EnquiryStatus,
  type StoredEnquiry,
} from '../enquiries/model.ts';
import type { EnquiryFilter, EnquirySelector } from '../enquiries/enquiry-filter.ts';
import { CommandFailure } from './command.ts';

/** Enquiries that a command acts on. */
export type EnquirySelection = { names: readonly string[] } | { filter: EnquiryFilter };

/** A selected enquiry. `name`: as the operator called it, or its reference. */
export type SelectedEnquiry = Pick<StoredEnquiry, 'id' | 'version'> & { name: string; mailState: MailState };

/** Parses names and filter options. Throws a CommandFailure unless exactly one of the two is given. */
export function parseEnquirySelection(names: readonly string[], options: FilterOptions): EnquirySelection {
  // A script whose variable is empty must not act on everything.
  if (options.text?.trim() === '') throw new CommandFailure('--text takes words.', 2);
  const filter = parseFilter(options);
  const isFiltered = Object.keys(filter).length > 0;
  const message = 'Name enquiries by their references or ids, or choose them with --state, --from, --until and --text.';
  if (isFiltered === names.length > 0) throw new CommandFailure(message, 2);
  return isFiltered ? { filter } : { names };
}

/**
 * Resolves to the selected enquiries, each once, and to the names that match none. Rejects with a CommandFailure if a
 * name matches several. `status` limits a filter.
 */
export async function selectEnquiries(
  selection: EnquirySelection,
  enquiries: EnquiryService,
  status?: EnquiryStatus,
): Promise<{ selected: SelectedEnquiry[]; unknown: string[] }> {
  const selected = new Map<string, SelectedEnquiry>();
  const unknown = new Set<string>();
  const addSelected = (enquiry: StoredEnquiry, name: string): void => {
    const { id, version } = enquiry;
    selected.set(id, { id, version, mailState: getMailState(enquiry), name });
  };
  if ('filter' in selection) {
    for await (const enquiry of enquiries.stream({ ...(status && { status }), ...selection.filter }))
      if (status === undefined || enquiry.status === status) addSelected(enquiry, enquiry.reference);
  } else {
    for (const name of selection.names) {
      const enquiry = await findEnquiry(name, enquiries);
      if (enquiry === undefined) unknown.add(name);
      else addSelected(enquiry, name);
    }
  }
  return { selected: [...selected.values()], unknown: [...unknown] };
}

/** Resolves to the enquiry with this reference or id, if any. Rejects with a CommandFailure if there are several. */
export async function findEnquiry(
  referenceOrId: string,
  { find }: Pick<EnquiryService, 'find'>,
): Promise<StoredEnquiry | undefined> {
  const found = await find(parseEnquirySelector(referenceOrId));
  if (found.length < 2) return found[0];
  const ids = found.map(({ id }) => id).join(', ');
  throw new CommandFailure(`${referenceOrId} stands for ${found.length} enquiries. Name one by its id: ${ids}.`);
}

/** Parses an argument: an e-mail address (all of one person), a reference, else an id. */
export function parseEnquirySelector(argument: string): EnquirySelector {
  if (argument.includes('@')) return { email: argument };
  return parseReferenceToIdSuffix(argument) === null ? { id: argument } : { reference: argument };
}

/** Values of `filterOptions`. */
export type FilterOptions = Partial<Record<'state' | 'from' | 'until' | 'text', string>>;

/** Filters by value of --state. */
const filtersByState = new Map<string, EnquiryFilter>([
  ...enquiryStatuses.map((status) => [status, { status }] as const),
  ...mailStates.map((mailState) => [mailState, { mailState }] as const),
  // As earlier releases called them.
  ...enquiryStatuses.map((status) => [earlierStatusNames[status].replace(' ', '-'), { status }] as const),
  ['quarantined', { mailState: 'withheld' }],
]);

/** Options that filter enquiries. `parseFilter` reads them. */
export const filterOptions: readonly Option[] = [
  new Option('--state <state>', 'only those that are so, or whose mail is').choices([...filtersByState.keys()]),
  new Option('--from <date>', 'only those received on this day or later: 2026-03-01, or a time like 2026-03-01T15:06'),
  new Option('--until <date>', 'only those received on this day or earlier, that day included; or before a time'),
  new Option('--text <words>', 'only those with all these words, or words that begin so, in fields and notes'),
];

/**
 * Returns the filter of the options. Times are in the machine's zone unless they name one; a day as --until includes
 * that day. Throws a CommandFailure for an invalid time.
 */
export function parseFilter({ state, from, until, text: query }: FilterOptions): EnquiryFilter {
  const filter = {
    ...filtersByState.get(state ?? ''),
    ...(from !== undefined && { receivedFrom: parseTimeOption('--from', from, 0) }),
    ...(until !== undefined && { receivedBefore: parseTimeOption('--until', until, 1) }),
    ...(query !== undefined && query !== '' && { query }),
  };
  if (filter.receivedFrom && filter.receivedBefore && filter.receivedFrom >= filter.receivedBefore)
    throw new CommandFailure('--from is after --until.', 2);
  return filter;
}

const timePattern = /^(\d{4})-(\d\d)-(\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

function parseTimeOption(option: string, text: string, daysLater: number): Date {
  const [, year, month, day, hour] = timePattern.exec(text) ?? [];
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // `Date` reads 30 February as 2 March.
  if (midnight.getUTCDate() === Number(day)) {
    if (hour === undefined) return new Date(Number(year), Number(month) - 1, Number(day) + daysLater);
    const point = new Date(text.replace(' ', 'T'));
    if (!Number.isNaN(point.getTime())) return point;
  }
  throw new CommandFailure(`${option} takes a day like 2026-03-01 or a time like 2026-03-01T15:06.`, 2);
}
