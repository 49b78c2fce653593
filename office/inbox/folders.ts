import type { OfficeCounts } from '../../enquiries/health.ts';
import type { EnquiryFilter, EnquiryOrder, Reader } from '../../enquiries/model.ts';
import type { Navigation } from '../shared/page-context.ts';

export type Folder = 'waiting' | 'mine' | 'later' | 'answered' | 'set-aside' | 'not-delivered' | 'search';

/** Bulk action. */
export type ListAct = 'answer' | 'reopen' | 'spam' | 'release' | 'retry' | 'assign' | 'erase';

interface Shown {
  title: string;
  /** Count in the navigation; absent for the search, which is not in it. */
  counted?: keyof OfficeCounts;
  /** Returns the filter of the folder; `words` is the search query. */
  filter: (reader: Reader & { words: string }) => EnquiryFilter;
  /** Default: newest first. */
  order?: EnquiryOrder;
  lead: string;
  /** Heading of the empty folder; `empty` explains what will be in it. */
  nothing: string;
  empty: string;
  acts: readonly ListAct[];
}

/** Folders with their filters, texts and bulk actions, in the order of the navigation. */
export const folders: Readonly<Record<Folder, Shown>> = {
  waiting: {
    title: 'Waiting',
    counted: 'waiting',
    // Enquiries with a reminder of the reader are above the list once due, else in Later.
    filter: ({ person, now }) => ({ status: 'open', reminder: { of: person, now, is: 'none' } }),
    order: 'due',
    lead: 'Nobody has answered these yet. What you are reminded of comes first, then what is due first; the aim is to reply within {replyWithinHours} hours.',
    nothing: 'Nothing is waiting',
    empty: `An enquiry is listed here from the moment it is sent until somebody ends it, with the time by which to answer.`,
    acts: ['answer', 'assign', 'spam', 'erase'],
  },
  mine: {
    title: 'Mine',
    counted: 'mine',
    filter: ({ person }) => ({ status: 'open', assignee: person }),
    order: 'due',
    lead: 'These wait for you: they are assigned to you. What is due first comes first.',
    nothing: 'Nothing is assigned to you',
    empty: 'What somebody assigns to you is listed here, and in Waiting, until it is ended.',
    acts: ['answer', 'assign', 'spam', 'erase'],
  },
  later: {
    title: 'Later',
    counted: 'later',
    filter: ({ person, now }) => ({ status: 'open', reminder: { of: person, now, is: 'ahead' } }),
    order: 'due',
    lead: 'You asked to be reminded of these. On that day each comes back to the top of Waiting; others see it there all the time.',
    nothing: 'Nothing is put off',
    empty: 'Choose “Remind me” on an enquiry: it is kept here until that day.',
    acts: ['answer', 'assign', 'spam', 'erase'],
  },
  answered: {
    title: 'Done',
    counted: 'answered',
    filter: () => ({ status: 'closed' }),
    lead: 'What was answered, or ended for another reason. The newest comes first.',
    nothing: 'Nothing is done yet',
    empty: 'What you end moves here from Waiting.',
    acts: ['reopen', 'erase'],
  },
  'set-aside': {
    title: 'Set aside',
    counted: 'setAside',
    filter: () => ({ status: 'spam' }),
    lead: 'These look like spam and were not mailed to you. Look now and then whether one of them is real.',
    nothing: 'Nothing is set aside',
    empty: 'What looks like spam is kept here with the reason, instead of being mailed to you.',
    acts: ['release', 'erase'],
  },
  'not-delivered': {
    title: 'Mail not sent',
    counted: 'undelivered',
    // A closed enquiry needs no action, even if its mail failed.
    filter: () => ({ undelivered: true, status: 'open' }),
    lead: 'The mail about these has not reached your mailbox, or not everybody who gets it, and nobody has answered them yet. Every word is here, so you can.',
    nothing: 'Every mail was sent',
    empty: 'If a mail server refuses the mail about an enquiry, the enquiry is listed here with the reason.',
    acts: ['retry', 'answer', 'assign', 'spam', 'erase'],
  },
  search: {
    title: 'Search',
    filter: ({ words }) => ({ text: words }),
    lead: 'All of these words are in each: in what was sent, noted or answered, or in its reference. The newest comes first.',
    nothing: 'Nothing was found',
    empty: 'Try fewer words, or the beginning of one: what was sent, noted and answered is searched, and references.',
    acts: ['answer', 'assign', 'spam', 'release', 'erase'],
  },
};

/** Texts of the search page without a query. */
export const unsearched: Pick<Shown, 'nothing' | 'empty'> = {
  nothing: 'What are you looking for?',
  empty: 'Type words of what was sent, noted or answered, a telephone number or a reference. A word may be begun only.',
};

/** Folders as links of the header. */
export const folderLinks: Navigation['folders'] = Object.entries(folders).flatMap(([name, { title, counted }]) =>
  counted === undefined ? [] : [{ to: `/${name}`, title, counted }],
);

/** Returns the folder, or the search, with this name in URLs; null if there is none. */
export function findFolder(name: string | null): Folder | null {
  return name !== null && Object.hasOwn(folders, name) ? (name as Folder) : null;
}
