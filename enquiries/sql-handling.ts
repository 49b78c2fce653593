import { sql, type Insertable, type Selectable, type Transaction, type Updateable } from 'kysely';
import { personsReason } from './triage.ts';
import type { Activity, DeliveryState, Handling, PersonsAct, Reader } from './store.ts';
import { commitAcknowledged } from '../database/commit-marks.ts';
import {
  countIn,
  countOfRows,
  type Database,
  type SqlDialect,
  type EnquiryPart,
  type Tables,
} from '../database/database.ts';
import { deliveryRow, insertDeliveries } from './sql-deliveries.ts';
import { isRetried, isUndelivered, waitingSince } from './sql-finding.ts';
import { decideReply, forgetReminders, insertReply, isLimited, outdateReplies, settleReply } from './sql-replies.ts';
import { indexText } from './sql-search.ts';

/** The part of the store that keeps what people do. */
export const handlingInSql = {
  async handle({ database, dialect }, entry, act, seen, next) {
    return database.transaction().execute(async (transaction) => {
      const row = await lockedEnquiry(transaction, dialect, entry.enquiryId);
      if (row === undefined) return 'unknown';
      if (act.act !== 'note' && act.act !== 'remind' && seen !== undefined && row.version !== seen) return 'overtaken';
      const settle = 'reply' in act ? await settleReply(transaction, dialect, act.reply) : undefined;
      const changes = await changesOf(transaction, entry, act, row);
      if (changes === null) return 'not possible';
      await keepAct(transaction, entry, { ...changes, version: row.version + 1 });
      await indexText(transaction, entry.enquiryId, textOf(entry));
      if (act.act === 'was sent') await settle?.(true, entry.at);
      if (next !== undefined) await insertDeliveries(transaction, [deliveryRow(next, entry.at)]);
      return 'done';
    });
  },

  reply: (parts, entry, written, seen) =>
    commitAcknowledged(parts, async (transaction) => {
      const row = await lockedEnquiry(transaction, parts.dialect, entry.enquiryId);
      if (row === undefined) return 'unknown';
      if (row.version !== seen) return 'overtaken';
      if (row.handling === 'set aside') return 'not possible';
      if (await isLimited(transaction, entry.by, written.limit)) return 'limited';
      await insertReply(transaction, entry, written);
      await indexText(transaction, entry.enquiryId, written.text);
      await insertDeliveries(transaction, [deliveryRow(written.delivery, entry.at)]);
      await keepAct(transaction, entry, { last_word_at: entry.at, version: row.version + 1 });
      return 'done';
    }),

  async keep({ database }, entry) {
    await database.insertInto('activity').values(activityRow(entry)).execute();
  },

  async activity({ database }, about) {
    const kept = database.selectFrom('activity').selectAll();
    if ('enquiryId' in about) {
      const rows = await kept.where('enquiry_id', '=', about.enquiryId).orderBy('id').execute();
      return rows.map(toActivity);
    }
    const { before, limit } = about;
    const older = before === undefined ? kept : kept.where('id', '<', before);
    return (await older.orderBy('id', 'desc').limit(limit).execute()).map(toActivity);
  },

  async officeCounts({ database }, overdueBefore, reader) {
    const { waiting, answered, 'set aside': setAside } = await countsByHandling(database, overdueBefore);
    const own =
      reader === undefined
        ? { mine: 0, later: { all: 0, earlier: 0 } }
        : await ownCounts(database, reader, overdueBefore);
    return {
      waiting: waiting.all - own.later.all,
      overdue: waiting.earlier - own.later.earlier,
      answered: answered.all,
      setAside: setAside.all,
      undelivered: await countIn(allWaiting(database).where(isUndelivered)),
      failing: await countIn(allWaiting(database).where((is) => is.or([isUndelivered, isRetried]))),
      mine: own.mine,
      later: own.later.all,
    };
  },

  async reminders({ database }, person) {
    const rows = await database.selectFrom('reminders').selectAll().where('person', '=', person).execute();
    return Object.fromEntries(rows.map((row) => [row.enquiry_id, new Date(row.due_at)]));
  },
} satisfies EnquiryPart;

/** What somebody wrote with an act. */
function textOf({ act, detail, note }: Activity): string {
  return act === 'note' ? `${detail}\n${note}` : note;
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
  if (changes.handling !== undefined && changes.handling !== 'waiting')
    await forgetReminders(transaction, entry.enquiryId);
  await transaction.insertInto('activity').values(activityRow(entry)).execute();
}

