import { site } from '../../content/words.ts';
import type { EnquiryFilter, OfficeCounts } from '../../enquiries/core/store.ts';
import type { Navigation } from '../parts/frame.ts';

type KeptFolder = 'waiting' | 'answered' | 'set-aside' | 'not-delivered';

export type Folder = KeptFolder | 'search';

/** What can be done to several enquiries at once. */
export type ListAct = 'answer' | 'reopen' | 'spam' | 'release' | 'retry' | 'assign' | 'erase';

interface Shown {
  title: string;
  lead: string;
  /** What it says first while it is empty, and then what will stand there. */
  nothing: string;
  empty: string;
  acts: readonly ListAct[];
}

interface Kept extends Shown {
  counted: keyof OfficeCounts;
  filter: EnquiryFilter;
}

/** In the order of the navigation. */
export const folderNames: readonly KeptFolder[] = ['waiting', 'answered', 'set-aside', 'not-delivered'];

/** What each folder is, says and offers. */
export const folders: Record<KeptFolder, Kept> & { search: Shown } = {
  waiting: {
    title: 'Waiting',
    counted: 'waiting',
    filter: { handling: 'waiting' },
    lead: `Nobody has answered these yet. The oldest comes first; the aim is to reply within ${site.replyWithinHours} hours.`,
    nothing: 'Nothing is waiting',
    empty: `An enquiry is listed here from the moment it is sent until somebody marks it as answered, with the time that is left of the ${site.replyWithinHours} hours.`,
    acts: ['answer', 'assign', 'spam', 'erase'],
  },
  answered: {
    title: 'Answered',
    counted: 'answered',
    filter: { handling: 'answered' },
    lead: 'What somebody has marked as answered. The newest comes first.',
    nothing: 'Nothing is answered yet',
    empty: 'What you mark as answered moves here from Waiting.',
    acts: ['reopen', 'erase'],
  },
  'set-aside': {
    title: 'Set aside',
    counted: 'setAside',
    filter: { handling: 'set aside' },
    lead: 'These look like spam and were not mailed to you. Look now and then whether one of them is real.',
    nothing: 'Nothing is set aside',
    empty: 'What looks like spam is kept here with the reason, instead of being mailed to you.',
    acts: ['release', 'erase'],
  },
  'not-delivered': {
    title: 'Not delivered',
    counted: 'undelivered',
    // What somebody has answered all the same needs nobody any more.
    filter: { undelivered: true, handling: 'waiting' },
    lead: 'The mail about these has not reached your mailbox, and nobody has answered them yet. Every word is here, so you can.',
    nothing: 'Every mail was delivered',
    empty: 'If a mail server refuses the mail about an enquiry, the enquiry is listed here with the reason.',
    acts: ['retry', 'answer', 'assign', 'spam', 'erase'],
  },
  search: {
    title: 'Search',
    lead: 'Found in names, email addresses, companies, subjects, messages and references. The newest comes first.',
    nothing: 'Nothing was found',
    empty:
      'Try fewer words, or part of one: names, email addresses, companies, subjects, messages and references are searched.',
    acts: ['answer', 'assign', 'spam', 'release', 'erase'],
  },
};

/** What the search says before anything was searched for. */
export const unsearched: Pick<Shown, 'nothing' | 'empty'> = {
  nothing: 'What are you looking for?',
  empty: 'Type part of a name, an email address, a company, a subject or a message, or a reference.',
};

/** The folders as the header leads to them. */
export const folderLinks: Navigation['folders'] = folderNames.map((name) => ({ to: `/${name}`, ...folders[name] }));

/** The folder, or the search, that goes by this name in addresses; null where none does. */
export function folderNamed(name: string): Folder | null {
  return Object.hasOwn(folders, name) ? (name as Folder) : null;
}
