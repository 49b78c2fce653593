import { Option } from 'commander';
import type { Enquiries } from '../enquiries/enquiries.ts';
import { endOfIds } from '../enquiries/reference.ts';
import {
  getMailState,
  mailStates,
  statuses,
  statusLabels,
  type EnquiryFilter,
  type EnquirySelector,
  type MailState,
  type Status,
  type StoredEnquiry,
} from '../enquiries/model.ts';
import { CommandFailure } from './command.ts';

/** Enquiries that a command acts on. */
export type Selection = { words: readonly string[] } | { filter: EnquiryFilter };

/** `name`: as the operator called it, or its reference. */
export type SelectedEnquiry = Pick<StoredEnquiry, 'id' | 'version'> & { name: string; mailState: MailState };

/** Reads what a command is to act on. Throws a CommandFailure unless it is either named or narrowed down. */
export function parseSelection(words: readonly string[], options: FilterOptions): Selection {
  // A script whose variable is empty must not act on everything.
  if (options.text?.trim() === '') throw new CommandFailure('--text takes words.', 2);
  const filter = parseFilter(options);
  const isFiltered = Object.keys(filter).length > 0;
  const fault = 'Name enquiries by their references or ids, or choose them with --state, --from, --until and --text.';
  if (isFiltered === words.length > 0) throw new CommandFailure(fault, 2);
  return isFiltered ? { filter } : { words };
}

/**
 * Finds what is wanted, each once. Throws a CommandFailure where a word stands for several.
 * @param status of what passes a filter, only those that are so
 * @returns as `unknown` the words that stand for nothing
 */
export async function selectEnquiries(wanted: Selection, enquiries: Enquiries, status?: Status) {
  const chosen = new Map<string, SelectedEnquiry>();
  const unknown = new Set<string>();
  const take = (enquiry: StoredEnquiry, name: string): void => {
    const { id, version } = enquiry;
    chosen.set(id, { id, version, mailState: getMailState(enquiry), name });
  };
  if ('filter' in wanted) {
    for await (const enquiry of enquiries.each({ ...(status && { status }), ...wanted.filter }))
      if (status === undefined || enquiry.status === status) take(enquiry, enquiry.reference);
  } else {
    for (const word of wanted.words) {
      const enquiry = await findEnquiry(word, enquiries);
      if (enquiry === undefined) unknown.add(word);
      else take(enquiry, word);
    }
  }
  return { chosen: [...chosen.values()], unknown: [...unknown] };
}

/** The enquiry that a word stands for, if there is one. Throws a CommandFailure where there are several. */
export async function findEnquiry(word: string, { find }: Pick<Enquiries, 'find'>): Promise<StoredEnquiry | undefined> {
  const found = await find(parseSelector(word));
  if (found.length < 2) return found[0];
  const ids = found.map(({ id }) => id).join(', ');
  throw new CommandFailure(`${word} stands for ${found.length} enquiries. Name one by its id: ${ids}.`);
}

/** Parses an argument: an e-mail address (all of one person), a reference, or else an id. */
export function parseSelector(word: string): EnquirySelector {
  if (word.includes('@')) return { email: word };
  return endOfIds(word) === null ? { id: word } : { reference: word };
}

export type FilterOptions = Partial<Record<'state' | 'from' | 'until' | 'text', string>>;

/** Filters by value of --state, such as `set-aside`. */
const states = new Map<string, EnquiryFilter>([
  ...statuses.map((status) => [statusLabels[status].replace(' ', '-'), { status }] as const),
  ...mailStates.map((mail) => [mail, { mail }] as const),
]);

/** The options with which a command narrows down enquiries. `parseFilter` reads them. */
export const filterOptions: readonly Option[] = [
  new Option('--state <state>', 'only those that are so, or whose mail is').choices([...states.keys()]),
  new Option('--from <date>', 'only those received on this day or later: 2026-03-01, or a time like 2026-03-01T15:06'),
  new Option('--until <date>', 'only those received on this day or earlier, that day included; or before a time'),
  new Option('--text <words>', 'only those with all these words, or words that begin so, in fields and notes'),
];

/**
 * Times are in the machine's zone where they name none. A day begins at its midnight and, as an end, is over at the
 * next one. Throws a CommandFailure for what is no time.
 */
export function parseFilter({ state, from, until, text }: FilterOptions): EnquiryFilter {
  const filter = {
    ...states.get(state ?? ''),
    ...(from !== undefined && { from: timeFrom('--from', from, 0) }),
    ...(until !== undefined && { until: timeFrom('--until', until, 1) }),
    ...(text !== undefined && text !== '' && { text }),
  };
  if (filter.from && filter.until && filter.from >= filter.until)
    throw new CommandFailure('--from is after --until.', 2);
  return filter;
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
  throw new CommandFailure(`${option} takes a day like 2026-03-01 or a time like 2026-03-01T15:06.`, 2);
}