/** By the indexes of what is assigned to a person, and of their reminders. */
async function ownCounts(database: Database, { person, now }: Reader, time: Date) {
  const mine = await countIn(allWaiting(database).where('assigned_to', '=', person));
  const later = await allWaiting(database)
    .innerJoin('reminders', 'reminders.enquiry_id', 'enquiries.id')
    .where('person', '=', person)
    .where('due_at', '>', now)
    .select([countOfRows, countOfEarlier(time)])
    .executeTakeFirstOrThrow();
  return { mine, later: { all: later.rows, earlier: later.earlier } };
}

function allWaiting(database: Database) {
  return database.selectFrom('enquiries').where('handling', '=', 'waiting');
}

function countOfEarlier(time: Date) {
  return sql<number>`count(CASE WHEN ${waitingSince} < ${time} THEN 1 END)`.as('earlier');
}

type Counts = Readonly<Record<Handling, { all: number; earlier: number }>>;

/** How many enquiries there are of each kind, and how many of them wait since before that time: by one index, read once. */
export async function countsByHandling(database: Database, time: Date): Promise<Counts> {
  const rows = await database
    .selectFrom('enquiries')
    .select(['handling', countOfRows, countOfEarlier(time)])
    .groupBy('handling')
    .execute();
  const none = { all: 0, earlier: 0 };
  const counted = rows.map((row) => [row.handling, { all: row.rows, earlier: row.earlier }]);
  return { waiting: none, answered: none, 'set aside': none, ...Object.fromEntries(counted) };
}

/** What the act makes of the enquiry, whose mail is changed here; null where the enquiry is not what the act needs. */
async function changesOf(
  transaction: Transaction<Tables>,
  { at, by, enquiryId }: Activity & { enquiryId: string },
  act: PersonsAct,
  { handling, assigned_to: assignedTo }: { handling: Handling; assigned_to: string | null },
): Promise<Updateable<Tables['enquiries']> | null> {
  const mail = mailOf(transaction, enquiryId);
  switch (act.act) {
    case 'note':
      return {};
    case 'assign':
      return assignedTo === act.to ? null : { assigned_to: act.to };
    case 'answer':
      if (handling !== 'waiting') return null;
      return { handling: 'answered', answered_at: at, end_reason: act.reason ?? null };
    case 'answer by mail':
      return handling === 'waiting' ? { handling: 'answered', answered_at: at, last_word_at: at } : null;
    case 'written again':
    case 'came back':
      if (handling === 'set aside') return null;
      await outdateReplies(transaction, enquiryId);
      return { handling: 'waiting', answered_at: null, end_reason: null, waiting_since: at, last_word_at: at };
    case 'send again':
    case 'was sent':
      if (handling === 'set aside') return null;
      return (await decideReply(transaction, { id: act.reply, enquiryId }, act.act, at)) ? {} : null;
    case 'reopen':
      return handling === 'answered' ? { handling: 'waiting', answered_at: null, end_reason: null } : null;
    case 'remind':
      if (handling !== 'waiting') return null;
      await remind(transaction, enquiryId, by, act.at);
      return {};
    case 'retry':
      return (await mail.requeue(['due', 'delivered', 'failed'], at)) ? {} : null;
    case 'release':
      if (handling !== 'set aside') return null;
      if (!(await mail.restoreDelivered()) && !(await mail.requeue(['quarantined'], at))) return null;
      return { handling: 'waiting' };
    case 'set aside':
      if (handling === 'set aside' || !(await mail.quarantine(personsReason))) return null;
      return { handling: 'set aside', answered_at: null, end_reason: null };
  }
}

async function remind(transaction: Transaction<Tables>, enquiryId: string, person: string, at: Date | null) {
  const id = `${enquiryId}.${person}`;
  await transaction.deleteFrom('reminders').where('id', '=', id).execute();
  if (at === null) return;
  await transaction.insertInto('reminders').values({ id, enquiry_id: enquiryId, person, due_at: at }).execute();
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

function activityRow({ id, at, by, act, detail, note, enquiryId }: Activity): Insertable<Tables['activity']> {
  return { id, at, by_whom: by, act, detail, note, enquiry_id: enquiryId };
}

function toActivity(row: Selectable<Tables['activity']>): Activity {
  const { id, at, by_whom: by, act, detail, note, enquiry_id: enquiryId } = row;
  return { id, at: new Date(at), by, act, detail, note, enquiryId };
}
