import { formatCursor, type EnquiryFilter } from '../../enquiries/enquiry-filter.ts';
import type { Reminder, StoredEnquiry } from '../../enquiries/model.ts';
import { cutPage, pageSize } from '../shared/paging.tsx';
import { isEnquiryId, removeDoneQuery } from '../shared/return-path.ts';
import type { StaffRequest } from '../shared/staff-request.ts';
import { toOneLine } from '../shared/form.ts';
import { type Folder, findFolder, folders } from './folders.ts';
import type { AffectedEnquiries } from './affected-enquiries.tsx';

const maxQueryLength = 200;
/** Query that ticks all enquiries on a page. */
export const tickAllQuery = 'ticked=all';

type ListingRequest = Pick<StaffRequest, 'office' | 'session'>;

/** A page of a folder or of search results. */
export interface LoadedEnquiryList {
  folder: Folder;
  /** Search query; empty in the folders. */
  query: string;
  items: readonly StoredEnquiry[];
  /** The reader's reminders by enquiry id. */
  reminders: Readonly<Record<string, Reminder>>;
  /** Ids of the enquiries that are ticked: all that are shown if the URL says so. */
  tickedIds: readonly string[];
  /** URL of the next page; absent on the last. */
  nextPageUrl?: string | undefined;
  /** URL of the first page; absent there. */
  firstPageUrl?: string | undefined;
}

/** Resolves to the page of a folder or search at a URL; null if the folder or cursor is invalid. */
export async function loadEnquiryList(request: ListingRequest, url: string): Promise<LoadedEnquiryList | null> {
  const { pathname, searchParams } = new URL(removeDoneQuery(url), 'http://office.invalid');
  const folder = findFolder(pathname.slice(1));
  const afterCursor = searchParams.get('after') ?? '';
  if (folder === null || (afterCursor !== '' && !isCursor(afterCursor))) return null;
  const query = readSearchQuery(searchParams);
  const { order } = folders[folder];
  const page = { ...(order && { order }), limit: pageSize + 1, ...(afterCursor !== '' && { afterCursor }) };
  const { enquiries } = request.office;
  const loaded = await enquiries.list({ ...createFilter(request, folder, query), ...page });
  const reminded = afterCursor === '' ? await listReminded(request, folder) : [];
  const formatPageUrl = (end?: string): string => {
    const params = new URLSearchParams({
      ...(folder === 'search' && { words: query }),
      ...(end !== undefined && { after: end }),
    });
    return params.size === 0 ? pathname : `${pathname}?${params}`;
  };
  const { items, nextPageUrl } = cutPage(loaded, (last) => formatPageUrl(formatCursor(last, order)));
  const shown = [...reminded, ...items];
  return {
    folder,
    query: folder === 'search' ? query : '',
    items: shown,
    tickedIds: url.includes(tickAllQuery) ? shown.map(({ id }) => id) : [],
    reminders: await enquiries.listReminders(request.session.person),
    nextPageUrl,
    firstPageUrl: afterCursor === '' ? undefined : formatPageUrl(),
  };
}

/** Returns all enquiries of a folder or search, loaded in batches on demand. */
export function streamFolderEnquiries(
  request: ListingRequest,
  folder: Folder,
  query: string,
): AsyncIterable<StoredEnquiry> {
  return request.office.enquiries.stream(createFilter(request, folder, query));
}

/** Resolves to the number of enquiries in `streamFolderEnquiries`, and the first `limit` of them. */
export async function summariseFolder(
  request: ListingRequest,
  folder: Folder,
  query: string,
  limit: number,
): Promise<AffectedEnquiries> {
  const filter = createFilter(request, folder, query);
  const { list, count } = request.office.enquiries;
  return { enquiries: await list({ ...filter, limit }), count: await count(filter) };
}

/** Returns true for a valid cursor: an enquiry id, preceded by a time in folders that are ordered by due date. */
function isCursor(text: string): boolean {
  const [id = '', time] = text.split('_').toReversed();
  return isEnquiryId(id) && (time === undefined || !Number.isNaN(Date.parse(time)));
}

/** Returns the search query on one line. */
export function readSearchQuery(searchParams: URLSearchParams): string {
  return toOneLine(searchParams.get('words'), maxQueryLength);
}

function createFilter({ office, session }: ListingRequest, folder: Folder, query: string): EnquiryFilter {
  return folders[folder].createFilter({ person: session.person, now: office.clock.now(), query });
}

/** Resolves to what the reader's reminders put on top: in Open what is due, in Later what is closed. */
async function listReminded({ office, session }: ListingRequest, folder: Folder): Promise<readonly StoredEnquiry[]> {
  const { list } = office.enquiries;
  const [own, limit] = [{ person: session.person, now: office.clock.now() }, 4 * pageSize];
  if (folder === 'later') return list({ reminder: { ...own, state: 'ahead' }, status: 'closed', limit });
  if (folder !== 'open') return [];
  const reminder = { ...own, state: 'due' } as const;
  return [...(await list({ reminder, order: 'due', limit })), ...(await list({ reminder, status: 'closed', limit }))];
}
