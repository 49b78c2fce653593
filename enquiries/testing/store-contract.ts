import { describe, expect, it } from 'vitest';
import type { EnquiryStore, ReceivedEnquiry, StoredEnquiry } from '../store.ts';
import { receivedEnquiry, sampleEnquiry } from './samples.ts';

const minute = 60_000;
const now = new Date('2025-01-01T13:00:00Z');
const soon = new Date(now.getTime() + minute);
const never = new Date('2999-01-01T00:00:00Z');
const yesterday = new Date('2024-12-31T12:00:00Z');

/** What every EnquiryStore has to keep, whatever it stores in. `open` gives an empty store. */
export function describeEnquiryStore(open: () => EnquiryStore | Promise<EnquiryStore>): void {
  async function storeWith(...received: (number | ReceivedEnquiry)[]): Promise<EnquiryStore> {
    const store = await open();
    for (const one of received) await store.add([typeof one === 'number' ? receivedEnquiry(one) : one], never);
    return store;
  }

  describe('adding', () => {
    it('keeps every field, and makes the mail due at once', async () => {
      const enquiry = sampleEnquiry(1, { message: 'Grüße, 你好 👋\n\tübermorgen' });
      const store = await open();
      const added = await store.add([receivedEnquiry(1, enquiry)], never);
      expect(added).toEqual([{ id: enquiry.id, isNew: true, state: 'due' }]);
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
      const broken = receivedEnquiry(2, { messageId: null as unknown as string });
      await expect(store.add([broken], never)).rejects.toThrow();
      expect(await store.list({ limit: 10 })).toHaveLength(1);
    });

    it('takes a group, and answers in its order', async () => {
      const store = await open();
      const added = await store.add(
        [3, 1, 2].map((number) => receivedEnquiry(number)),
        never,
      );
      expect(added.map(({ id }) => id)).toEqual([3, 1, 2].map((number) => sampleEnquiry(number).id));
      expect(await store.list({ limit: 10 })).toHaveLength(3);
    });

    it('takes many groups at the same time', async () => {
      const store = await open();
      const numbers = Array.from({ length: 30 }, (_, number) => number);
      await Promise.all(numbers.map((number) => store.add([receivedEnquiry(number)], never)));
      expect(await store.list({ limit: 100 })).toHaveLength(30);
    });

    it('answers a group that comes again, as after a cut connection, without storing it twice', async () => {
      const store = await storeWith(1);
      expect(await store.add([receivedEnquiry(1), receivedEnquiry(2)], never)).toEqual([
        { id: sampleEnquiry(1).id, isNew: false, state: 'due' },
        { id: sampleEnquiry(2).id, isNew: true, state: 'due' },
      ]);
      expect(await store.list({ limit: 10 })).toHaveLength(2);
    });
  });

  describe('a repeated submission', () => {
    const words = { message: 'The same words', key: 'a key' };

    it('is answered with the first one’s id, and not stored', async () => {
      const store = await storeWith(receivedEnquiry(1, words));
      expect(await store.add([receivedEnquiry(2, words)], never)).toEqual([
        { id: sampleEnquiry(1).id, isNew: false, state: 'due' },
      ]);
      expect(await store.list({ limit: 10 })).toHaveLength(1);
    });

    it('is recognised within one group', async () => {
      const store = await open();
      const added = await store.add([receivedEnquiry(1, words), receivedEnquiry(2, words)], never);
      expect(added.map(({ id, isNew }) => [id, isNew])).toEqual([
        [sampleEnquiry(1).id, true],
        [sampleEnquiry(1).id, false],
      ]);
    });

    it('is recognised when both come at the same time', async () => {
      const store = await open();
      const twice = [1, 2, 3, 4].map((number) => store.add([receivedEnquiry(number, words)], never));
      const added = (await Promise.all(twice)).flat();
      expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    });

    it('is a new enquiry when its words differ, for no word may be lost', async () => {
      const store = await storeWith(receivedEnquiry(1, words));
      const [added] = await store.add([receivedEnquiry(2, { ...words, message: 'Other words' })], never);
      expect(added).toMatchObject({ isNew: true });
    });
  });

  describe('quarantine', () => {
    it('holds what has a spam reason, and says why', async () => {
      const store = await open();
      const [added] = await store.add([receivedEnquiry(1, { spamReason: 'it smells' })], never);
      expect(added).toMatchObject({ isNew: true, state: 'quarantined' });
      expect(await store.claimDue(now, soon)).toBeNull();
      const [found] = await store.find({ id: sampleEnquiry(1).id });
      expect(found?.delivery).toMatchObject({ state: 'quarantined', lastReason: 'it smells' });
    });

    it('holds the second of two equal texts, and never the first', async () => {
      const text = { message: 'Buy now', email: 'one@example.com' };
      const store = await open();
      const [first] = await store.add([receivedEnquiry(1, text)], yesterday);
      const later = await store.add([receivedEnquiry(2, text), receivedEnquiry(3, text)], yesterday);
      expect([first, ...later].map((added) => added?.state)).toEqual(['due', 'quarantined', 'quarantined']);
    });

    it('holds the second of two in one group', async () => {
      const text = { message: 'Buy now' };
      const added = await (await open()).add([receivedEnquiry(1, text), receivedEnquiry(2, text)], yesterday);
      expect(added.map(({ state }) => state)).toEqual(['due', 'quarantined']);
    });

    it('lets an equal text pass when the first one is long ago', async () => {
      const text = { message: 'Please call me' };
      const store = await storeWith(receivedEnquiry(1, text));
      const [added] = await store.add([receivedEnquiry(20, text)], sampleEnquiry(2).receivedAt);
      expect(added?.state).toBe('due');
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

    it('gives each to one of many that ask at the same time', async () => {
      const store = await storeWith(1, 2, 3, 4, 5);
      const claims = await Promise.all(Array.from({ length: 8 }, () => store.claimDue(now, soon)));
      const ids = claims.flatMap((claim) => claim?.id ?? []);
      expect(ids.toSorted()).toEqual([1, 2, 3, 4, 5].map((number) => sampleEnquiry(number).id));
    });

    it('gives what is not due yet to nobody, and says when it will be', async () => {
      const store = await storeWith(1);
      const { receivedAt } = sampleEnquiry(1);
      expect(await store.claimDue(new Date(receivedAt.getTime() - 1), soon)).toBeNull();
      expect(await store.nextDueAt()).toEqual(receivedAt);
    });

    it('gives a claim whose lease has ended to the next, as a further attempt', async () => {
      const store = await storeWith(1);
      await store.claimDue(now, soon);
      expect(await store.nextDueAt()).toEqual(soon);
      expect((await store.claimDue(soon, new Date(soon.getTime() + minute)))?.delivery.attempts).toBe(2);
    });

    it('gives a postponed mail again when it is due, with the reason kept', async () => {
      const store = await storeWith(1);
      const claimed = await claim(store);
      const dueAt = new Date(now.getTime() + 10 * minute);
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
      const claimed = await claim(store);
      expect(await store.record(claimed, outcome)).toBe(true);
      expect(await store.nextDueAt()).toBeNull();
      const [found] = await store.find({ id: claimed.id });
      expect(found?.delivery).toMatchObject({ state: outcome.state, lastReason: reason });
    });

    it('does not let an overtaken claim change what its successor decides', async () => {
      const store = await storeWith(1);
      const overtaken = await claim(store);
      const successor = await store.claimDue(soon, new Date(soon.getTime() + minute));
      if (successor === null) throw new Error('nothing was due');
      expect(await store.record(overtaken, { state: 'failed', reason: 'late' })).toBe(false);
      expect(await store.record(successor, { state: 'delivered', at: soon })).toBe(true);
    });
  });

  describe('requeueing', () => {
    it('makes a failed mail due with its attempts forgotten', async () => {
      const store = await storeWith(1);
      const claimed = await claim(store);
      await store.record(claimed, { state: 'failed', reason: 'no such mailbox' });
      expect(await store.requeue(claimed.id, ['failed'], soon)).toBe(true);
      const [found] = await store.find({ id: claimed.id });
      expect(found?.delivery).toMatchObject({
        state: 'due',
        attempts: 0,
        queuedAt: soon,
        dueAt: soon,
        lastReason: null,
      });
    });

    it('leaves a mail in any other state than those named alone', async () => {
      const store = await storeWith(1);
      expect(await store.requeue(sampleEnquiry(1).id, ['quarantined', 'failed'], soon)).toBe(false);
      expect(await store.nextDueAt()).toEqual(sampleEnquiry(1).receivedAt);
    });

    it('says when there is no such enquiry', async () => {
      expect(await (await open()).requeue('nobody', ['due'], now)).toBe(false);
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
      const claimed = await claim(store);
      await store.record(claimed, { state: 'failed', reason: 'x' });
      expect((await store.list({ state: 'failed', limit: 10 })).map(({ id }) => id)).toEqual([claimed.id]);
      expect(await store.list({ state: 'delivered', limit: 10 })).toEqual([]);
    });

    it('can be limited to a time, its beginning included and its end not', async () => {
      const store = await storeWith(1, 2, 3);
      const filter = { from: sampleEnquiry(2).receivedAt, until: sampleEnquiry(3).receivedAt };
      expect((await store.list({ ...filter, limit: 10 })).map(({ id }) => id)).toEqual([sampleEnquiry(2).id]);
      expect(await store.count(filter)).toBe(1);
    });

    it.each(['EXAMPLE LTD', 'about NUMBER 2', '100%_sure\\', 'ÖSTERREICH'])(
      'finds the text %o wherever it stands',
      async (text) => {
        const marked = receivedEnquiry(2, { subject: 'about number 2', company: '100%_sure\\ Example Ltd Österreich' });
        const store = await storeWith(receivedEnquiry(1, { subject: 'other', company: 'X' }), marked);
        expect((await store.list({ text, limit: 10 })).map(({ id }) => id)).toEqual([marked.id]);
      },
    );

    it('takes the signs of patterns for what they are', async () => {
      const store = await storeWith(1);
      expect(await store.count({ text: 'a%b' })).toBe(0);
      expect(await store.count({ text: 'c_ll' })).toBe(0);
    });

    it('counts all that pass', async () => {
      const store = await storeWith(1, 2, 3);
      expect(await store.count({})).toBe(3);
      expect(await store.count({ state: 'failed' })).toBe(0);
    });
  });

  describe('health', () => {
    it('is of nothing in an empty store', async () => {
      expect(await (await open()).health()).toEqual({
        counts: { due: 0, delivered: 0, failed: 0, quarantined: 0 },
        oldestDue: null,
        oldestFailing: null,
      });
    });

    it('counts every state, and tells since when mail is waiting and failing', async () => {
      const store = await storeWith(1, 2, 3, receivedEnquiry(4, { spamReason: 'x' }));
      await store.record(await claim(store), { state: 'delivered', at: now });
      await store.record(await claim(store), { state: 'failed', reason: 'x' });
      expect(await store.health()).toEqual({
        counts: { due: 1, delivered: 1, failed: 1, quarantined: 1 },
        oldestDue: sampleEnquiry(3).receivedAt,
        oldestFailing: sampleEnquiry(2).receivedAt,
      });
    });

    it('does not count a mail as failing that nobody has tried yet', async () => {
      const store = await storeWith(1);
      expect(await store.health()).toMatchObject({ oldestFailing: null });
      await store.record(await claim(store), { state: 'due', dueAt: soon, reason: 'busy' });
      expect(await store.health()).toMatchObject({ oldestFailing: sampleEnquiry(1).receivedAt });
    });
  });

  describe('erasing', () => {
    it('takes one by its id, and leaves the others', async () => {
      const store = await storeWith(1, 2);
      expect(await store.erase({ id: sampleEnquiry(1).id })).toEqual([sampleEnquiry(1).id]);
      expect((await store.list({ limit: 10 })).map(({ id }) => id)).toEqual([sampleEnquiry(2).id]);
    });

    it('takes all of one person, in whatever case the address was written', async () => {
      const store = await storeWith(
        1,
        2,
        receivedEnquiry(3, { email: 'Else@Example.com' }),
        receivedEnquiry(4, { email: 'else@example.com' }),
      );
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
      expect(await (await open()).erase({ email: 'nobody@example.com' })).toEqual([]);
    });
  });

  it('purges what was received before a time, in every state, and nothing else', async () => {
    const store = await storeWith(1, receivedEnquiry(2, { spamReason: 'x' }), 3);
    expect(await store.purge(sampleEnquiry(3).receivedAt)).toHaveLength(2);
    expect((await store.list({ limit: 10 })).map(({ id }) => id)).toEqual([sampleEnquiry(3).id]);
  });

  it('proves that it can be written, again and again', async () => {
    const store = await open();
    await store.proveWritable(now);
    await expect(store.proveWritable(soon)).resolves.toBeUndefined();
  });
}

async function claim(store: EnquiryStore): Promise<StoredEnquiry> {
  const claimed = await store.claimDue(now, soon);
  if (claimed === null) throw new Error('nothing was due');
  return claimed;
}
