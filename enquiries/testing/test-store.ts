import { commitAcknowledged } from '../../database/commit-marks.ts';
import type { DatabaseParts } from '../../database/database.ts';
import { leaseDue, recordOutcome } from '../../outbox/deliveries.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { createEnquiries } from '../enquiries.ts';
import { createTimeoutError } from '../group-commit.ts';
import { insertEnquiries } from '../insert-enquiries.ts';
import type { ReceivedEnquiry } from '../model.ts';
import type { Kind } from '../new-deliveries.ts';
import { alwaysOpen, faultWords, receivedEnquiry, sampleEnquiry } from './samples.ts';

export const minute = 60_000;
export const now = new Date('2025-01-01T13:00:00Z');
export const soon = new Date(now.getTime() + minute);
export const never = new Date('2999-01-01T00:00:00Z');

export const allKinds: readonly Kind[] = ['mail', 'reply', 'handover', 'acknowledgement', 'webhook', 'digest'];
export const target = { hours: 24, office: alwaysOpen };
export const noChannels = { webhook: false, acknowledgement: false };
export const nothingKept = { forget: async () => {}, forgetOlderThan: async () => {} };

export type TestStore = ReturnType<typeof createTestStore>;

/** Creates a core with access to its internals. Nothing is delivered. */
export function createTestStore(parts: DatabaseParts, enabled = noChannels) {
  let onErasing = (_ids: readonly string[]): void => {};
  const enquiries = createEnquiries({
    database: parts.database,
    dialect: parts.dialect,
    target,
    enabled,
    mailDomain: 'ours.example',
    sentMails: nothingKept,
    faultWords: () => faultWords,
    onErasing: (ids) => onErasing(ids),
  });
  return {
    ...enquiries,
    /** @param sameText time from which equal texts count; by default none do */
    add: (received: readonly ReceivedEnquiry[], sameText = never, isAwaited = () => true) =>
      commitAcknowledged(parts, async (transaction) => {
        const since = { sameText, acknowledged: sameText };
        const inserted = await insertEnquiries(transaction, received, { since, enabled });
        if (!isAwaited()) throw createTimeoutError();
        return inserted;
      }),
    whenErasing: (act: typeof onErasing): void => void (onErasing = act),
    lease: (at = now) => leaseDue(parts, at, allKinds),
    record: (delivery: Delivery, outcome: Parameters<typeof recordOutcome>[2]) =>
      recordOutcome(parts.database, delivery, outcome),
  };
}

/** Stores samples, one after another. */
export async function fill(store: TestStore, ...received: (number | ReceivedEnquiry)[]): Promise<TestStore> {
  for (const one of received) await store.add([typeof one === 'number' ? receivedEnquiry(one) : one]);
  return store;
}

/** Leases the delivery that is due longest; throws if there is none. */
export async function claim(store: TestStore, at = now): Promise<Delivery> {
  const leased = await store.lease(at);
  if (leased === null) throw new Error('nothing was due');
  return leased;
}

export const idsOf = (...numbers: number[]): string[] => numbers.map((number) => sampleEnquiry(number).id);
