import type { OfficeCounts } from '../../enquiries/health.ts';
import type { EnquiryFilter, EnquiryOrder, Reader } from '../../enquiries/model.ts';
import type { Navigation } from '../shared/page-context.ts';

export type Folder = 'waiting' | 'mine' | 'later' | 'answered' | 'set-aside' | 'not-delivered' | 'search';

/** What can be done to several enquiries at once. */
export type ListAct = 'answer' | 'reopen' | 'spam' | 'release' | 'retry' | 'assign' | 'erase';

interface Shown {
  title: string;
  /** What the navigation counts; the search is not in it. */
  counted?: keyof OfficeCounts;
  /** What it holds; `words` are those that are searched for. */
  filter: (reader: Reader & { words: string }) => EnquiryFilter;
  /** Elsewhere the newest comes first. */
  order?: EnquiryOrder;
  lead: string;
  /** What it says first while it is empty, and then what will stand there. */
  nothing: string;
  empty: string;
  acts: readonly ListAct[];
}

/** What each folder is, says and offers, in the order of the navigation. */
export const folders: Readonly<Record<Folder, Shown>> = {
  waiting: {
    title: 'Waiting',
    counted: 'waiting',
    // What they are reminded of stands above the rest, or in Later.
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
    // What somebody has answered all the same needs nobody any more.
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

/** What the search says before anything was searched for. */
export const unsearched: Pick<Shown, 'nothing' | 'empty'> = {
  nothing: 'What are you looking for?',
  empty: 'Type words of what was sent, noted or answered, a telephone number or a reference. A word may be begun only.',
};

/** The folders as the header leads to them. */
export const folderLinks: Navigation['folders'] = Object.entries(folders).flatMap(([name, { title, counted }]) =>
  counted === undefined ? [] : [{ to: `/${name}`, title, counted }],
);

/** The folder, or the search, that goes by this name in addresses; null where none does. */
export function findFolder(name: string | null): Folder | null {
  return name !== null && Object.hasOwn(folders, name) ? (name as Folder) : null;
}
