import { runVerifiedTransaction } from '../../database/commit-and-verify.ts';
import type { DatabaseWithDialect } from '../../database/database.ts';
import { leaseNextDelivery as leaseNext, endDeliveryLease } from '../../outbox/delivery-queries.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { createMessageIdLoader } from '../../outbox/message-ids.ts';
import { createEnquiryService } from '../enquiry-service.ts';
import { createSubmissionTimeoutError } from '../group-commit.ts';
import { insertEnquiries } from '../insert-enquiries.ts';
import type { ReceivedEnquiry } from '../model.ts';
import type { DeliveryKindName } from '../new-deliveries.ts';
import { alwaysOpen, sampleFieldErrorMessages, createReceivedEnquiry, createSampleEnquiry } from './samples.ts';

export const minute = 60_000;
export const now = new Date('2025-01-01T13:00:00Z');
export const soon = new Date(now.getTime() + minute);
export const never = new Date('2999-01-01T00:00:00Z');

export const allDeliveryKinds: readonly DeliveryKindName[] = [
  'mail',
  'reply',
  'handover',
  'acknowledgement',
  'webhook',
  'digest',
  'alert',
];
export const target = { replyWithinHours: 24, officeHours: alwaysOpen };
export const noChannels = { webhook: false, acknowledgement: false };
export const noSentMails = { deleteForEnquiries: async () => {}, deleteOlderThan: async () => {} };

export type TestStore = ReturnType<typeof createTestStore>;

/** Creates a core with access to its internals. Nothing is delivered. */
export function createTestStore(parts: DatabaseWithDialect, enabledChannels = noChannels) {
  let onErasing = (_ids: readonly string[]): void => {};
  const enquiries = createEnquiryService({
    database: parts.database,
    dialect: parts.dialect,
    target,
    enabledChannels,
    loadMessageIds: createMessageIdLoader(parts.database, 'ours.example'),
    sentMails: noSentMails,
    getFieldErrorMessages: () => sampleFieldErrorMessages,
    recordErasedIds: (ids) => onErasing(ids),
  });
  return {
    ...enquiries,
    /** @param sameText time from which equal texts count; by default none do */
    insert: (received: readonly ReceivedEnquiry[], sameText = never, isAwaited = () => true) =>
      runVerifiedTransaction(parts, async (transaction) => {
        const windowStarts = { sameText, acknowledged: sameText };
        const inserted = await insertEnquiries(transaction, received, { windowStarts, enabledChannels });
        if (!isAwaited()) throw createSubmissionTimeoutError();
        return inserted;
      }),
    setErasureCallback: (act: typeof onErasing): void => void (onErasing = act),
    leaseDelivery: (at = now) => leaseNext(parts, at, allDeliveryKinds),
    record: (delivery: Delivery, outcome: Parameters<typeof endDeliveryLease>[2]) =>
      endDeliveryLease(parts.database, delivery, outcome),
  };
}

/** Stores samples, one after another. */
export async function insertSamples(store: TestStore, ...received: (number | ReceivedEnquiry)[]): Promise<TestStore> {
  for (const one of received) await store.insert([typeof one === 'number' ? createReceivedEnquiry(one) : one]);
  return store;
}

/** Leases the delivery that is due longest; throws if there is none. */
export async function leaseNextDelivery(store: TestStore, at = now): Promise<Delivery> {
  const leased = await store.leaseDelivery(at);
  if (leased === null) throw new Error('nothing was due');
  return leased;
}

export const listSampleIds = (...numbers: number[]): string[] =>
  numbers.map((number) => createSampleEnquiry(number).id);
