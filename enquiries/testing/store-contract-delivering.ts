import { describe, expect, it } from 'vitest';
import { deliveryId } from '../core/plan.ts';
import type { ReceivedEnquiry } from '../core/store.ts';
import {
  addAll,
  allChannels,
  claim,
  deliveryIn,
  fill,
  idsOf,
  minute,
  never,
  now,
  requeue,
  soon,
  type OpenedStore,
} from './opened-store.ts';
import { receivedEnquiry, sampleEnquiry } from './samples.ts';

const { id, receivedAt } = sampleEnquiry(1);

/** How an empty store is. */
const healthy = {
  counts: { due: 0, delivered: 0, failed: 0, quarantined: 0 },
  oldestDue: null,
  oldestFailing: null,
  isDigestFailing: false,
  lastBackupAt: null,
  begunAt: expect.any(Date) as Date,
};

/** The part of a store's contract that is about its mails. */
export function describeDelivering(open: () => Promise<OpenedStore>): void {
  describe('delivering', () => {
    const storeWith = async (...received: (number | ReceivedEnquiry)[]) => fill((await open()).store, ...received);

    it('gives what is due longest first, each only once, and counts the attempt', async () => {
      const store = await storeWith(2, 1);
      const claims = [await claim(store), await claim(store)];
      expect(claims.map(({ enquiry }) => enquiry?.id)).toEqual(idsOf(1, 2));
      expect(claims[0]?.delivery.attempts).toBe(1);
      expect(await store.claimDue(now, allChannels)).toBeNull();
    });

    it('gives each to one of many that ask at the same time, from two processes', async () => {
      const { store, openAgain } = await open();
      const numbers = Array.from({ length: 40 }, (_, number) => number);
      await addAll(store, ...numbers);
      const both = [store, await openAgain()];
      const asked = Array.from({ length: 30 }, () => both.map((one) => one.claimDue(now, allChannels))).flat();
      const claims = (await Promise.all(asked)).flatMap((claimed) => claimed ?? []);
      expect(claims.map(({ enquiry }) => `${enquiry?.id}`).toSorted()).toEqual(idsOf(...numbers));
      expect(new Set(claims.map(({ delivery }) => delivery.attempts))).toEqual(new Set([1]));
    });

    it('gives what is not due yet to nobody, and says when it will be', async () => {
      const store = await storeWith(1);
      expect(await store.claimDue(new Date(receivedAt.getTime() - 1), allChannels)).toBeNull();
      expect(await store.nextDueAt(allChannels)).toEqual(receivedAt);
    });

    it('gives what is in hand to nobody, whatever the time, and tells what that is', async () => {
      const store = await storeWith(1, 2);
      const claimed = await claim(store);
      const delivery = { attempts: 1, queuedAt: receivedAt };
      expect(await store.claims()).toMatchObject([{ id: deliveryId('mail', id), delivery }]);
      expect((await claim(store, never)).enquiry?.id).not.toBe(id);
      expect(await store.claimDue(never, allChannels)).toBeNull();
      expect(await store.nextDueAt(allChannels)).toBeNull();
      await store.record(claimed, { state: 'delivered', at: now });
      expect(await store.claims()).toHaveLength(1);
    });

    it('makes due again what was taken back, once, and lets the overtaken one change nothing any more', async () => {
      const store = await storeWith(1);
      const overtaken = await claim(store);
      expect(await store.takeBack(overtaken)).toBe(true);
      expect(await store.takeBack(overtaken)).toBe(false);
      const successor = await claim(store);
      expect(successor.delivery.attempts).toBe(2);
      expect(await store.record(overtaken, { state: 'failed', at: now, reason: 'late' })).toBe(false);
      expect(await store.record(successor, { state: 'delivered', at: soon })).toBe(true);
    });

    it('gives a postponed mail again when it is due, with the reason kept', async () => {
      const store = await storeWith(1);
      const dueAt = new Date(now.getTime() + 10 * minute);
      expect(await store.record(await claim(store), { state: 'due', dueAt, reason: 'busy' })).toBe(true);
      expect(await store.nextDueAt(allChannels)).toEqual(dueAt);
      expect(await store.claimDue(soon, allChannels)).toBeNull();
      expect((await claim(store, dueAt)).delivery.lastReason).toBe('busy');
    });

    it('makes due now what is due too late, and leaves alone what is in hand or due in time', async () => {
      const store = await storeWith(1, 2, 3);
      await claim(store);
      for (const dueAt of [never, soon])
        await store.record(await claim(store), { state: 'due', dueAt, reason: 'busy' });
      await store.bringForward(soon, now);
      const times = await Promise.all(idsOf(2, 3).map(async (each) => (await deliveryIn(store, each))?.dueAt));
      expect(times).toEqual([now, soon]);
      expect(await store.claims()).toHaveLength(1);
    });

    it.each([
      { outcome: { state: 'delivered', at: now } as const, lastReason: null },
      { outcome: { state: 'failed', at: now, reason: 'no such mailbox' } as const, lastReason: 'no such mailbox' },
    ])('has nothing more to give once it is $outcome.state', async ({ outcome, lastReason }) => {
      const store = await storeWith(1);
      expect(await store.record(await claim(store), outcome)).toBe(true);
      expect(await store.nextDueAt(allChannels)).toBeNull();
      expect(await deliveryIn(store, id)).toMatchObject({ state: outcome.state, lastReason });
    });

    it('makes a failed mail due again with its attempts forgotten', async () => {
      const store = await storeWith(1);
      await store.record(await claim(store), { state: 'failed', at: now, reason: 'no such mailbox' });
      expect(await requeue(store, id, ['failed'], soon)).toBe('done');
      const again = { state: 'due', attempts: 0, queuedAt: soon, dueAt: soon, lastReason: null };
      expect(await deliveryIn(store, id)).toMatchObject(again);
    });

    it('leaves alone what is in another state than those named, or not there', async () => {
      const store = await storeWith(1);
      expect(await requeue(store, id, ['quarantined', 'failed'], soon)).toBe('not possible');
      expect(await requeue(store, 'nobody', ['due'], now)).toBe('unknown');
      expect(await store.nextDueAt(allChannels)).toEqual(receivedAt);
    });

    it('counts every state, and tells since when mail is waiting and failing', async () => {
      const store = await storeWith(1, 2, 3, receivedEnquiry(4, { spamReason: 'x' }));
      await store.record(await claim(store), { state: 'delivered', at: now });
      await store.record(await claim(store), { state: 'failed', at: now, reason: 'x' });
      expect(await store.health(now)).toEqual({
        ...healthy,
        counts: { due: 1, delivered: 1, failed: 1, quarantined: 1 },
        oldestDue: sampleEnquiry(3).receivedAt,
        oldestFailing: sampleEnquiry(2).receivedAt,
      });
    });

    it('calls mail that was queued in the future waiting and failing, for as long as it lies ahead', async () => {
      const store = await storeWith(1, 5);
      const before = new Date(receivedAt.getTime() - 10 * minute);
      const asLongAgo = new Date(before.getTime() - 14 * minute);
      expect(await store.health(before)).toMatchObject({ oldestDue: asLongAgo, oldestFailing: asLongAgo });
    });

    it('tells of nothing in an empty store, and calls no mail failing that nobody has tried yet', async () => {
      const store = await storeWith();
      expect(await store.health(now)).toEqual(healthy);
      await fill(store, 1);
      expect(await store.health(now)).toMatchObject({ oldestDue: receivedAt, oldestFailing: null });
      await store.record(await claim(store), { state: 'due', dueAt: soon, reason: 'busy' });
      expect(await store.health(now)).toMatchObject({ oldestFailing: receivedAt });
    });
  });
}
