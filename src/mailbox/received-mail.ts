import type { MailAddress } from '../text/mail-address.ts';

/** A mail as it was received, bounded: see `parseMail`. All texts are clean: no control characters, well-formed. */
export interface ReceivedMail {
  /** Equal for copies of one mail: SHA-256 (base64url) of Message-ID, Date, From, Subject and text. */
  hash: string;
  /** Message-ID with its brackets, the original one of the site's own mails; empty if it has none. */
  messageId: string;
  /** Message-IDs of In-Reply-To and References, with brackets, the newest first, without repetitions. At most 50. */
  references: readonly string[];
  /** First address of the topmost From, which most programs show, else of Sender or Reply-To; '' if there is none. */
  from: MailAddress;
  /** True if it is known not to be from this address: see `isSenderUnverified`. */
  isUnverified: boolean;
  /** Addresses of To and Cc. */
  recipients: readonly MailAddress[];
  /** First address of Reply-To if it is not that of `from`; else empty. */
  replyTo: string;
  /** One line, at most 500 code units. */
  subject: string;
  /** Time at which the mail server received it (IMAP INTERNALDATE): the sender's clock may be wrong. */
  receivedAt: Date;
  /** Text part, or HTML as text if people see words in it that the text part lacks; at most 100,000 code units, then a line that says that the rest stays in the mailbox. */
  text: string;
  /** `program`: new words with a program's header, as of tickets or lists; `bounce` or `delay` if `report` is set. */
  kind: 'person' | 'program' | 'automatic' | 'bounce' | 'delay';
  report: ServerReport | null;
  /** At most 50; how many more there are is said in `text`. */
  files: readonly ReceivedFile[];
}

/** A mail of ours that came back, or has not arrived yet: what names it, and the server's code and words. */
export interface ServerReport {
  messageIds: readonly string[];
  subject: string;
  /** Whom it did not reach. */
  recipients: readonly string[];
  reason: string;
}

/** A file of a mail. `body` is null if it stays in the mailbox: another kind, over the 10 MB of a mail, or cut off. */
export interface ReceivedFile {
  name: string;
  type: string;
  size: number;
  body: Uint8Array | null;
}

/** A mail as the server has it. `source` is its first 1 MB (`isCut`) if it is larger than 16 MB. */
export interface RawMail {
  uid: number;
  source: Uint8Array;
  isCut: boolean;
  size: number;
  receivedAt: Date;
}

/** An open mailbox, read only: nothing is ever deleted, moved or marked. */
export interface MailboxSession {
  uidValidity: string;
  uidNext: number;
  /** Resolves to UIDs from `uid` on (or of mails received at `since` or later), ascending. */
  listUids(from: { uid: number } | { since: Date }): Promise<readonly number[]>;
  /** Resolves to null if it is gone. */
  fetchMail(uid: number): Promise<RawMail | null>;
}
