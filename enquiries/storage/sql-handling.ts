import { sql, type Insertable, type Selectable, type Transaction, type Updateable } from 'kysely';
import type {
  Activity,
  DeliveryState,
  Handled,
  Handling,
  HandlingChange,
  NewReply,
  OfficeCounts,
} from '../core/store.ts';
import { countOfRows, type Database, type SqlDialect, type SqlParts, type Tables } from './sql-database.ts';
import { deliveryRow, insertDeliveries } from './sql-deliveries.ts';
import { isUndelivered, waitingSince } from './sql-finding.ts';
import { decideReply, insertReply, isLimited, outdateReplies, settleReply } from './sql-replies.ts';

/** The part of the store that keeps what people do. */
export const handlingInSql = { handle, reply, keep, activity, officeCounts };

async function handle(
  { database, dialect }: SqlParts,
  entry: Activity & { enquiryId: string },
  change: HandlingChange,
  seen?: number,
): Promise<Handled> {
  return database.transaction().execute(async (transaction) => {
    const row = await lockedEnquiry(transaction, dialect, entry.enquiryId);
    if (row === undefined) return 'unknown';
    if (change.act !== 'note' && seen !== undefined && row.version !== seen) return 'overtaken';
    const settle = 'reply' in change ? await settleReply(transaction, dialect, change.reply) : undefined;
    const changes = await changesOf(transaction, entry, change, row);
    if (changes === null) return 'not possible';
    await keepAct(transaction, entry, { ...changes, version: row.version + 1 });
    if (change.act === 'was sent') await settle?.(true, entry.at);
    if ('next' in change && change.next) await insertDeliveries(transaction, [deliveryRow(change.next, entry.at)]);
    return 'done';
  });
}

async function reply(
  { database, dialect }: SqlParts,
  entry: Activity & { enquiryId: string },
  written: NewReply,
  seen: number,
): Promise<Handled | 'limited'> {
  // As with an enquiry that comes: who is told that it goes out must not be told so of a file that is gone.
  await dialect.assertInPlace();
  const handled = await database.transaction().execute(async (transaction) => {
    const row = await lockedEnquiry(transaction, dialect, entry.enquiryId);
    if (row === undefined) return 'unknown';
    if (row.version !== seen) return 'overtaken';
    if (row.handling === 'set aside') return 'not possible';
    if (await isLimited(transaction, entry.by, written.limit)) return 'limited';
    await insertReply(transaction, entry, written);
    await insertDeliveries(transaction, [deliveryRow(written.delivery, entry.at)]);
    await keepAct(transaction, entry, { last_word_at: entry.at, version: row.version + 1 });
    return 'done';
  });
  await dialect.assertInPlace();
  return handled;
}

/** A second person's act waits for the first one's end, and then sees it. */
async function lockedEnquiry(transaction: Transaction<Tables>, dialect: SqlDialect, id: string) {
  const known = transaction.selectFrom('enquiries').select(['handling', 'version', 'assigned_to']).where('id', '=', id);
  return (dialect.locksRows ? known.forUpdate() : known).executeTakeFirst();
}

async function keepAct(
  transaction: Transaction<Tables>,
  entry: Activity & { enquiryId: string },
  changes: Updateable<Tables['enquiries']>,
): Promise<void> {
  await transaction.updateTable('enquiries').set(changes).where('id', '=', entry.enquiryId).execute();
  await transaction.insertInto('activity').values(activityRow(entry)).execute();
}

async function keep({ database }: SqlParts, entry: Activity): Promise<void> {
  await database.insertInto('activity').values(activityRow(entry)).execute();
}

async function activity(
  { database }: SqlParts,
  about: { enquiryId: string } | { before?: string; limit: number },
): Promise<readonly Activity[]> {
  const kept = database.selectFrom('activity').selectAll();
  if ('enquiryId' in about) {
    const rows = await kept.where('enquiry_id', '=', about.enquiryId).orderBy('id').execute();
    return rows.map(toActivity);
  }
  const { before, limit } = about;
  const older = before === undefined ? kept : kept.where('id', '<', before);
  return (await older.orderBy('id', 'desc').limit(limit).execute()).map(toActivity);
}

