import { sql, type Transaction } from 'kysely';
import { fieldsOf } from './enquiry.ts';
import { alreadyAcknowledged, plan, type Plan } from './triage.ts';
import { tooLate } from './receive.ts';
import type { Added, EnquiryStore, NewDelivery, ReceivedEnquiry, Rules, Wanted } from './store.ts';
import { commitAcknowledged } from '../database/commit-marks.ts';
import {
  countIn,
  countOfRows,
  withFirst,
  type Database,
  type EnquiryPart,
  type SqlDialect,
  type SqlParts,
  type Tables,
} from '../database/database.ts';
import { deliveriesInSql, deliveryRow, insertDeliveries } from './sql-deliveries.ts';
import { findingInSql } from './sql-finding.ts';
import { handlingInSql } from './sql-handling.ts';
import { healthInSql } from './sql-health.ts';
import { indexEnquiries } from './sql-search.ts';

/** The enquiries of either database: the same queries, but for what the dialect says. */
export function createSqlEnquiryStore(database: Database, dialect: SqlDialect): EnquiryStore {
  const parts = { ...receivingInSql, ...deliveriesInSql, ...findingInSql, ...handlingInSql, ...healthInSql };
  return withFirst<SqlParts, EnquiryStore>({ database, dialect }, parts);
}

/** The part of the store that takes enquiries. */
const receivingInSql = {
  add: (parts, received, rules, isAwaited = () => true) =>
    commitAcknowledged(parts, async (transaction) => {
      const added = await addEnquiries(transaction, received, rules);
      if (!isAwaited()) throw tooLate();
      return added;
    }),
} satisfies EnquiryPart;

/**
 * Writes the enquiries that are new, as the rules plan them, and answers for all. The database's unique indexes decide
 * what is new: two processes may be given the same submission at the same time, and a group whose commit was cut off may
 * come again.
 */
async function addEnquiries(
  transaction: Transaction<Tables>,
  received: readonly ReceivedEnquiry[],
  rules: Rules,
): Promise<readonly Added[]> {
  const sameTexts = await countTexts(transaction, received, rules.since.sameText);
  const inserted = await transaction
    .insertInto('enquiries')
    .values(received.map(enquiryRow))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const newIds = new Set(inserted.map(({ id }) => id));
  const isNew = ({ id }: ReceivedEnquiry): boolean => newIds.has(id);
  await indexEnquiries(transaction, received.filter(isNew));
  const since = newIds.size === 0 ? null : rules.since.acknowledged;
  const acknowledged = since === null ? 0 : await countAcknowledgements(transaction, since);
  const planned = planEach(received.filter(isNew), sameTexts, acknowledged, rules.wanted);
  await setAside(
    transaction,
    planned.flatMap(({ enquiry, plan }) => (plan.setAside === null ? [] : enquiry.id)),
  );
  const rows = planned.map(({ enquiry, plan }) =>
    plan.deliveries.map((delivery) => rowOf(delivery, plan, enquiry.receivedAt)),
  );
  const queued = await insertDeliveries(transaction, rows.flat());
  const unqueued = rows.flatMap(([mail, ...others]) =>
    mail !== undefined && others.some(({ id, channel }) => channel === 'acknowledgement' && !queued.has(id))
      ? mail
      : [],
  );
  await insertDeliveries(
    transaction,
    unqueued.map(({ enquiry_id: id, queued_at: at }) => deliveryRow(alreadyAcknowledged(`${id}`), at)),
  );

  const states = new Map(rows.map(([mail]) => [mail?.enquiry_id, mail?.state]));
  const repeated = received.filter((enquiry) => !isNew(enquiry));
  const firsts = repeated.length === 0 ? [] : await firstsOf(transaction, repeated);
  return received.map(({ id, submissionHash }) => {
    const state = states.get(id);
    if (state !== undefined) return { id, isNew: true, state };
    const isSame = (hash: string | null): boolean => hash !== null && hash === submissionHash;
    const first = firsts.find((known) => known.id === id || isSame(known.submission_hash));
    if (first === undefined) throw new Error(`The enquiry ${id} was neither stored nor known`);
    return { id: first.id, isNew: false, state: first.state };
  });
}

/** In their order: what is planned for one counts for those after it. */
function planEach(
  enquiries: readonly ReceivedEnquiry[],
  sameTexts: Map<string, number>,
  before: number,
  wanted: Wanted,
) {
  let acknowledged = before;
  return enquiries.map((enquiry) => {
    const sameText = sameTexts.get(enquiry.textHash) ?? 0;
    const planned = plan(enquiry, { sameText, acknowledged }, wanted);
    if (planned.setAside === null) sameTexts.set(enquiry.textHash, sameText + 1);
    acknowledged += planned.deliveries.filter((one) => one.channel === 'acknowledgement' && !one.heldBack).length;
    return { enquiry, plan: planned };
  });
}

/** How many enquiries have each of these texts already: those that were not set aside themselves. */
async function countTexts(transaction: Transaction<Tables>, received: readonly ReceivedEnquiry[], since: Date) {
  const rows = await transaction
    .selectFrom('enquiries')
    .innerJoin('deliveries', 'deliveries.enquiry_id', 'enquiries.id')
    .where('deliveries.channel', '=', 'mail')
    .select(['text_hash', countOfRows])
    .where(
      'text_hash',
      'in',
      received.map(({ textHash }) => textHash),
    )
    .where('received_at', '>=', since)
    .where('deliveries.state', '!=', 'quarantined')
    .groupBy('text_hash')
    .execute();
  return new Map(rows.map(({ text_hash: text, rows: many }) => [text ?? '', many]));
}

async function countAcknowledgements(transaction: Transaction<Tables>, since: Date): Promise<number> {
  // In these words, by which the index is found.
  const queued = transaction.selectFrom('deliveries').where(sql<boolean>`channel = 'acknowledgement'`);
  return countIn(queued.where('state', '!=', 'quarantined').where('queued_at', '>', since));
}

async function firstsOf(transaction: Transaction<Tables>, repeated: readonly ReceivedEnquiry[]) {
  const ids = repeated.map(({ id }) => id);
  const hashes = repeated.flatMap(({ submissionHash }) => submissionHash ?? []);
  return transaction
    .selectFrom('enquiries')
    .innerJoin('deliveries', 'deliveries.enquiry_id', 'enquiries.id')
    .where('deliveries.channel', '=', 'mail')
    .select(['enquiries.id', 'enquiries.submission_hash', 'deliveries.state'])
    .where((is) =>
      is.or([is('enquiries.id', 'in', ids), ...(hashes.length > 0 ? [is('submission_hash', 'in', hashes)] : [])]),
    )
    .execute();
}

function enquiryRow(enquiry: ReceivedEnquiry) {
  return {
    ...fieldsOf(enquiry),
    id: enquiry.id,
    received_at: enquiry.receivedAt,
    submission_hash: enquiry.submissionHash,
    text_hash: enquiry.textHash,
    handling: 'waiting' as const,
    answered_at: null,
    assigned_to: null,
  };
}

/** What is set aside has its mail in quarantine, of which the next digest tells. */
function rowOf(delivery: NewDelivery, { setAside: reason }: Plan, receivedAt: Date) {
  const row = deliveryRow(delivery, receivedAt);
  if (delivery.channel !== 'mail' || reason === null) return row;
  return { ...row, state: 'quarantined' as const, last_reason: reason, to_tell: 1 };
}

async function setAside(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.updateTable('enquiries').set({ handling: 'set aside' }).where('id', 'in', ids).execute();
}
