import { sql, type RawBuilder } from 'kysely';
import { runVerifiedTransaction } from '../database/commit-and-verify.ts';
import { countRows, rowCountColumn, toDate, type Database, type DatabaseWithDialect } from '../database/database.ts';
import { findMailHold, findMetaValue, storeMeta } from '../database/meta.ts';
import { unsettledDeliveryCondition } from '../database/schema.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { getLatestPlausibleTime, type Clock } from '../process/clock.ts';
import type { Dependencies } from './dependencies.ts';
import type { EnquiryStatus } from './model.ts';
import { countingReminderCondition, undeliveredCondition } from './filter-conditions.ts';
import { getEndOfDay } from '../process/office-calendar.ts';

/** Counts of enquiries; some are a person's own. */
export interface InboxCounts {
  open: number;
  /** Overdue ones among `open`. */
  overdue: number;
  /** Open ones that are due later today, whoever put them off. */
  dueToday: number;
  closed: number;
  spam: number;
  undelivered: number;
  assigned: number;
  /** Enquiries with a future reminder of the person. Open ones are left out of `open`. */
  snoozed: number;
  /** Other mail, without automatic mails and bounces. */
  otherMail: number;
}

/**
 * State of the deliveries. If a mail was queued in the future (the clock was set back since), both times lie as far in
 * the past: a future timestamp counts as equally old.
 */
export interface MailAndBackupHealth {
  dueMessages: number;
  /** Number of mails that were given up. */
  failedMails: number;
  /** Number of failed or unconfirmed replies to open enquiries, which nobody has handled yet. */
  unsentReplies: number;
  oldestDueAt: Date | null;
  /** Time of queueing of the oldest one with a failed attempt, given up or not, or queued in the future. */
  oldestFailingAt: Date | null;
  /** Start of the hold after a restore of a backup; null if there is none. */
  heldSince: Date | null;
  /** True if the newest digest was refused, temporarily or for good. */
  isDigestFailing: boolean;
  /** Time of the last good backup; null if there never was one. */
  lastBackupAt: Date | null;
  /** Time of the backup that was last copied elsewhere; null if there never was one. */
  lastCopyAt: Date | null;
  databaseCreatedAt: Date | null;
  /** When the database last proved to be writable: a server ran then. Null if none did, or after a restore. */
  lastProbeAt: Date | null;
}

/** Resolves to the numbers of enquiries for the office, with a person's own if one is named. */
export async function readInboxCounts(
  { database, clock, target }: Pick<Dependencies, 'database' | 'clock' | 'target'>,
  person = '',
): Promise<InboxCounts> {
  const now = clock.now();
  const { open, closed, spam } = await countByStatus(database, now);
  const snoozed = await countSnoozed(database, person, now);
  const endOfDay = getEndOfDay(now, target.officeHours);
  return {
    open: open.rows - snoozed.open,
    overdue: open.overdue - snoozed.overdue,
    dueToday: await countRows(selectOpen(database).where('due_at', '>', now).where('due_at', '<=', endOfDay)),
    closed: closed.rows,
    spam: spam.rows,
    undelivered: await countRows(selectOpen(database).where(undeliveredCondition)),
    assigned: await countRows(selectOpen(database).where('assignee', '=', person)),
    snoozed: snoozed.rows,
    otherMail: await countRows(
      database.selectFrom('messages').where('enquiry_id', 'is', null).where('kind', '=', 'message'),
    ),
  };
}

function selectOpen(database: Database) {
  return database.selectFrom('enquiries').where('status', '=', 'open');
}

const countOfOverdue = (now: Date) => sql<number>`count(CASE WHEN enquiries.due_at <= ${now} THEN 1 END)`.as('overdue');

async function countSnoozed(database: Database, person: string, now: Date) {
  return database
    .selectFrom('enquiries')
    .innerJoin('reminders', 'reminders.enquiry_id', 'enquiries.id')
    .where('person', '=', person)
    .where('reminders.due_at', '>', now)
    .where(countingReminderCondition)
    .select([rowCountColumn, countOfOverdue(now)])
    .select(sql<number>`count(CASE WHEN status = 'open' THEN 1 END)`.as('open'))
    .executeTakeFirstOrThrow();
}

/** Counts enquiries by status in one scan of an index. */
async function countByStatus(database: Database, now: Date) {
  const rows = await database
    .selectFrom('enquiries')
    .select(['status', rowCountColumn, countOfOverdue(now)])
    .groupBy('status')
    .execute();
  const none = { rows: 0, overdue: 0 };
  const found = Object.fromEntries(rows.map((row) => [row.status, row]));
  return { open: none, closed: none, spam: none, ...found } satisfies Record<EnquiryStatus, typeof none>;
}

