import { sql, type RawBuilder } from 'kysely';
import { commitAcknowledged } from '../database/commit-marks.ts';
import { countRows, rowCount, toDate, type Database, type DatabaseParts } from '../database/database.ts';
import { getHold, getMeta, setMeta } from '../database/meta.ts';
import { unsettled } from '../database/schema.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { getLatestTime, type Clock } from '../process/clock.ts';
import type { Dependencies } from './dependencies.ts';
import type { Status } from './model.ts';
import { isReplyRetried, isUndelivered } from './queries.ts';

/** How many enquiries there are of each kind. */
export interface OfficeCounts {
  waiting: number;
  /** Of those: overdue. */
  overdue: number;
  answered: number;
  setAside: number;
  /** Of those that wait: their mail was refused, and is not delivered. */
  undelivered: number;
  /** Of those that wait: their mail, or an answer, was refused and will be tried again, or the mail was given up. */
  failing: number;
  /** Of those that wait, for one person: assigned to them; with a reminder of theirs that lies ahead, which `waiting` leaves out. */
  mine: number;
  later: number;
}

/**
 * How the deliveries stand. Where a mail was queued in the future (the clock was set back since), both times are as long ago
 * as it lies ahead: what nobody can date must not look new.
 */
export interface DeliveryHealth {
  /** Mails and replies that wait to be sent. */
  due: number;
  /** Mails that were given up. */
  failedMails: number;
  /** Replies that were given up or perhaps sent, while their enquiry is open: then nobody has seen to them. */
  unsentReplies: number;
  /** When the mail or reply that is due longest was queued. */
  oldestDue: Date | null;
  /** The same of those that an attempt has failed to deliver, given up or not, and of those queued in the future. */
  oldestFailing: Date | null;
  /** Since when everything that is due is held, because a backup was restored; null where nothing is. */
  heldSince: Date | null;
  /** The newest digest could not be mailed, so far or for good. */
  isDigestFailing: boolean;
  /** When the last good backup was made; null where there never was one. */
  lastBackupAt: Date | null;
  /** When the database was made. */
  begunAt: Date | null;
}

/** Resolves to how many there are of each kind, for people who handle them; with a person's own where one is named. */
export async function countForOffice(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  person = '',
): Promise<OfficeCounts> {
  const now = clock.now();
  const { open, closed, spam } = await countByStatus(database, now);
  const later = await countLater(database, person, now);
  return {
    waiting: open.rows - later.rows,
    overdue: open.overdue - later.overdue,
    answered: closed.rows,
    setAside: spam.rows,
    undelivered: await countRows(allOpen(database).where(isUndelivered)),
    failing: await countRows(allOpen(database).where((is) => is.or([isUndelivered, isReplyRetried]))),
    mine: await countRows(allOpen(database).where('assignee', '=', person)),
    later: later.rows,
  };
}

function allOpen(database: Database) {
  return database.selectFrom('enquiries').where('status', '=', 'open');
}

const countOfOverdue = (now: Date) => sql<number>`count(CASE WHEN enquiries.due_at <= ${now} THEN 1 END)`.as('overdue');

/** Counts what waits and has a reminder of a person that lies ahead. */
async function countLater(database: Database, person: string, now: Date) {
  return allOpen(database)
    .innerJoin('reminders', 'reminders.enquiry_id', 'enquiries.id')
    .where('person', '=', person)
    .where('reminders.due_at', '>', now)
    .select([rowCount, countOfOverdue(now)])
    .executeTakeFirstOrThrow();
}

/** Counts enquiries by one index, read once. */
async function countByStatus(database: Database, now: Date) {
  const rows = await database
    .selectFrom('enquiries')
    .select(['status', rowCount, countOfOverdue(now)])
    .groupBy('status')
    .execute();
  const none = { rows: 0, overdue: 0 };
  const found = Object.fromEntries(rows.map((row) => [row.status, row]));
  return { open: none, closed: none, spam: none, ...found } satisfies Record<Status, typeof none>;
}

