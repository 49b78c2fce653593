import { sql, type Transaction } from 'kysely';
import { countRows, rowCountColumn, toDate } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { queueDeliveries } from '../outbox/delivery-queries.ts';
import type { EnabledChannels, ReceivedEnquiry } from './model.ts';
import { createSuppressedAcknowledgementDelivery } from './new-deliveries.ts';
import { insertSearchEntries } from './search-index.ts';
import { alreadyAcknowledgedReason, triageEnquiry, type computeTriageWindowStarts, type Triage } from './triage.ts';

/** Result for one enquiry. For a repetition `isNew` is false, `id` is the first one's, and nothing was stored. */
export interface EnquiryInsertResult {
  id: string;
  isNew: boolean;
  isSpam: boolean;
  /** The time that the first one's visitor was told. */
  promisedAt: Date | null;
}

/** Input of the triage. `windowStarts`: times from which equal texts and acknowledgements count. */
interface TriageSettings {
  windowStarts: ReturnType<typeof computeTriageWindowStarts>;
  enabledChannels: EnabledChannels;
}

/**
 * Stores new enquiries with their triage. Resolves to one result per enquiry, in their order. Unique indexes tell which
 * are new: two processes may receive one submission, and a group whose commit was cut off is written again.
 */
export async function insertEnquiries(
  transaction: Transaction<Tables>,
  enquiries: readonly ReceivedEnquiry[],
  { windowStarts, enabledChannels }: TriageSettings,
): Promise<readonly EnquiryInsertResult[]> {
  const sameTexts = await countSameTexts(transaction, enquiries, windowStarts.sameText);
  const acknowledged = enabledChannels.acknowledgement
    ? await countAcknowledgements(transaction, windowStarts.acknowledged)
    : 0;
  // A repetition counts for those after it, as its original would within this group.
  const triaged = triageEach(enquiries, { sameTexts, acknowledged }, enabledChannels);
  const inserted = await transaction
    .insertInto('enquiries')
    .values(triaged.map(({ enquiry, triage }) => toEnquiryRow(enquiry, triage.spamReason)))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const newIds = new Set(inserted.map(({ id }) => id));
  const stored = triaged.filter(({ enquiry }) => newIds.has(enquiry.id));
  const newEnquiries = stored.map(({ enquiry }) => enquiry);
  await insertMessages(transaction, newEnquiries);
  await insertSearchEntries(transaction, newEnquiries);
  await queueTriagedDeliveries(transaction, stored);
  const repeated = enquiries.filter(({ id }) => !newIds.has(id));
  const originals = repeated.length === 0 ? [] : await findOriginals(transaction, repeated);
  return enquiries.map(({ id, submissionHash }) => {
    const own = stored.find(({ enquiry }) => enquiry.id === id);
    const promisedAt = own?.enquiry.promisedAt ?? null;
    if (own !== undefined) return { id, isNew: true, isSpam: own.triage.spamReason !== null, promisedAt };
    const isSame = (hash: string | null): boolean => hash !== null && hash === submissionHash;
    const first = originals.find((known) => known.id === id || isSame(known.submission_hash));
    if (first === undefined) throw new Error(`The enquiry ${id} was not stored, and equals no earlier one`);
    return { id: first.id, isNew: false, isSpam: first.status === 'spam', promisedAt: toDate(first.promised_at) };
  });
}

interface TriagedEnquiry {
  enquiry: ReceivedEnquiry;
  triage: Triage;
}

/** Triages enquiries in their order: each counts for those after it. */
function triageEach(
  enquiries: readonly ReceivedEnquiry[],
  before: { sameTexts: ReadonlyMap<string, number>; acknowledged: number },
  enabled: EnabledChannels,
): readonly TriagedEnquiry[] {
  const sameTexts = new Map(before.sameTexts);
  let { acknowledged } = before;
  const triaged: TriagedEnquiry[] = [];
  for (const enquiry of enquiries) {
    const sameText = sameTexts.get(enquiry.textHash) ?? 0;
    const triage = triageEnquiry(enquiry, { sameText, acknowledged }, enabled);
    if (triage.spamReason === null) sameTexts.set(enquiry.textHash, sameText + 1);
    acknowledged += triage.deliveries.filter((one) => one.kind === 'acknowledgement' && !one.suppressionReason).length;
    triaged.push({ enquiry, triage });
  }
  return triaged;
}

async function countSameTexts(transaction: Transaction<Tables>, received: readonly ReceivedEnquiry[], since: Date) {
  const hashes = received.map(({ textHash }) => textHash);
  const rows = await transaction
    .selectFrom('enquiries')
    .select(['text_hash', rowCountColumn])
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

/** Queues the deliveries. If an address has its acknowledgement already, a suppressed one is stored with the reason. */
async function queueTriagedDeliveries(
  transaction: Transaction<Tables>,
  triaged: readonly TriagedEnquiry[],
): Promise<void> {
  const wanted = triaged.flatMap(({ enquiry, triage: { deliveries } }) =>
    deliveries.map((delivery) => ({ ...delivery, at: enquiry.receivedAt })),
  );
  const queued = await queueDeliveries(transaction, wanted);
  const others = wanted.filter(({ id, kind }) => kind === 'acknowledgement' && !queued.has(id));
  await queueDeliveries(
    transaction,
    others.map(({ recordId, at }) => ({
      ...createSuppressedAcknowledgementDelivery(`${recordId}`, alreadyAcknowledgedReason),
      at,
    })),
  );
}

async function findOriginals(transaction: Transaction<Tables>, repeated: readonly ReceivedEnquiry[]) {
  const ids = repeated.map(({ id }) => id);
  const hashes = repeated.flatMap(({ submissionHash }) => submissionHash ?? []);
  return transaction
    .selectFrom('enquiries')
    .select(['id', 'submission_hash', 'status', 'promised_at'])
    .where((is) => is.or([is('id', 'in', ids), ...(hashes.length > 0 ? [is('submission_hash', 'in', hashes)] : [])]))
    .execute();
}

/** Returns the row of a new enquiry: of spam, if there is a reason, else of an open one. */
export function toEnquiryRow(enquiry: ReceivedEnquiry, spamReason: string | null) {
  const { id, receivedAt, name, email, company, subject, visitSource, submissionHash, textHash } = enquiry;
  const isSpam = spamReason !== null;
  return {
    id,
    received_at: receivedAt,
    name,
    email,
    company,
    subject,
    submission_hash: submissionHash,
    text_hash: textHash,
    origin: visitSource && JSON.stringify(visitSource),
    status: isSpam ? ('spam' as const) : ('open' as const),
    waiting_since: receivedAt,
    due_at: isSpam ? null : enquiry.dueAt,
    promised_at: enquiry.promisedAt,
    spam_reason: spamReason,
    digest_pending: isSpam ? 1 : 0,
    last_message_at: receivedAt,
    unread: 1,
    version: 0,
    privacy_request: enquiry.privacyRequest?.kind ?? null,
    privacy_request_due_at: enquiry.privacyRequest?.dueAt ?? null,
  };
}
