import { describe, expect, it } from 'vitest';
import type { EnquiryStore } from '../store.ts';
import { sampleEnquiry } from './samples.ts';

const minute = 60_000;
const now = new Date('2025-01-01T13:00:00Z');
const soon = new Date(now.getTime() + minute);

/** What every EnquiryStore has to keep, whatever it stores in. `open` gives an empty store. */
export function describeEnquiryStore(open: () => EnquiryStore): void {
  async function storeWith(...numbers: number[]): Promise<EnquiryStore> {
    const store = open();
    for (const number of numbers) await store.add(sampleEnquiry(number), `<${number}@example.com>`);
    return store;
  }

  describe('adding', () => {
    it('keeps every field, and makes the mail due at once', async () => {
      const enquiry = sampleEnquiry(1, { message: 'Grüße, 你好 👋\n\tübermorgen' });
      const store = open();
      await store.add(enquiry, '<1@example.com>');
      expect(await store.find({ id: enquiry.id })).toEqual([
        {
          ...enquiry,
          delivery: {
            state: 'due',
            messageId: '<1@example.com>',
            queuedAt: enquiry.receivedAt,
            attempts: 0,
            dueAt: enquiry.receivedAt,
            deliveredAt: null,
            lastReason: null,
          },
        },
      ]);
    });

    it('writes neither the enquiry nor the mail when one of them cannot be written', async () => {
      const store = await storeWith(1);
      await expect(store.add(sampleEnquiry(2), '<1@example.com>')).rejects.toThrow();
      expect(await store.list({ limit: 10 })).toHaveLength(1);
    });

    it('takes many at the same time', async () => {
      const store = open();
      const numbers = Array.from({ length: 30 }, (_, number) => number);
      await Promise.all(numbers.map((number) => store.add(sampleEnquiry(number), `<${number}@example.com>`)));
      expect(await store.list({ limit: 100 })).toHaveLength(30);
    });
  });

  describe('claiming', () => {
    it('gives what is due longest first, each only once, and counts the attempt', async () => {
      const store = await storeWith(2, 1);
      const first = await store.claimDue(now, soon);
      const second = await store.claimDue(now, soon);
      expect([first?.id, second?.id]).toEqual([sampleEnquiry(1).id, sampleEnquiry(2).id]);
      expect(first?.delivery.attempts).toBe(1);
      expect(await store.claimDue(now, soon)).toBeNull();
    });

    it('gives a claim that was never ended again once its lease is over', async () => {
      const store = await storeWith(1);
      await store.claimDue(now, soon);
      expect(await store.nextDueAt()).toEqual(soon);
      expect((await store.claimDue(soon, new Date(soon.getTime() + minute)))?.delivery.attempts).toBe(2);
    });

    it('gives a postponed mail again when it is due, with the reason kept', async () => {
      const store = await storeWith(1);
      const claimed = await store.claimDue(now, soon);
      const dueAt = new Date(now.getTime() + 10 * minute);
      if (claimed === null) throw new Error('nothing was due');
      expect(await store.record(claimed, { state: 'due', dueAt, reason: 'busy' })).toBe(true);
      expect(await store.nextDueAt()).toEqual(dueAt);
      expect(await store.claimDue(soon, dueAt)).toBeNull();
      expect((await store.claimDue(dueAt, new Date(dueAt.getTime() + minute)))?.delivery.lastReason).toBe('busy');
    });

    it.each([
      { outcome: { state: 'delivered', at: now } as const, reason: null },
      { outcome: { state: 'failed', reason: 'no such mailbox' } as const, reason: 'no such mailbox' },
    ])('has nothing more to give once it is $outcome.state', async ({ outcome, reason }) => {
      const store = await storeWith(1);
      const claimed = await store.claimDue(now, soon);
      if (claimed === null) throw new Error('nothing was due');
      expect(await store.record(claimed, outcome)).toBe(true);
      expect(await store.nextDueAt()).toBeNull();
      const [found] = await store.find({ id: claimed.id });
      expect(found?.delivery).toMatchObject({ state: outcome.state, lastReason: reason });
    });

    it('does not let an overtaken claim change what its successor decides', async () => {
      const store = await storeWith(1);
      const overtaken = await store.claimDue(now, soon);
      const successor = await store.claimDue(soon, new Date(soon.getTime() + minute));
      if (overtaken === null || successor === null) throw new Error('nothing was due');
      expect(await store.record(overtaken, { state: 'failed', reason: 'late' })).toBe(false);
      expect(await store.record(successor, { state: 'delivered', at: soon })).toBe(true);
    });
  });

  describe('requeueing', () => {
    it('makes a failed mail due with its attempts forgotten', async () => {
      const store = await storeWith(1);
      const claimed = await store.claimDue(now, soon);
      if (claimed === null) throw new Error('nothing was due');
      await store.record(claimed, { state: 'failed', reason: 'no such mailbox' });
      expect(await store.requeue(claimed.id, soon)).toBe(true);
      const [found] = await store.find({ id: claimed.id });
      expect(found?.delivery).toMatchObject({
        state: 'due',
        attempts: 0,
        queuedAt: soon,
        dueAt: soon,
        lastReason: null,
      });
    });

    it('says when there is no such enquiry', async () => {
      expect(await open().requeue('nobody', now)).toBe(false);
    });
  });

  describe('listing', () => {
    it('starts with the newest, in pages', async () => {
      const store = await storeWith(1, 2, 3);
      const page = await store.list({ limit: 2 });
      expect(page.map(({ id }) => id)).toEqual([sampleEnquiry(3).id, sampleEnquiry(2).id]);
      const rest = await store.list({ limit: 2, before: sampleEnquiry(2).id });
      expect(rest.map(({ id }) => id)).toEqual([sampleEnquiry(1).id]);
    });

    it('can be limited to one state', async () => {
      const store = await storeWith(1, 2);
      const claimed = await store.claimDue(now, soon);
      if (claimed === null) throw new Error('nothing was due');
      await store.record(claimed, { state: 'failed', reason: 'x' });
      expect((await store.list({ state: 'failed', limit: 10 })).map(({ id }) => id)).toEqual([claimed.id]);
      expect(await store.list({ state: 'delivered', limit: 10 })).toEqual([]);
    });
  });

  describe('erasing', () => {
    it('takes one by its id, and leaves the others', async () => {
      const store = await storeWith(1, 2);
      expect(await store.erase({ id: sampleEnquiry(1).id })).toEqual([sampleEnquiry(1).id]);
      expect((await store.list({ limit: 10 })).map(({ id }) => id)).toEqual([sampleEnquiry(2).id]);
    });

    it('takes all of one person, in whatever case the address was written', async () => {
      const store = await storeWith(1, 2);
      await store.add(sampleEnquiry(3, { email: 'Else@Example.com' }), '<3@example.com>');
      await store.add(sampleEnquiry(4, { email: 'else@example.com' }), '<4@example.com>');
      expect(await store.find({ email: 'ELSE@example.com' })).toHaveLength(2);
      expect(await store.erase({ email: 'ELSE@example.com' })).toHaveLength(2);
      expect(await store.list({ limit: 10 })).toHaveLength(2);
    });

    it('leaves no delivery behind', async () => {
      const store = await storeWith(1);
      await store.erase({ id: sampleEnquiry(1).id });
      expect(await store.nextDueAt()).toBeNull();
      expect(await store.claimDue(now, soon)).toBeNull();
    });

    it('finds nothing to erase without complaint', async () => {
      expect(await open().erase({ email: 'nobody@example.com' })).toEqual([]);
    });
  });

  it('purges what was received before a time, and nothing else', async () => {
    const store = await storeWith(1, 2, 3);
    expect(await store.purge(sampleEnquiry(3).receivedAt)).toHaveLength(2);
    expect((await store.list({ limit: 10 })).map(({ id }) => id)).toEqual([sampleEnquiry(3).id]);
  });
}