/** Resolves to how the deliveries stand, and what else somebody may have to look after. */
export async function readHealth({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<DeliveryHealth> {
  const now = clock.now();
  const unsettledOnes = await listUnsettled(database, now);
  const due = unsettledOnes.filter(({ state }) => state === 'due');
  const failedMails = unsettledOnes.filter(({ kind, state }) => kind === 'mail' && state === 'failed');
  const unsentReplies = unsettledOnes.filter(({ kind, state }) => kind === 'reply' && state !== 'due');
  const countAll = (counted: typeof due): number => counted.reduce((sum, { rows }) => sum + rows, 0);
  const backup = await getMeta(database, 'backup');
  const { rows: begun } = await sql<{
    at: Date | string | null;
  }>`SELECT min(migrated_at) AS at FROM schema_history`.execute(database);
  return {
    due: countAll(due),
    failedMails: countAll(failedMails),
    unsentReplies: countAll(unsentReplies),
    oldestDue: findOldest(
      due.flatMap(({ first, last }) => [first, last]),
      now,
    ),
    oldestFailing: findOldest(
      [...due, ...failedMails].flatMap((one) => [one.first_failing, one.last_failing]),
      now,
    ),
    heldSince: (await getHold(database))?.since ?? null,
    isDigestFailing: await isDigestFailing(database, now),
    lastBackupAt: backup === null ? null : new Date(backup),
    begunAt: toDate(begun[0]?.at ?? null),
  };
}

/**
 * Resolves to the mails and replies that are not delivered, by kind and state. By its own index: most are delivered, and to count those
 * takes long. A reply that was given up counts while its enquiry is open.
 */
async function listUnsettled(database: Database, now: Date) {
  // A first attempt that is going on has not failed; before a second one, the first failed or its process was killed.
  const failing = sql`CASE WHEN last_reason IS NOT NULL OR attempts > 1 OR queued_at > ${now} THEN queued_at END`;
  const time = (of: RawBuilder<unknown>) => sql<Date | string | null>`${of}`;
  return database
    .selectFrom('deliveries')
    .select(['kind', 'state', rowCount])
    .select([time(sql`min(queued_at)`).as('first'), time(sql`max(queued_at)`).as('last')])
    .select([time(sql`min(${failing})`).as('first_failing'), time(sql`max(${failing})`).as('last_failing')])
    .where(sql<boolean>`${sql.raw(unsettled)} AND (kind = 'mail' OR kind = 'reply' AND
      (state = 'due' OR about_id IN (SELECT id FROM enquiries WHERE status = 'open')))`)
    .groupBy(['kind', 'state'])
    .execute();
}

async function isDigestFailing(database: Database, now: Date): Promise<boolean> {
  const digest = await database
    .selectFrom('deliveries')
    .select(['state', 'last_reason'])
    .where(sql<boolean>`kind = 'digest'`)
    // One of a clock that ran ahead tells nothing of today's.
    .where('queued_at', '<=', getLatestTime(now))
    .orderBy('queued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return digest !== undefined && ['due', 'failed'].includes(digest.state) && digest.last_reason !== null;
}

/** Resolves to what is due, by kind. */
export async function countDue({ database }: DatabaseParts) {
  const due = database.selectFrom('deliveries').where('state', '=', 'due').groupBy('kind').orderBy('kind');
  const rows = await due.select(['kind', rowCount, sql<Date>`min(queued_at)`.as('oldest')]).execute();
  return rows.map((row) => ({ ...row, oldest: new Date(row.oldest) }));
}

/** Resolves to how the newest call of the webhook stands that was tried. Null where none was. */
export async function findLastWebhookCall({
  database,
}: DatabaseParts): Promise<Pick<Delivery, 'state' | 'lastReason'> | null> {
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

/** Proves that an enquiry can be stored. While the last proof has failed each enquiry needs another before it is taken. */
export function createWriteProbe(parts: DatabaseParts & { clock: Pick<Clock, 'now'> }) {
  let hasFailed = false;
  let proving: Promise<void> | undefined;

  async function tryNow(): Promise<void> {
    try {
      const now = parts.clock.now().toISOString();
      await commitAcknowledged(parts, (transaction) => setMeta(transaction, 'written', now));
      hasFailed = false;
    } catch (fault) {
      hasFailed = true;
      throw fault;
    } finally {
      proving = undefined;
    }
  }
  const prove = (): Promise<void> => (proving ??= tryNow());
  return { prove, assert: async (): Promise<void> => (hasFailed ? prove() : undefined) };
}

/** Returns the longest ago of these times; one that lies ahead counts for as long ago as it lies ahead. */
function findOldest(times: readonly (Date | string | null)[], now: Date): Date | null {
  const ages = times.flatMap((time) => (time === null ? [] : Math.abs(now.getTime() - new Date(time).getTime())));
  return ages.length === 0 ? null : new Date(now.getTime() - Math.max(...ages));
}
