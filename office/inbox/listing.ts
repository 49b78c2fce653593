import { formatCursor, type EnquiryFilter, type StoredEnquiry } from '../../enquiries/model.ts';
import { isEnquiryId, removeDoneNotice } from '../shared/return-path.ts';
import type { StaffRequest } from '../shared/staff-routes.ts';
import { toOneLine } from '../shared/form.ts';
import { type Folder, findFolder, folders } from './folders.ts';

/** Enquiries per page. */
const length = 50;

const longestWords = 200;

type Searched = Pick<StaffRequest, 'enquiries' | 'person' | 'now'>;

/** A page of a folder or of search results. */
export interface Listing {
  folder: Folder;
  /** Search query; empty in the folders. */
  words: string;
  items: readonly StoredEnquiry[];
  /** Times of the reader's reminders by enquiry id. */
  reminders: Readonly<Record<string, Date>>;
  /** URL of the next page; absent on the last. */
  next?: string | undefined;
  /** URL of the first page; absent there. */
  first?: string | undefined;
}

/** Resolves to the page of a URL; null if the folder or cursor is invalid. */
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

/** Returns all enquiries of a folder or search, loaded page by page on demand. */
export function streamListing(inbox: Searched, folder: Folder, words: string): AsyncIterable<StoredEnquiry> {
  return inbox.enquiries.each(filterOf(inbox, folder, words));
}

/** Resolves to the number of enquiries in `streamListing`, and the first `limit` of them. */
export async function countListing(inbox: Searched, folder: Folder, words: string, limit: number) {
  const filter = filterOf(inbox, folder, words);
  return { found: await inbox.enquiries.list({ ...filter, limit }), count: await inbox.enquiries.count(filter) };
}

/** Returns true for a valid cursor: an enquiry id, preceded by a time in folders that are ordered by due date. */
function isCursor(text: string): boolean {
  const [id = '', time] = text.split('_').toReversed();
  return isEnquiryId(id) && (time === undefined || !Number.isNaN(Date.parse(time)));
}

/** Returns the search query on one line. */
export function readSearchText(query: URLSearchParams): string {
  return toOneLine(query.get('words'), longestWords);
}

function filterOf({ person, now }: Searched, folder: Folder, words: string): EnquiryFilter {
  return folders[folder].filter({ person, now: now(), words });
}

/** Resolves to the enquiries whose reminder for the reader is due. */
function dueReminders({ enquiries, person, now }: Searched): Promise<readonly StoredEnquiry[]> {
  return enquiries.list({
    reminder: { of: person, now: now(), is: 'due' },
    order: 'due',
    limit: 4 * length,
  });
}