async function officeCounts({ database }: SqlParts, overdueBefore: Date): Promise<OfficeCounts> {
  const { waiting, answered, 'set aside': setAside } = await countsByHandling(database, overdueBefore);
  const undelivered = await database
    .selectFrom('enquiries')
    .select(countOfRows)
    .where(isUndelivered)
    .where('handling', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return {
    waiting: waiting.all,
    overdue: waiting.earlier,
    answered: answered.all,
    setAside: setAside.all,
    undelivered: Number(undelivered.rows),
  };
}

type Counts = Readonly<Record<Handling, { all: number; earlier: number }>>;

/** How many enquiries there are of each kind, and how many of them wait since before that time: by one index, read once. */
export async function countsByHandling(database: Database, time: Date): Promise<Counts> {
  const isEarlier = sql<boolean>`${waitingSince} < ${time}`;
  const rows = await database
    .selectFrom('enquiries')
    .select(['handling', countOfRows, sql<number | string>`count(CASE WHEN ${isEarlier} THEN 1 END)`.as('earlier')])
    .groupBy('handling')
    .execute();
  const none = { all: 0, earlier: 0 };
  const counted = rows.map((row) => [row.handling, { all: Number(row.rows), earlier: Number(row.earlier) }]);
  return { waiting: none, answered: none, 'set aside': none, ...Object.fromEntries(counted) };
}

/** What the act makes of the enquiry, whose mail is changed here; null where the enquiry is not what the act needs. */
async function changesOf(
  transaction: Transaction<Tables>,
  { at, enquiryId }: Activity & { enquiryId: string },
  change: HandlingChange,
  { handling, assigned_to: assignedTo }: { handling: Handling; assigned_to: string | null },
): Promise<Updateable<Tables['enquiries']> | null> {
  const mail = mailOf(transaction, enquiryId);
  switch (change.act) {
    case 'note':
      return {};
    case 'assign':
      return assignedTo === change.to ? null : { assigned_to: change.to };
    case 'answer':
      return handling === 'waiting' ? { handling: 'answered', answered_at: at } : null;
    case 'answer by mail':
      return handling === 'waiting' ? { handling: 'answered', answered_at: at, last_word_at: at } : null;
    case 'written again':
    case 'came back':
      if (handling === 'set aside') return null;
      await outdateReplies(transaction, enquiryId);
      return { handling: 'waiting', answered_at: null, waiting_since: at, last_word_at: at };
    case 'send again':
    case 'was sent':
      if (handling === 'set aside') return null;
      return (await decideReply(transaction, { id: change.reply, enquiryId }, change.act, at)) ? {} : null;
    case 'reopen':
      return handling === 'answered' ? { handling: 'waiting', answered_at: null } : null;
    case 'retry':
      return (await mail.requeue(change.states, at)) ? {} : null;
    case 'release':
      if (handling !== 'set aside') return null;
      if (!(await mail.restoreDelivered()) && !(await mail.requeue(['quarantined'], at))) return null;
      return { handling: 'waiting' };
    case 'set aside':
      if (handling === 'set aside' || !(await mail.quarantine(change.reason))) return null;
      return { handling: 'set aside', answered_at: null };
  }
}

/** What acts do to the mail of an enquiry, unless a process has it in hand. Each resolves to whether it was done. */
function mailOf(transaction: Transaction<Tables>, enquiryId: string) {
  const mail = transaction
    .updateTable('deliveries')
    .where('enquiry_id', '=', enquiryId)
    .where('channel', '=', 'mail')
    .where('in_hand', '=', 0);
  const isDone = async (update: typeof mail): Promise<boolean> => (await update.executeTakeFirst()).numUpdatedRows > 0n;
  return {
    /** Its attempts are forgotten. */
    requeue(states: readonly DeliveryState[], now: Date): Promise<boolean> {
      const anew = { attempts: 0, delivered_at: null, last_reason: null, to_tell: 0 };
      return isDone(mail.set({ state: 'due', queued_at: now, due_at: now, ...anew }).where('state', 'in', states));
    },
    quarantine: (reason: string): Promise<boolean> => isDone(mail.set({ state: 'quarantined', last_reason: reason })),
    /** What a person set aside after it had been mailed need not be mailed again. */
    restoreDelivered(): Promise<boolean> {
      const restored = mail.set({ state: 'delivered', last_reason: null });
      return isDone(restored.where('state', '=', 'quarantined').where('delivered_at', 'is not', null));
    },
  };
}

function activityRow({ id, at, by, act, detail, enquiryId }: Activity): Insertable<Tables['activity']> {
  return { id, at, by_whom: by, act, detail, enquiry_id: enquiryId };
}

function toActivity(row: Selectable<Tables['activity']>): Activity {
  const { id, at, by_whom: by, act, detail, enquiry_id: enquiryId } = row;
  return { id, at: new Date(at), by, act, detail, enquiryId };
}
