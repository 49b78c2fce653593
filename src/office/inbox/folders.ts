import type { OfficeCounts } from '../../enquiries/health.ts';
import type { EnquiryFilter, EnquiryOrder, Viewer } from '../../enquiries/model.ts';
import type { Navigation } from '../shared/page-context.ts';

/** Name of a folder, or the search, in URLs. */
export type Folder = 'waiting' | 'mine' | 'later' | 'answered' | 'set-aside' | 'not-delivered' | 'search';

/** Name of a bulk action. */
export type BulkAction = 'answer' | 'reopen' | 'spam' | 'release' | 'retry' | 'assign' | 'erase';

interface FolderDefinition {
  title: string;
  /** Its count in the navigation; absent for the search, which is not in it. */
  countKey?: keyof OfficeCounts;
  /** Returns the filter of the folder; `query` is the search text. */
  createFilter: (reader: Viewer & { query: string }) => EnquiryFilter;
  /** Default: newest first. */
  order?: EnquiryOrder;
  /** Absent where the list begins with the numbers of what is urgent. */
  lead?: string;
  /** Heading of the empty folder; `emptyText` says what will be in it. */
  emptyHeading: string;
  emptyText: string;
  bulkActions: readonly BulkAction[];
}

/** Folders with their filters, texts and bulk actions, in the order of the navigation. */
export const folders: Readonly<Record<Folder, FolderDefinition>> = {
  waiting: {
    title: 'Waiting',
    countKey: 'waiting',
    // Enquiries with a reminder of the reader are above the list once due, else in Later.
    createFilter: ({ person, now }) => ({ status: 'open', reminder: { person, now, state: 'none' } }),
    order: 'due',
    emptyHeading: 'Nothing is waiting',
    emptyText: `An enquiry is listed here from the moment it is sent until somebody ends it, with the time by which to answer.`,
    bulkActions: ['answer', 'assign', 'spam', 'erase'],
  },
  mine: {
    title: 'Mine',
    countKey: 'assigned',
    createFilter: ({ person }) => ({ status: 'open', assignee: person }),
    order: 'due',
    lead: 'These wait for you: they are assigned to you.',
    emptyHeading: 'Nothing is assigned to you',
    emptyText: 'What somebody assigns to you is listed here, and in Waiting, until it is ended.',
    bulkActions: ['answer', 'assign', 'spam', 'erase'],
  },
  later: {
    title: 'Later',
    countKey: 'snoozed',
    createFilter: ({ person, now }) => ({ status: 'open', reminder: { person, now, state: 'ahead' } }),
    order: 'due',
    lead: 'Each comes back to the top of Waiting when you are reminded of it. Others see it there all the time.',
    emptyHeading: 'Nothing is put off',
    emptyText: 'Choose “Remind me” on an enquiry: it is kept here until that day.',
    bulkActions: ['answer', 'assign', 'spam', 'erase'],
  },
  answered: {
    title: 'Done',
    countKey: 'closed',
    createFilter: () => ({ status: 'closed' }),
    lead: 'What was answered, or ended for another reason. The newest comes first.',
    emptyHeading: 'Nothing is done yet',
    emptyText: 'What you end moves here from Waiting.',
    bulkActions: ['reopen', 'erase'],
  },
  'set-aside': {
    title: 'Set aside',
    countKey: 'spam',
    createFilter: () => ({ status: 'spam' }),
    lead: 'Not mailed to you. Look now and then whether one of them is real.',
    emptyHeading: 'Nothing is set aside',
    emptyText: 'What looks like spam is kept here with the reason, instead of being mailed to you.',
    bulkActions: ['release', 'erase'],
  },
  'not-delivered': {
    title: 'Mail not sent',
    countKey: 'undelivered',
    // A closed enquiry needs no action, even if its mail failed.
    createFilter: () => ({ isUndelivered: true, status: 'open' }),
    lead: 'The mail about these did not reach everybody who gets it. Every word is here.',
    emptyHeading: 'Every mail was sent',
    emptyText: 'If a mail server refuses the mail about an enquiry, the enquiry is listed here with the reason.',
    bulkActions: ['retry', 'answer', 'assign', 'spam', 'erase'],
  },
  search: {
    title: 'Search',
    createFilter: ({ query }) => ({ query }),
    lead: 'All of these words are in each: in what was sent, noted or answered, or in its reference. The newest comes first.',
    emptyHeading: 'Nothing was found',
    emptyText:
      'Try fewer words, or the beginning of one: what was sent, noted and answered is searched, and references.',
    bulkActions: ['answer', 'assign', 'spam', 'release', 'erase'],
  },
};

/** Texts of the search page without a query. */
export const emptyQueryTexts: Pick<FolderDefinition, 'emptyHeading' | 'emptyText'> = {
  emptyHeading: 'What are you looking for?',
  emptyText:
    'Type words of what was sent, noted or answered, a telephone number or a reference. A word may be begun only.',
};

/** Links of the header to the folders. */
export const folderLinks: Navigation['folders'] = Object.entries(folders).flatMap(([name, { title, countKey }]) =>
  countKey === undefined ? [] : [{ path: `/${name}`, title, countKey }],
);

/** Link of the header to other mail, where there is or can be some. */
export const otherMailLink = { path: '/mail', title: 'Other mail', countKey: 'otherMail' } as const;

/** Returns the folder, or the search, with this name in URLs; null if there is none. */
export function findFolder(name: string | null): Folder | null {
  return name !== null && Object.hasOwn(folders, name) ? (name as Folder) : null;
}
