import type { OfficeCounts } from '../../enquiries/core/store.ts';
import type { Folder, ListView } from '../parts/view.ts';

/** What can be done to several enquiries at once. */
export type ListAct = 'answer' | 'reopen' | 'spam' | 'release' | 'retry' | 'assign' | 'erase';

interface FolderWords {
  title: string;
  lead(view: ListView): string;
  /** What will stand here, while nothing does. */
  empty(view: ListView): string;
  acts: readonly ListAct[];
}

type KeptFolder = Exclude<Folder, 'search'>;

/** In the order of the navigation. */
export const folderNames: readonly KeptFolder[] = ['waiting', 'answered', 'set-aside', 'not-delivered'];

/** What each folder is, says and offers. */
export const folders: Record<KeptFolder, FolderWords & { counted: keyof OfficeCounts }> & { search: FolderWords } = {
  waiting: {
    title: 'Waiting',
    counted: 'waiting',
    lead: ({ promiseHours }) =>
      `Nobody has answered these yet. The oldest comes first; the aim is to reply within ${promiseHours} hours.`,
    empty: ({ promiseHours }) =>
      `An enquiry is listed here from the moment it is sent until somebody marks it as answered, with the time that is left of the ${promiseHours} hours.`,
    acts: ['answer', 'assign', 'spam', 'erase'],
  },
  answered: {
    title: 'Answered',
    counted: 'answered',
    lead: () => 'What somebody has marked as answered. The newest comes first.',
    empty: () => 'What you mark as answered moves here from Waiting.',
    acts: ['reopen', 'erase'],
  },
  'set-aside': {
    title: 'Set aside',
    counted: 'setAside',
    lead: () => 'These look like spam and were not mailed to you. Look now and then whether one of them is real.',
    empty: () => 'What looks like spam is kept here with the reason, instead of being mailed to you.',
    acts: ['release', 'erase'],
  },
  'not-delivered': {
    title: 'Not delivered',
    counted: 'undelivered',
    lead: () =>
      'The mail about these has not reached your mailbox, and nobody has answered them yet. Every word is here, so you can.',
    empty: () => 'If a mail server refuses the mail about an enquiry, the enquiry is listed here with the reason.',
    acts: ['retry', 'answer', 'assign', 'spam', 'erase'],
  },
  search: {
    title: 'Search',
    lead: () =>
      'Found in names, email addresses, companies, subjects, messages and references. The newest comes first.',
    empty: ({ words }) =>
      words === ''
        ? 'Type part of a name, an email address, a company, a subject or a message, or a reference.'
        : 'Try fewer words, or part of one: names, email addresses, companies, subjects, messages and references are searched.',
    acts: ['answer', 'assign', 'spam', 'release', 'erase'],
  },
};

/** What a folder says first when it is empty. */
export function nothingIn({ folder, words }: ListView): string {
  switch (folder) {
    case 'waiting':
      return 'Nothing is waiting';
    case 'answered':
      return 'Nothing is answered yet';
    case 'set-aside':
      return 'Nothing is set aside';
    case 'not-delivered':
      return 'Every mail was delivered';
    case 'search':
      return words === '' ? 'What are you looking for?' : 'Nothing was found';
  }
}
