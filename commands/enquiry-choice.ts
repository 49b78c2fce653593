import type { Enquiries } from '../enquiries/core/enquiries.ts';
import { endOfIds } from '../enquiries/core/reference.ts';
import type { EnquiryFilter, EnquirySelector, Handling, StoredEnquiry } from '../enquiries/core/store.ts';
import { CommandFailure } from './command.ts';
import { filterFrom, type FilterOptions } from './enquiry-filter.ts';

/** What a command is to act on. */
export type Wanted = { words: readonly string[] } | { filter: EnquiryFilter };

/** What was found of it; `unknown` are words that stand for nothing. */
export interface Choice {
  chosen: readonly Chosen[];
  unknown: readonly string[];
}

export interface Chosen extends Pick<StoredEnquiry, 'id' | 'version'> {
  /** As the operator called it, or its reference. */
  name: string;
  /** Of its mail. */
  state: StoredEnquiry['delivery']['state'];
}

/** Reads what a command is to act on. Throws a CommandFailure unless it is either named or narrowed down. */
export function wantedFrom(words: readonly string[], options: FilterOptions): Wanted {
  // A script whose variable is empty must not act on everything.
  if (options.text?.trim() === '') throw new CommandFailure(['--text takes words.'], 2);
  const filter = filterFrom(options);
  const isFiltered = Object.keys(filter).length > 0;
  if (isFiltered === words.length > 0) {
    const options = '--state, --from, --until and --text';
    throw new CommandFailure([`Name enquiries by their references or ids, or choose them with ${options}.`], 2);
  }
  return isFiltered ? { filter } : { words };
}

/**
 * Finds what is wanted, each once. Throws a CommandFailure where a word stands for several.
 * @param handling of what passes a filter, only those that are so
 */
export async function choose(wanted: Wanted, enquiries: Enquiries, handling?: Handling): Promise<Choice> {
  const chosen = new Map<string, Chosen>();
  const unknown = new Set<string>();
  const take = ({ id, version, delivery }: StoredEnquiry, name: string): void =>
    void chosen.set(id, { id, version, name, state: delivery.state });
  if ('filter' in wanted) {
    for await (const enquiry of enquiries.each({ ...(handling && { handling }), ...wanted.filter }))
      if (handling === undefined || enquiry.handling === handling) take(enquiry, enquiry.reference);
  } else {
    for (const word of wanted.words) {
      const enquiry = await enquiryOf(word, enquiries);
      if (enquiry === undefined) unknown.add(word);
      else take(enquiry, word);
    }
  }
  return { chosen: [...chosen.values()], unknown: [...unknown] };
}

/** The enquiry that a word stands for, if there is one. Throws a CommandFailure where there are several. */
export async function enquiryOf(word: string, { find }: Pick<Enquiries, 'find'>): Promise<StoredEnquiry | undefined> {
  const found = await find(selectorOf(word));
  if (found.length < 2) return found[0];
  const ids = found.map(({ id }) => id).join(', ');
  throw new CommandFailure([`${word} stands for ${found.length} enquiries. Name one by its id: ${ids}.`]);
}

/** What a word stands for: all of one person by e-mail address, one enquiry by its reference, or else by its id. */
export function selectorOf(word: string): EnquirySelector {
  if (word.includes('@')) return { email: word };
  return endOfIds(word) === null ? { id: word } : { reference: word };
}
