import type { Activity, DueDelivery, OfficeCounts, StoredEnquiry } from '../../enquiries/core/store.ts';

/** What the server gives the inbox to show: one page. `server/inbox/` makes it, `render.tsx` shows it. */
export type InboxView = DoorView | OfficeView;

/** For whoever has not signed in, or for what ended. */
export type DoorView = SignInView | InvitationView | MessageView;

/** For a person who has signed in. */
export type OfficeView = ListView | EnquiryView | EraseView | ContactFactsView | HistoryView | AccountView;

/** What every page has. */
interface Frame {
  theme: 'dark' | 'light';
  /** The address of this page with its query, for what has to come back to it. */
  address: string;
  now: Date;
}

/** What every page has of a person who has signed in. */
interface Office extends Frame {
  /** Their e-mail address. */
  person: string;
  counts: OfficeCounts;
  /** Hours within which the site promises an answer. */
  promiseHours: number;
  /** What became of the last act, above everything else. */
  notice?: Notice | undefined;
}

export interface Notice {
  kind: 'done' | 'problem';
  text: string;
  /** Further lines: what others have done meanwhile. */
  details?: readonly string[];
}

/** Asks for the passkey. Needs scripts, and says so where there are none. */
export interface SignInView extends Frame {
  page: 'sign in';
  /** Where to go afterwards: a path of the inbox. */
  to: string;
  /** What was typed when the session had ended: sent to `to` by POST once the person is in again, which shows it and saves nothing. */
  typed?: Readonly<Record<string, string>> | undefined;
  notice?: Notice | undefined;
}

/** Lets an invited person register a passkey. */
export interface InvitationView extends Frame {
  page: 'invitation';
  /** The invited e-mail address. */
  person: string;
  /** From the link: sent back with the passkey. */
  token: string;
}

/** An error, or something that ended: a heading, a sentence on what to do, and a link onwards. */
export interface MessageView extends Frame {
  page: 'message';
  title: string;
  advice: string;
  /** Without one there is nowhere to go. */
  link?: { to: string; text: string };
}

export type Folder = 'waiting' | 'answered' | 'set-aside' | 'not-delivered' | 'search';

/** A folder's page, or what a search has found. */
export interface ListView extends Office {
  page: 'list';
  folder: Folder;
  /** What was searched for; empty in the other folders. */
  words: string;
  items: readonly StoredEnquiry[];
  /** The address of the next page; none on the last. */
  next?: string | undefined;
  /** The address of the first page, on the others. */
  first?: string | undefined;
  people: readonly string[];
}

export interface EnquiryView extends Office {
  page: 'enquiry';
  enquiry: StoredEnquiry;
  deliveries: readonly Omit<DueDelivery, 'enquiry'>[];
  activity: readonly Activity[];
  /** Who may be assigned. */
  people: readonly string[];
  /** How many enquiries came from the same address, this one included. */
  fromSameAddress: number;
  /** A `mailto:` address with subject and reference. */
  reply: string;
  /** What was typed into the note and is not saved. */
  note?: string | undefined;
}

/** Asks before anything is erased. */
export interface EraseView extends Office {
  page: 'erase';
  /** One enquiry, all of a person, or those that were chosen in a list. */
  of: { enquiry: StoredEnquiry } | { email: string } | ChosenEnquiries;
  /** What goes: at most 20 of them. */
  found: readonly StoredEnquiry[];
  /** How many go in all. */
  count: number;
}

export interface ChosenEnquiries {
  /** Each as it was chosen: `ID:VERSION`. */
  several: readonly string[];
  /** The address of the list that they were chosen in. */
  back: string;
}

export interface ContactFactsView extends Office {
  page: 'contact facts';
  facts: readonly ContactFact[];
}

export interface ContactFact {
  field: 'email' | 'phone' | 'address' | 'linkedin';
  /** What stands in the field: what was typed, after a fault. */
  value: string;
  /** What is set now; empty where nothing is. It comes back with the form, so that nobody's change is undone unseen. */
  present: string;
  /** What the site shows where nothing is set. */
  builtIn: string;
  /** Since when this value shows, and who set it; none where the built-in one shows. */
  since?: { at: Date; by: string } | undefined;
  isSet: boolean;
  /** Why it was not taken. */
  fault?: string | undefined;
}

/** Who did what, the latest first. */
export interface HistoryView extends Office {
  page: 'history';
  acts: readonly (Activity & { reference?: string | undefined })[];
  next?: string | undefined;
}

/** The person's own passkeys and sessions. */
export interface AccountView extends Office {
  page: 'account';
  passkeys: readonly { id: string; addedAt: Date; lastUsedAt: Date | null }[];
  sessions: readonly { signedInAt: Date; lastSeenAt: Date; isThis: boolean }[];
}