/** Resolves to the state of deliveries, the hold, the digest and the backup. */
export async function readMailAndBackupHealth({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<MailAndBackupHealth> {
  const now = clock.now();
  const unsettledOnes = await countUnsettled(database, now);
  const due = unsettledOnes.filter(({ state }) => state === 'due');
  const failedMails = unsettledOnes.filter(({ kind, state }) => kind === 'mail' && state === 'failed');
  const unsentReplies = unsettledOnes.filter(({ kind, state }) => kind === 'reply' && state !== 'due');
  const dueTimes = due.flatMap(({ first, last }) => [first, last]);
  const failingTimes = [...due, ...failedMails].flatMap((one) => [one.first_failing, one.last_failing]);
  const countAll = (counted: typeof due): number => counted.reduce((sum, { rows }) => sum + rows, 0);
  const [backup, copy] = [await findMetaValue(database, 'backup'), await findMetaValue(database, 'off-site')];
  const [hold, probe] = [await findMailHold(database), await findMetaValue(database, 'probed')];
  const begun = sql<{ at: Date | string | null }>`SELECT min(migrated_at) AS at FROM schema_history`;
  return {
    dueMessages: countAll(due),
    failedMails: countAll(failedMails),
    unsentReplies: countAll(unsentReplies),
    oldestDueAt: findOldest(dueTimes, now),
    oldestFailingAt: findOldest(failingTimes, now),
    heldSince: hold?.since ?? null,
    isDigestFailing: await isDigestFailing(database, now),
    lastBackupAt: backup === null ? null : new Date(backup),
    lastCopyAt: copy === null ? null : new Date(copy),
    databaseCreatedAt: toDate((await begun.execute(database)).rows[0]?.at ?? null),
    lastProbeAt: hold !== null || probe === null ? null : new Date(probe),
  };
}

/**
 * Counts undelivered mails and replies by a partial index: counting the delivered ones is slow. A failed reply counts
 * only while its enquiry, or the one into which that was merged, is open.
 */
async function countUnsettled(database: Database, now: Date) {
  // A running first attempt has not failed. Before a second one, the first has failed or its process was killed.
  const failing = sql`CASE WHEN last_reason IS NOT NULL OR attempts > 1 OR queued_at > ${now} THEN queued_at END`;
  const time = (of: RawBuilder<unknown>) => sql<Date | string | null>`${of}`;
  return database
    .selectFrom('deliveries')
    .select(['kind', 'state', rowCountColumn])
    .select([time(sql`min(queued_at)`).as('first'), time(sql`max(queued_at)`).as('last')])
    .select([time(sql`min(${failing})`).as('first_failing'), time(sql`max(${failing})`).as('last_failing')])
    .where(sql<boolean>`${sql.raw(unsettledDeliveryCondition)} AND (kind IN ('mail', 'alert') OR kind = 'reply' AND
      (state = 'due' OR record_id IN (SELECT id FROM enquiries WHERE status = 'open' OR merged_into IN
        (SELECT id FROM enquiries WHERE status = 'open'))))`)
    .groupBy(['kind', 'state'])
    .execute();
}

async function isDigestFailing(database: Database, now: Date): Promise<boolean> {
  const digest = await database
    .selectFrom('deliveries')
    .select(['state', 'last_reason'])
    .where(sql<boolean>`kind = 'digest'`)
    // Ignore digests dated in the future by a wrong clock.
    .where('queued_at', '<=', getLatestPlausibleTime(now))
    .orderBy('queued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return digest !== undefined && ['due', 'failed'].includes(digest.state) && digest.last_reason !== null;
}

/** Resolves to the number of due deliveries and the oldest time of queueing, by kind. */
export async function countDueDeliveriesByKind({
  database,
}: DatabaseWithDialect): Promise<readonly { kind: string; rows: number; oldest: Date }[]> {
  const due = database.selectFrom('deliveries').where('state', '=', 'due').groupBy('kind').orderBy('kind');
  const rows = await due.select(['kind', rowCountColumn, sql<Date>`min(queued_at)`.as('oldest')]).execute();
  return rows.map((row) => ({ ...row, oldest: new Date(row.oldest) }));
}

/** Resolves to the state of the newest webhook call that was tried; null if none was. */
export async function findLastWebhookCall({
  database,
}: DatabaseWithDialect): Promise<Pick<Delivery, 'state' | 'lastReason'> | null> {
  const last = await database
    .selectFrom('deliveries')
    .select(['state', 'last_reason'])
    .where('kind', '=', 'webhook')
    .where('attempts', '>', 0)
    .where('leased', '=', 0)
    .orderBy('queued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? null : { state: last.state, lastReason: last.last_reason };
}

/** Returns a function that resolves if the database is writable, else rejects. Calls at one time share one write. */
export function createWriteProbe(dependencies: DatabaseWithDialect & { clock: Pick<Clock, 'now'> }) {
  let running: Promise<void> | undefined;
  const probe = () => {
    const now = dependencies.clock.now().toISOString();
    return runVerifiedTransaction(dependencies, (transaction) => storeMeta(transaction, 'probed', now));
  };
  return (): Promise<void> => (running ??= probe().finally(() => (running = undefined)));
}

/** Returns the oldest of these times. A future timestamp counts as equally old. */
function findOldest(times: readonly (Date | string | null)[], now: Date): Date | null {
  const ages = times.flatMap((time) => (time === null ? [] : Math.abs(now.getTime() - new Date(time).getTime())));
  return ages.length === 0 ? null : new Date(now.getTime() - Math.max(...ages));
}
