import type { EnquiryFilter, StoredEnquiry } from '../../enquiries/store.ts';
import { isEnquiryId, withoutDone } from '../shared/inbox-path.ts';
import type { Visit } from '../shared/desk.ts';
import { oneLine } from '../shared/form.ts';
import { type Folder, folderNamed, folders } from './folders.ts';

/** Of a page. */
const length = 50;

const longestWords = 200;

type Searched = Pick<Visit, 'enquiries' | 'person' | 'now'>;

/** A page of a folder, or of what a search has found. */
export interface Listing {
  folder: Folder;
  /** What was searched for; empty in the other folders. */
  words: string;
  items: readonly StoredEnquiry[];
  /** When the reader is reminded, by the ids of enquiries. */
  reminders: Readonly<Record<string, Date>>;
  /** The address of the next page; none on the last. */
  next?: string | undefined;
  /** The address of the first page, on the others. */
  first?: string | undefined;
}

/** The page that an address names; null where it names none. */
export async function listingAt(inbox: Searched, address: string): Promise<Listing | null> {
  const { pathname, searchParams } = new URL(withoutDone(address), 'http://inbox.invalid');
  const folder = folderNamed(pathname.slice(1));
  const after = searchParams.get('after') ?? '';
  if (folder === null || (after !== '' && !isEnquiryId(after))) return null;
  const words = wordsIn(searchParams);
  const found = await enquiriesOf(inbox, folder, words, after);
  const items = found.slice(0, length);
  const last = items.at(-1);
  const due = folder === 'waiting' && after === '' ? await dueReminders(inbox) : [];
  const ofPage = (id?: string): string => {
    const query = new URLSearchParams({
      ...(folder === 'search' && { words }),
      ...(id !== undefined && { after: id }),
    });
    return query.size === 0 ? pathname : `${pathname}?${query}`;
  };
  return {
    folder,
    words: folder === 'search' ? words : '',
    items: [...due, ...items],
    reminders: await inbox.enquiries.reminders(inbox.person),
    next: last === undefined || found.length <= length ? undefined : ofPage(last.id),
    first: after === '' ? undefined : ofPage(),
  };
}

/** All that a folder or a search holds, page by page as the reader takes it. */
export async function* allOf(inbox: Searched, folder: Folder, words: string): AsyncGenerator<StoredEnquiry> {
  if (folder === 'search' && words === '') return;
  yield* inbox.enquiries.each(filterOf(inbox, folder, words));
}

/** How many `allOf` goes through, and some of them. */
export async function countedIn(inbox: Searched, folder: Folder, words: string, limit: number) {
  if (folder === 'search' && words === '') return { found: [], count: 0 };
  const filter = filterOf(inbox, folder, words);
  return { found: await inbox.enquiries.list({ ...filter, limit }), count: await inbox.enquiries.count(filter) };
}

/** What is searched for. */
export function wordsIn(query: URLSearchParams): string {
  return oneLine(query.get('words'), longestWords);
}

/** One more than a page holds, where there are more. */
async function enquiriesOf(inbox: Searched, folder: Folder, words: string, after: string) {
  if (folder === 'search' && words === '') return [];
  const from = folders[folder].isOldestFirst ? { after } : after !== '' && { before: after };
  return inbox.enquiries.list({ ...filterOf(inbox, folder, words), limit: length + 1, ...from });
}

function filterOf({ person, now }: Searched, folder: Folder, words: string): EnquiryFilter {
  return folders[folder].filter({ person, now: now(), words });
}

/** What the reader is to be reminded of by now. */
function dueReminders({ enquiries, person, now }: Searched): Promise<readonly StoredEnquiry[]> {
  return enquiries.list({
    handling: 'waiting',
    reminder: { of: person, now: now(), is: 'due' },
    after: '',
    limit: 4 * length,
  });
}
