import { sql } from 'kysely';
import { commitAcknowledged } from '../database/commit-marks.ts';
import { countIn, countOfRows, dateOrNull, type Database, type DatabaseParts } from '../database/database.ts';
import { getHold, getMeta, setMeta } from '../database/meta.ts';
import { unsettled } from '../database/schema.ts';
import { deliveryStates, type Delivery, type DeliveryState } from '../outbox/delivery.ts';
import { latestTime, type Clock } from '../process/clock.ts';
import type { MailState, Reader, Status } from './model.ts';
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
  counts: Readonly<Record<MailState, number>>;
  /** Replies by state; failed and unconfirmed ones only while their enquiry is open: then nobody has seen to them. */
  replies: Readonly<Record<DeliveryState, number>>;
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
export async function countForOffice({ database }: DatabaseParts, now: Date, reader?: Reader): Promise<OfficeCounts> {
  const counts = await countByStatus(database, now);
  const own = reader === undefined ? { mine: 0, later: { rows: 0, overdue: 0 } } : await countOwn(database, reader);
  return {
    waiting: counts.open.rows - own.later.rows,
    overdue: counts.open.overdue - own.later.overdue,
    answered: counts.closed.rows,
    setAside: counts.spam.rows,
    undelivered: await countIn(allOpen(database).where(isUndelivered)),
    failing: await countIn(allOpen(database).where((is) => is.or([isUndelivered, isReplyRetried]))),
    mine: own.mine,
    later: own.later.rows,
  };
}

function allOpen(database: Database) {
  return database.selectFrom('enquiries').where('status', '=', 'open');
}

const countOfOverdue = (now: Date) => sql<number>`count(CASE WHEN enquiries.due_at <= ${now} THEN 1 END)`.as('overdue');

/** By the indexes of what is assigned to a person, and of their reminders. */
async function countOwn(database: Database, { person, now }: Reader) {
  const mine = await countIn(allOpen(database).where('assignee', '=', person));
  const later = await allOpen(database)
    .innerJoin('reminders', 'reminders.enquiry_id', 'enquiries.id')
    .where('person', '=', person)
    .where('reminders.due_at', '>', now)
    .select([countOfRows, countOfOverdue(now)])
    .executeTakeFirstOrThrow();
  return { mine, later };
}

/** Counts enquiries by one index, read once. */
async function countByStatus(database: Database, now: Date) {
  const rows = await database
    .selectFrom('enquiries')
    .select(['status', countOfRows, countOfOverdue(now)])
    .groupBy('status')
    .execute();
  const none = { rows: 0, overdue: 0 };
  const found = Object.fromEntries(rows.map((row) => [row.status, row]));
  return { open: none, closed: none, spam: none, ...found } satisfies Record<Status, typeof none>;
}

/** Resolves to how the deliveries stand, and what else somebody may have to look after. */
export async function readHealth({ database }: DatabaseParts, { now }: { now: Date }): Promise<DeliveryHealth> {
  const states = await database
    .selectFrom('deliveries')
    .select(['state', countOfRows])
    .where(isUnsettled)
    .where('kind', '=', 'mail')
    .groupBy('state')
    .execute();
  const unsent = database
    .selectFrom('deliveries')
    .where(isUnsettled)
    .where(sql<boolean>`((kind = 'mail' AND state IN ('due', 'failed')) OR (kind = 'reply' AND state = 'due'))`)
    .select([sql<Date | null>`min(queued_at)`.as('first'), sql<Date | null>`max(queued_at)`.as('last')]);
  const due = await unsent.where('state', '=', 'due').executeTakeFirstOrThrow();
  const failing = await unsent
    // A first attempt that is going on has not failed; before a second one, the first failed or its process was killed.
    .where((is) => is.or([is('last_reason', 'is not', null), is('attempts', '>', 1), is('queued_at', '>', now)]))
    .executeTakeFirstOrThrow();
  const backup = await getMeta(database, 'backup');
  const { rows: begun } = await sql<{
    at: Date | string | null;
  }>`SELECT min(migrated_at) AS at FROM schema_history`.execute(database);
  return {
    counts: countMails(states, await countByStatus(database, now)),
    replies: await countReplies(database),
    oldestDue: oldest(due, now),
    oldestFailing: oldest(failing, now),
    heldSince: (await getHold(database))?.since ?? null,
    isDigestFailing: await isDigestFailing(database, now),
    lastBackupAt: backup === null ? null : new Date(backup),
    begunAt: dateOrNull(begun[0]?.at ?? null),
  };
}

/** In these words, by which the index is found: most are delivered, and to count those takes long. */
const isUnsettled = sql<boolean>`${sql.raw(unsettled)}`;

async function isDigestFailing(database: Database, now: Date): Promise<boolean> {
  const digest = await database
    .selectFrom('deliveries')
    .select(['state', 'last_reason'])
    .where(sql<boolean>`kind = 'digest'`)
    // One of a clock that ran ahead tells nothing of today's.
    .where('queued_at', '<=', latestTime(now))
    .orderBy('queued_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return digest !== undefined && ['due', 'failed'].includes(digest.state) && digest.last_reason !== null;
}

/** Resolves to what is due, by kind. */
export async function countDue({ database }: DatabaseParts) {
  const due = database.selectFrom('deliveries').where('state', '=', 'due').groupBy('kind').orderBy('kind');
  const rows = await due.select(['kind', countOfRows, sql<Date>`min(queued_at)`.as('oldest')]).execute();
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
export function createProof(parts: DatabaseParts & { clock: Pick<Clock, 'now'> }) {
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

/** The longest ago of the times between the two; one that lies ahead counts for as long ago as it lies ahead. */
function oldest({ first, last }: { first: Date | null; last: Date | null }, now: Date): Date | null {
  if (first === null || last === null) return null;
  const ahead = new Date(last).getTime() - now.getTime();
  return new Date(Math.min(new Date(first).getTime(), now.getTime() - ahead));
}

async function countReplies(database: Database): Promise<Readonly<Record<DeliveryState, number>>> {
  const { rows } = await sql<{ state: DeliveryState; rows: number }>`
    SELECT state, count(*) AS rows FROM deliveries WHERE kind = 'reply' AND (state NOT IN ('failed', 'unconfirmed')
      OR about_id IN (SELECT id FROM enquiries WHERE status = 'open')) GROUP BY state`.execute(database);
  const none = Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<DeliveryState, number>;
  return { ...none, ...Object.fromEntries(rows.map(({ state, rows: many }) => [state, many])) };
}

/** A mail is delivered if it is nothing else. */
function countMails(
  unsettledMails: readonly { state: DeliveryState; rows: number }[],
  { open, closed, spam }: Awaited<ReturnType<typeof countByStatus>>,
): Readonly<Record<MailState, number>> {
  const countOf = (state: MailState): number => unsettledMails.find((row) => row.state === state)?.rows ?? 0;
  const [due, failed] = [countOf('due'), countOf('failed')];
  // Between two counts a mail may have come.
  return { due, delivered: Math.max(0, open.rows + closed.rows - due - failed), failed, quarantined: spam.rows };
}
