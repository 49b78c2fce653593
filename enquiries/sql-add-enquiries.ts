import { sql, type Transaction } from 'kysely';
import type { Tables } from './sql-database.ts';
import { duplicateReason, mostAlike } from './spam.ts';
import type { Added, DeliveryState, ReceivedEnquiry } from './store.ts';

/**
 * Writes the enquiries that are new, with their deliveries, and answers for all. The database's unique indexes decide
 * what is new: two processes may be given the same submission at the same time, and a group whose commit was cut off may
 * come again.
 */
export async function addEnquiries(
  transaction: Transaction<Tables>,
  received: readonly ReceivedEnquiry[],
  duplicatesSince: Date,
): Promise<readonly Added[]> {
  const alike = await countTexts(transaction, received, duplicatesSince);
  const inserted = await transaction
    .insertInto('enquiries')
    .values(received.map(enquiryRow))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const newIds = new Set(inserted.map(({ id }) => id));

  const deliveries = received
    .filter(({ id }) => newIds.has(id))
    .map((enquiry) => {
      const before = alike.get(enquiry.textHash) ?? 0;
      const spamReason = enquiry.spamReason ?? (before >= mostAlike ? duplicateReason : null);
      if (spamReason === null) alike.set(enquiry.textHash, before + 1);
      return deliveryRow(enquiry, spamReason);
    });
  if (deliveries.length > 0) await transaction.insertInto('deliveries').values(deliveries).execute();

  const states = new Map(deliveries.map(({ enquiry_id, state }) => [enquiry_id, state]));
  const repeated = received.filter(({ id }) => !newIds.has(id));
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

/** How many enquiries have each of these texts already: those that were not set aside themselves. */
async function countTexts(transaction: Transaction<Tables>, received: readonly ReceivedEnquiry[], since: Date) {
  const rows = await transaction
    .selectFrom('enquiries')
    .innerJoin('deliveries', 'deliveries.enquiry_id', 'enquiries.id')
    .select(['text_hash', sql<number | string>`count(*)`.as('rows')])
    .where(
      'text_hash',
      'in',
      received.map(({ textHash }) => textHash),
    )
    .where('received_at', '>=', since)
    .where('deliveries.state', '!=', 'quarantined')
    .groupBy('text_hash')
    .execute();
  return new Map(rows.map(({ text_hash: text, rows: many }) => [text, Number(many)]));
}

async function firstsOf(transaction: Transaction<Tables>, repeated: readonly ReceivedEnquiry[]) {
  const ids = repeated.map(({ id }) => id);
  const hashes = repeated.flatMap(({ submissionHash }) => submissionHash ?? []);
  return transaction
    .selectFrom('enquiries')
    .innerJoin('deliveries', 'deliveries.enquiry_id', 'enquiries.id')
    .select(['enquiries.id', 'enquiries.submission_hash', 'deliveries.state'])
    .where((is) =>
      is.or([is('enquiries.id', 'in', ids), ...(hashes.length > 0 ? [is('submission_hash', 'in', hashes)] : [])]),
    )
    .execute();
}

function enquiryRow({ id, receivedAt, name, email, company, subject, message, ...hashes }: ReceivedEnquiry) {
  return {
    id,
    received_at: receivedAt,
    name,
    email,
    company,
    subject,
    message,
    submission_hash: hashes.submissionHash,
    text_hash: hashes.textHash,
  };
}

function deliveryRow({ id, receivedAt, messageId }: ReceivedEnquiry, spamReason: string | null) {
  const state: DeliveryState = spamReason === null ? 'due' : 'quarantined';
  return {
    enquiry_id: id,
    message_id: messageId,
    state,
    queued_at: receivedAt,
    attempts: 0,
    due_at: receivedAt,
    delivered_at: null,
    last_reason: spamReason,
    in_hand: 0,
    to_tell: spamReason === null ? 0 : 1,
  };
}
