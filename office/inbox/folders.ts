import type { FastifyInstance } from 'fastify';
import type { Folder, Notice } from '../parts/view.ts';
import { endOfIds } from '../../enquiries/core/reference.ts';
import type { EnquiryFilter, StoredEnquiry } from '../../enquiries/core/store.ts';
import { firstPage, isEnquiryId, withoutDone } from '../parts/inbox-path.ts';
import { noticeIn } from '../parts/notices.ts';
import { refuse } from '../parts/refusals.ts';
import { signedIn, type SignedIn } from '../door/sessions.ts';
import type { Content, Inbox } from '../parts/show.ts';

/** Of a page. */
const length = 50;

const longestWords = 200;

const filters: Readonly<Record<Exclude<Folder, 'search'>, EnquiryFilter>> = {
  waiting: { handling: 'waiting' },
  answered: { handling: 'answered' },
  'set-aside': { handling: 'set aside' },
  // What somebody has answered all the same needs nobody any more.
  'not-delivered': { undelivered: true, handling: 'waiting' },
};

/** GET /waiting and the other folders, and /search. */
export function folders(app: FastifyInstance, inbox: Inbox): void {
  app.get('/', async (_request, reply) => reply.redirect(firstPage, 302));
  for (const folder of [...Object.keys(filters), 'search'])
    app.get(
      `/${folder}`,
      signedIn(inbox, async (request, reply, session) => {
        const content = await listContent(inbox, session, request.url, noticeIn(request));
        return content === null ? refuse(inbox, reply, 404) : inbox.show(reply, content);
      }),
    );
}

/** The page of a folder that an address names; null where it names none. */
export async function listContent(
  inbox: Inbox,
  session: SignedIn,
  address: string,
  notice?: Notice,
): Promise<Content | null> {
  const { pathname, searchParams } = new URL(withoutDone(address), 'http://inbox.invalid');
  const folder = folderNamed(pathname.slice(1));
  const after = searchParams.get('after') ?? '';
  if (folder === null || (after !== '' && !isEnquiryId(after))) return null;
  const words = wordsIn(searchParams);
  const found = await enquiriesOf(inbox, folder, words, after);
  const items = found.slice(0, length);
  const last = items.at(-1);
  const ofPage = (id?: string): string => {
    const query = new URLSearchParams({
      ...(folder === 'search' && { words }),
      ...(id !== undefined && { after: id }),
    });
    return query.size === 0 ? pathname : `${pathname}?${query}`;
  };
  return {
    page: 'list',
    ...(await inbox.office(session, notice)),
    folder,
    words: folder === 'search' ? words : '',
    items,
    next: last === undefined || found.length <= length ? undefined : ofPage(last.id),
    first: after === '' ? undefined : ofPage(),
    people: (await inbox.people.people()).map(({ email }) => email),
  };
}

/** What a folder or a search holds, all of it: for the export. */
export function filterOf(folder: Folder, words: string): EnquiryFilter {
  return folder === 'search' ? { text: words } : filters[folder];
}

/** The folder, or the search, that goes by this name in addresses; null where none does. */
export function folderNamed(name: string): Folder | null {
  return name === 'search' || Object.hasOwn(filters, name) ? (name as Folder) : null;
}

/** What is searched for; no control character, which no enquiry has in a line, and which PostgreSQL may refuse. */
export function wordsIn(query: URLSearchParams): string {
  const words = (query.get('words') ?? '').toWellFormed().replaceAll(/\p{Cc}+/gu, ' ');
  return words.trim().slice(0, longestWords).toWellFormed();
}

/** Those that are called so on the phone. None of them is found by its words as well: nobody knew the reference before. */
export async function ofReference({ enquiries }: Inbox, words: string): Promise<readonly StoredEnquiry[]> {
  return endOfIds(words) === null ? [] : enquiries.find({ reference: words });
}

/** One more than a page holds, where there are more. */
async function enquiriesOf(inbox: Inbox, folder: Folder, words: string, after: string): Promise<StoredEnquiry[]> {
  if (folder === 'search' && words === '') return [];
  const limit = length + 1;
  const page = { ...filterOf(folder, words), limit };
  // What has waited longest comes first; elsewhere what came last.
  if (folder === 'waiting') return [...(await inbox.enquiries.list({ ...page, after }))];
  const found = await inbox.enquiries.list({ ...page, ...(after !== '' && { before: after }) });
  if (folder !== 'search' || after !== '') return [...found];
  return [...(await ofReference(inbox, words)), ...found];
}
