import type { Database } from '../../database/database.ts';
import { findMetaValue, serialiseTransaction, storeMeta } from '../../database/meta.ts';
import { unreadableMailText } from '../../mailbox/run-mail-parser.ts';
import type { MailboxSession, RawMail, ReceivedMail } from '../../mailbox/received-mail.ts';
import type { Dependencies } from '../dependencies.ts';
import { moveErasedMailsFromHold } from '../erased-mails.ts';
import { receiveMail, type MailOutcome } from './receive-mail.ts';

/** How far the mailbox was read. Times are ISO 8601, by the clock of the mail server apart from `startedAt`. */
interface MailboxPosition {
  /** Address of the mailbox: another one is read from its end on. */
  mailbox: string;
  uidValidity: string;
  nextUid: number;
  /** Begin of the reading: after UIDs have changed, nothing from before is read. */
  startedAt: string;
  lastReceivedAt: string;
}

/** After UIDs have changed, mail of this many milliseconds before the last one is read again. Copies are known. */
const overlap = 2 * 24 * 60 * 60_000;

/** Times that a mail is asked for, so that one which the mail server cannot send does not stop all that follow it. */
const maxFetches = 10;

/**
 * Returns a function that reads new mails in the order of their arrival, from its first call on. It rejects if the
 * mailbox or the database fails; the next call goes on from there. `mailbox`: its address, without a password.
 */
export function createNewMailReader(
  dependencies: Dependencies,
  mailbox: string,
  onMail: (outcome: MailOutcome) => void = () => {},
): (session: MailboxSession, onRead?: () => void) => Promise<void> {
  const { clock } = dependencies;
  const failures = new Map<number, number>();

  /** Resolves to an empty mail in the place of one that the mail server does not send, again and again. */
  async function fetchMail(session: MailboxSession, uid: number): Promise<RawMail | null> {
    const count = failures.get(uid) ?? 0;
    if (count === maxFetches)
      return { uid, source: Buffer.from(`UID ${uid}`), isCut: true, size: 0, receivedAt: clock.now() };
    failures.set(uid, count + 1);
    const raw = await session.fetchMail(uid);
    failures.delete(uid);
    return raw;
  }

  async function readMail(raw: RawMail, position: MailboxPosition): Promise<void> {
    const next = { ...position, nextUid: raw.uid + 1, lastReceivedAt: raw.receivedAt.toISOString() };
    const receive = async (mail: ReceivedMail) =>
      onMail(await receiveMail(dependencies, mail, (transaction) => savePosition(transaction, next)));
    const mail = await dependencies.parseMail(raw, dependencies.target.officeHours.timeZone);
    try {
      await receive(mail);
    } catch (error) {
      // One mail that the database refuses must not stop all that follow it.
      if (!isDataError(error)) throw error;
      const head = { from: { name: '', address: '' }, recipients: [], replyTo: '', references: [], subject: '' };
      await receive({ ...mail, ...head, text: unreadableMailText, files: [] });
    }
  }

  return async (session, onRead = () => {}) => {
    const { uidValidity, uidNext } = session;
    await moveErasedMailsFromHold(dependencies.database);
    const stored = await readPosition(dependencies.database);
    const now = clock.now().toISOString();
    const begun = { mailbox, uidValidity, nextUid: uidNext, startedAt: now, lastReceivedAt: now };
    if (stored?.mailbox !== mailbox) return savePosition(dependencies.database, begun);
    const isSame = stored.uidValidity === uidValidity;
    const since = new Date(Math.max(Date.parse(stored.lastReceivedAt) - overlap, Date.parse(stored.startedAt)));
    if (isSame && uidNext <= stored.nextUid) return;
    for (const uid of await session.listUids(isSame ? { uid: stored.nextUid } : { since })) {
      const raw = await fetchMail(session, uid);
      if (raw !== null) await readMail(raw, { ...stored, uidValidity });
      onRead();
    }
    const position = (await readPosition(dependencies.database)) ?? stored;
    const readUntil = position.uidValidity === uidValidity ? position.nextUid : 0;
    await savePosition(dependencies.database, { ...position, uidValidity, nextUid: Math.max(uidNext, readUntil) });
  };
}

/** Returns true if the database refuses the values themselves: class 22 or 54 of PostgreSQL, too big for SQLite. */
function isDataError(error: unknown): boolean {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return error instanceof TypeError || /^(?:22|54)\w{3}$/.test(String(code)) || errcode === 18;
}

async function readPosition(database: Database): Promise<MailboxPosition | null> {
  return JSON.parse((await findMetaValue(database, 'mailbox')) ?? 'null') as MailboxPosition | null;
}

/** Stores the position. An older one, which a slow server stores, costs time alone: copies are known. */
async function savePosition(database: Database, position: MailboxPosition): Promise<void> {
  await storeMeta(database, 'mailbox', JSON.stringify(position));
}

/** A reader that has not said for this time that it reads is replaced by another server, in milliseconds. */
const leaseDurationMs = 3 * 60_000;

/** Returns a function that resolves to true if this server is the one that reads the mailbox. Call it each minute. */
export function createMailboxLease({ database, clock, newId }: Dependencies): () => Promise<boolean> {
  const own = newId();
  return () =>
    database.transaction().execute(async (transaction) => {
      await serialiseTransaction(transaction, clock.now());
      const now = clock.now().getTime();
      const { id, at } = JSON.parse((await findMetaValue(transaction, 'mailbox-reader')) ?? '{}') as {
        id?: string;
        at?: number;
      };
      const isFree = id === undefined || id === own || Math.abs(now - (at ?? 0)) > leaseDurationMs;
      if (isFree) await storeMeta(transaction, 'mailbox-reader', JSON.stringify({ id: own, at: now }));
      return isFree;
    });
}
