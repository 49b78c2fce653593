import { sql, type Transaction } from 'kysely';
import type { Tables } from './sql-database.ts';
import { fieldsOf } from '../core/enquiry.ts';
import { deliveryRow, insertDeliveries } from './sql-deliveries.ts';
import { duplicateReason, mostAcknowledged, mostAlike } from '../core/spam.ts';
import { acknowledgementDelivery, deliveryId, webhookDelivery } from '../core/delivery-ids.ts';
import type { Added, ReceivedEnquiry } from '../core/store.ts';

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

  const mails = received
    .filter(({ id }) => newIds.has(id))
    .map((enquiry) => {
      const before = alike.get(enquiry.textHash) ?? 0;
      const spamReason = enquiry.spamReason ?? (before >= mostAlike ? duplicateReason : null);
      if (spamReason === null) alike.set(enquiry.textHash, before + 1);
      return { enquiry, spamReason, row: mailRow(enquiry, spamReason) };
    });
  await setAside(
    transaction,
    mails.flatMap(({ enquiry, spamReason }) => (spamReason === null ? [] : enquiry.id)),
  );
  const acknowledged = await acknowledgements(transaction, mails);
  await insertDeliveries(transaction, [
    ...mails.flatMap(({ row, ...mail }) => [row, ...webhookRows(mail)]),
    ...acknowledged,
  ]);

  const states = new Map(mails.map(({ row }) => [row.enquiry_id, row.state]));
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
    .where('deliveries.channel', '=', 'mail')
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

interface Mail {
  enquiry: ReceivedEnquiry;
  spamReason: string | null;
}

function mailRow({ id: enquiryId, receivedAt, messageId }: ReceivedEnquiry, spamReason: string | null) {
  const row = deliveryRow(
    { id: deliveryId('mail', enquiryId), channel: 'mail', event: '', enquiryId, messageId },
    receivedAt,
  );
  return spamReason === null ? row : { ...row, state: 'quarantined' as const, last_reason: spamReason, to_tell: 1 };
}

async function setAside(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.updateTable('enquiries').set({ handling: 'set aside' }).where('id', 'in', ids).execute();
}

function webhookRows({ enquiry, spamReason }: Mail) {
  if (enquiry.wanted?.webhook !== true) return [];
  const event = spamReason === null ? 'enquiry.received' : 'enquiry.set_aside';
  return [deliveryRow(webhookDelivery(event, enquiry.id), enquiry.receivedAt)];
}

/**
 * One an address and day, for which the id stands; and in a flood none: who writes in others' names must not flood their
 * mailboxes.
 */
async function acknowledgements(transaction: Transaction<Tables>, mails: readonly Mail[]) {
  const rows = mails.flatMap(({ enquiry, spamReason }) =>
    enquiry.wanted?.acknowledgement === true && spamReason === null
      ? deliveryRow(acknowledgementDelivery(enquiry), enquiry.receivedAt)
      : [],
  );
  const [first] = mails;
  if (first === undefined || rows.length === 0) return [];
  const anHourAgo = new Date(first.enquiry.receivedAt.getTime() - 3_600_000);
  const recent = await transaction
    .selectFrom('deliveries')
    .select(sql<number | string>`count(*)`.as('rows'))
    .where(sql<boolean>`channel = 'acknowledgement'`)
    .where('queued_at', '>', anHourAgo)
    .executeTakeFirstOrThrow();
  return rows.slice(0, Math.max(0, mostAcknowledged - Number(recent.rows)));
}
