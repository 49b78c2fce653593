import type { InboxCounts } from '../../enquiries/health.ts';
import type { EnquiryFilter, EnquiryOrder, Viewer } from '../../enquiries/enquiry-filter.ts';
import type { Navigation } from '../shared/page-context.ts';

/** Name of a folder, or the search, in URLs. */
export type Folder = 'open' | 'mine' | 'later' | 'closed' | 'spam' | 'not-delivered' | 'search';

interface FolderDefinition {
  title: string;
  /** Its count in the navigation; absent for the search, which is not in it. */
  countKey?: keyof InboxCounts;
  /** Returns the filter of the folder; `query` is the search text. */
  createFilter: (reader: Viewer & { query: string }) => EnquiryFilter;
  /** Default: newest first. */
  order?: EnquiryOrder;
  /** Absent where the list begins with the numbers of what is urgent. */
  lead?: string;
  /** Heading of the empty folder; `emptyText` says what will be in it. */
  emptyHeading: string;
  emptyText: string;
}

/** Folders with their filters and texts, in the order of the navigation. */
export const folders: Readonly<Record<Folder, FolderDefinition>> = {
  open: {
    title: 'Open',
    countKey: 'open',
    // Enquiries with a reminder of the reader are above the list once due, else in Later.
    createFilter: ({ person, now }) => ({ status: 'open', reminder: { person, now, state: 'none' } }),
    order: 'due',
    emptyHeading: 'No open enquiries',
    emptyText:
      'An enquiry is listed here from the moment it is sent until it is closed, with the time by which to reply.',
  },
  mine: {
    title: 'Mine',
    countKey: 'assigned',
    createFilter: ({ person }) => ({ status: 'open', assignee: person }),
    order: 'due',
    lead: 'Open enquiries that are assigned to you.',
    emptyHeading: 'Nothing is assigned to you',
    emptyText: 'What somebody assigns to you is listed here, and in Open, until it is closed.',
  },
  later: {
    title: 'Later',
    countKey: 'snoozed',
    createFilter: ({ person, now }) => ({ status: 'open', reminder: { person, now, state: 'ahead' } }),
    order: 'due',
    lead: 'Each comes back to the top of Open when you are reminded of it. Others see it there all the time.',
    emptyHeading: 'Nothing is put off',
    emptyText: 'Choose “Remind me” on an enquiry: it is kept here until that day.',
  },
  closed: {
    title: 'Closed',
    countKey: 'closed',
    createFilter: () => ({ status: 'closed' }),
    lead: 'What was answered, or closed for another reason.',
    emptyHeading: 'Nothing is closed yet',
    emptyText: 'What you answer or close moves here from Open.',
  },
  spam: {
    title: 'Spam',
    countKey: 'spam',
    createFilter: () => ({ status: 'spam' }),
    lead: 'Not mailed to you. Look now and then whether one of them is real.',
    emptyHeading: 'No spam',
    emptyText: 'What looks like spam is kept here with the reason, instead of being mailed to you.',
  },
  'not-delivered': {
    title: 'Mail not sent',
    countKey: 'undelivered',
    // A closed enquiry needs no action, even if its mail failed.
    createFilter: () => ({ isUndelivered: true, status: 'open' }),
    lead: 'The mail about these did not reach everybody who gets it. Every word is here.',
    emptyHeading: 'Every mail was sent',
    emptyText: 'If a mail server refuses the mail about an enquiry, the enquiry is listed here with the reason.',
  },
  search: {
    title: 'Search',
    createFilter: ({ query }) => ({ query }),
    lead: 'All of these words are in each: in its messages, notes or reference. The newest comes first.',
    emptyHeading: 'Nothing was found',
    emptyText: 'Try fewer words, or the beginning of one: messages, notes and references are searched.',
  },
};

/** Texts of the search page without a query. */
export const emptyQueryTexts: Pick<FolderDefinition, 'emptyHeading' | 'emptyText'> = {
  emptyHeading: 'What are you looking for?',
  emptyText: 'Type words of a message or a note, a telephone number or a reference. The beginning of a word is enough.',
};

/** Links of the header to the folders. */
export const folderLinks: Navigation['folders'] = Object.entries(folders).flatMap(([name, { title, countKey }]) =>
  countKey === undefined ? [] : [{ path: `/${name}`, title, countKey }],
);

/** Link of the header to other mail, where there is or can be some. */
export const otherMailHeaderLink = { path: '/mail', title: 'Other mail', countKey: 'otherMail' } as const;

/** Names of folders in the URLs of earlier releases, which people have bookmarked and mails name. */
export const earlierFolders: ReadonlyMap<string, Folder> = new Map([
  ['waiting', 'open'],
  ['answered', 'closed'],
  ['set-aside', 'spam'],
]);

/** Returns the folder, or the search, with this name in URLs, also in URLs of earlier releases; null if there is none. */
export function findFolder(name: string | null): Folder | null {
  const folder = earlierFolders.get(name ?? '') ?? name ?? '';
  return Object.hasOwn(folders, folder) ? (folder as Folder) : null;
}
