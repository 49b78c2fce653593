import { formatCursor, type EnquiryFilter, type StoredEnquiry } from '../../enquiries/model.ts';
import { isEnquiryId, removeDoneNotice } from '../shared/return-path.ts';
import type { StaffRequest } from '../shared/staff-routes.ts';
import { toOneLine } from '../shared/form.ts';
import { type Folder, findFolder, folders } from './folders.ts';

/** Of a page. */
const length = 50;

const longestWords = 200;

type Searched = Pick<StaffRequest, 'enquiries' | 'person' | 'now'>;

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
export async function findListing(inbox: Searched, address: string): Promise<Listing | null> {
  const { pathname, searchParams } = new URL(removeDoneNotice(address), 'http://inbox.invalid');
  const folder = findFolder(pathname.slice(1));
  const after = searchParams.get('after') ?? '';
  if (folder === null || (after !== '' && !isCursor(after))) return null;
  const words = readSearchText(searchParams);
  const { order } = folders[folder];
  const page = { ...(order && { order }), limit: length + 1, ...(after !== '' && { after }) };
  const found = await inbox.enquiries.list({ ...filterOf(inbox, folder, words), ...page });
  const items = found.slice(0, length);
  const last = items.at(-1);
  const due = folder === 'waiting' && after === '' ? await dueReminders(inbox) : [];
  const ofPage = (end?: string): string => {
    const query = new URLSearchParams({
      ...(folder === 'search' && { words }),
      ...(end !== undefined && { after: end }),
    });
    return query.size === 0 ? pathname : `${pathname}?${query}`;
  };
  return {
    folder,
    words: folder === 'search' ? words : '',
    items: [...due, ...items],
    reminders: await inbox.enquiries.reminders(inbox.person),
    next: last === undefined || found.length <= length ? undefined : ofPage(formatCursor(last, order)),
    first: after === '' ? undefined : ofPage(),
  };
}

/** All that a folder or a search holds, page by page as the reader takes it. */
export function streamListing(inbox: Searched, folder: Folder, words: string): AsyncIterable<StoredEnquiry> {
  return inbox.enquiries.each(filterOf(inbox, folder, words));
}

/** How many `streamListing` goes through, and some of them. */
export async function countListing(inbox: Searched, folder: Folder, words: string, limit: number) {
  const filter = filterOf(inbox, folder, words);
  return { found: await inbox.enquiries.list({ ...filter, limit }), count: await inbox.enquiries.count(filter) };
}

/** An end of a page, of which a folder that begins with what is due first has the time as well. */
function isCursor(text: string): boolean {
  const [id = '', time] = text.split('_').toReversed();
  return isEnquiryId(id) && (time === undefined || !Number.isNaN(Date.parse(time)));
}

/** What is searched for. */
export function readSearchText(query: URLSearchParams): string {
  return toOneLine(query.get('words'), longestWords);
}

function filterOf({ person, now }: Searched, folder: Folder, words: string): EnquiryFilter {
  return folders[folder].filter({ person, now: now(), words });
}

/** What the reader is to be reminded of by now. */
function dueReminders({ enquiries, person, now }: Searched): Promise<readonly StoredEnquiry[]> {
  return enquiries.list({
    reminder: { of: person, now: now(), is: 'due' },
    order: 'due',
    limit: 4 * length,
  });
}
