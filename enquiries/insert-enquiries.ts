import { sql, type Transaction } from 'kysely';
import { countRows, rowCount } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { queueDeliveries } from '../outbox/deliveries.ts';
import type { EnabledChannels, ReceivedEnquiry } from './model.ts';
import { createSuppressedAcknowledgement } from './new-deliveries.ts';
import { indexEnquiries } from './search-index.ts';
import { alreadyAcknowledged, triageEnquiry, type computeWindows, type Triage } from './triage.ts';

/** Result for one enquiry. For a repetition `isNew` is false, `id` is the first one's, and nothing was stored. */
export interface Inserted {
  id: string;
  isNew: boolean;
  isSpam: boolean;
}

interface Rules {
  since: ReturnType<typeof computeWindows>;
  enabled: EnabledChannels;
}

/**
 * Stores new enquiries with the triage of each, and resolves to one result per enquiry, in their order. Unique indexes
 * decide which are new: two processes may receive one submission at the same time, and a group whose commit was cut off
 * is written again.
 */
export async function insertEnquiries(
  transaction: Transaction<Tables>,
  received: readonly ReceivedEnquiry[],
  { since, enabled }: Rules,
): Promise<readonly Inserted[]> {
  const sameTexts = await countTexts(transaction, received, since.sameText);
  const inserted = await transaction
    .insertInto('enquiries')
    .values(received.map(toRow))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const newIds = new Set(inserted.map(({ id }) => id));
  const fresh = received.filter(({ id }) => newIds.has(id));
  const isCounted = enabled.acknowledgement && fresh.length > 0;
  const acknowledged = isCounted ? await countAcknowledgements(transaction, since.acknowledged) : 0;
  const triaged = triageEach(fresh, sameTexts, acknowledged, enabled);
  await insertMessages(transaction, fresh);
  await indexEnquiries(transaction, fresh);
  await markSpam(transaction, triaged);
  await queue(transaction, triaged);
  const repeated = received.filter(({ id }) => !newIds.has(id));
  const firsts = repeated.length === 0 ? [] : await findFirsts(transaction, repeated);
  return received.map(({ id, submissionHash }) => {
    const own = triaged.find(({ enquiry }) => enquiry.id === id);
    if (own !== undefined) return { id, isNew: true, isSpam: own.triage.spamReason !== null };
    const isSame = (hash: string | null): boolean => hash !== null && hash === submissionHash;
    const first = firsts.find((known) => known.id === id || isSame(known.submission_hash));
    if (first === undefined) throw new Error(`The enquiry ${id} was neither stored nor known`);
    return { id: first.id, isNew: false, isSpam: first.status === 'spam' };
  });
}

type Triaged = readonly { enquiry: ReceivedEnquiry; triage: Triage }[];

/** Triages enquiries in their order: each counts for those after it. */
function triageEach(
  enquiries: readonly ReceivedEnquiry[],
  sameTexts: Map<string, number>,
  before: number,
  enabled: EnabledChannels,
): Triaged {
  let acknowledged = before;
  return enquiries.map((enquiry) => {
    const sameText = sameTexts.get(enquiry.textHash) ?? 0;
    const decided = triageEnquiry(enquiry, { sameText, acknowledged }, enabled);
    if (decided.spamReason === null) sameTexts.set(enquiry.textHash, sameText + 1);
    acknowledged += decided.deliveries.filter((one) => one.kind === 'acknowledgement' && !one.suppressed).length;
    return { enquiry, triage: decided };
  });
}

/** Counts stored enquiries by text hash, without spam. */
async function countTexts(transaction: Transaction<Tables>, received: readonly ReceivedEnquiry[], since: Date) {
  const hashes = received.map(({ textHash }) => textHash);
  const rows = await transaction
    .selectFrom('enquiries')
    .select(['text_hash', rowCount])
    .where('text_hash', 'in', hashes)
    .where('received_at', '>=', since)
    .where('status', '!=', 'spam')
    .groupBy('text_hash')
    .execute();
  return new Map(rows.map(({ text_hash: text, rows: many }) => [text, many]));
}

async function countAcknowledgements(transaction: Transaction<Tables>, since: Date): Promise<number> {
  // Worded like the condition of the partial index, so that the database uses it.
  const queued = transaction.selectFrom('deliveries').where(sql<boolean>`kind = 'acknowledgement'`);
  return countRows(queued.where('state', '!=', 'suppressed').where('queued_at', '>', since));
}

async function insertMessages(transaction: Transaction<Tables>, enquiries: readonly ReceivedEnquiry[]): Promise<void> {
  if (enquiries.length === 0) return;
  const rows = enquiries.map(({ id, email, message, receivedAt, messageId }) => ({
    id,
    enquiry_id: id,
    direction: 'in' as const,
    author: email,
    text: message,
    sent_at: receivedAt,
    message_id: messageId,
    superseded: 0,
  }));
  await transaction.insertInto('messages').values(rows).execute();
}

async function markSpam(transaction: Transaction<Tables>, triaged: Triaged): Promise<void> {
  for (const { enquiry, triage: decided } of triaged)
    if (decided.spamReason !== null)
      await transaction
        .updateTable('enquiries')
        .set({ status: 'spam', due_at: null, spam_reason: decided.spamReason, digest_pending: 1 })
        .where('id', '=', enquiry.id)
        .execute();
}

/** Queues the deliveries. If an address has its acknowledgement already, a suppressed one is stored with the reason. */
async function queue(transaction: Transaction<Tables>, triaged: Triaged): Promise<void> {
  const wanted = triaged.flatMap(({ enquiry, triage: { deliveries } }) =>
    deliveries.map((delivery) => ({ ...delivery, at: enquiry.receivedAt })),
  );
  const queued = await queueDeliveries(transaction, wanted);
  const others = wanted.filter(({ id, kind }) => kind === 'acknowledgement' && !queued.has(id));
  await queueDeliveries(
    transaction,
    others.map(({ aboutId, at }) => ({ ...createSuppressedAcknowledgement(`${aboutId}`, alreadyAcknowledged), at })),
  );
}

async function findFirsts(transaction: Transaction<Tables>, repeated: readonly ReceivedEnquiry[]) {
  const ids = repeated.map(({ id }) => id);
  const hashes = repeated.flatMap(({ submissionHash }) => submissionHash ?? []);
  return transaction
    .selectFrom('enquiries')
    .select(['id', 'submission_hash', 'status'])
    .where((is) => is.or([is('id', 'in', ids), ...(hashes.length > 0 ? [is('submission_hash', 'in', hashes)] : [])]))
    .execute();
}

function toRow(enquiry: ReceivedEnquiry) {
  const { id, receivedAt, name, email, company, subject, submissionHash, textHash, dueAt } = enquiry;
  return {
    id,
    received_at: receivedAt,
    name,
    email,
    company,
    subject,
    submission_hash: submissionHash,
    text_hash: textHash,
    status: 'open' as const,
    waiting_since: receivedAt,
    due_at: dueAt,
    digest_pending: 0,
    last_message_at: receivedAt,
    version: 0,
  };
}
