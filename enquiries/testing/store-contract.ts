import { describe, expect, it } from 'vitest';
import { referenceOf } from '../core/reference.ts';
import type { Added, EnquiryFilter, EnquiryPage, EnquiryStore, ReceivedEnquiry } from '../core/store.ts';
import {
  actOn,
  addAll,
  allChannels,
  claim,
  deliveryIn,
  fill,
  idsOf,
  now,
  rules,
  rulesSince,
  soon,
  type OpenedStore,
} from './opened-store.ts';
import { receivedEnquiry, sampleEnquiry } from './samples.ts';
import { describeDelivering } from './store-contract-delivering.ts';

/** How people have handled an enquiry that is new. */
const unhandled = { handling: 'waiting', answeredAt: null, assignedTo: null, version: 0 };

const yesterday = new Date('2024-12-31T12:00:00Z');

/** What every EnquiryStore has to keep, whatever it stores in. */
export function describeEnquiryStore(open: () => Promise<OpenedStore>): void {
  const storeWith = async (...received: (number | ReceivedEnquiry)[]) => fill((await open()).store, ...received);
  const listed = async (store: EnquiryStore, filter: Omit<EnquiryPage, 'limit'> = {}) =>
    (await store.list({ ...filter, limit: 10 })).map(({ id }) => id);

  describe('adding', () => {
    it('keeps every field, and makes the mail due at once', async () => {
      const enquiry = sampleEnquiry(1, { message: 'Grüße, 你好 👋\n\tübermorgen' });
      const store = await storeWith();
      const added = await store.add([receivedEnquiry(1, enquiry)], rules);
      expect(added).toEqual([{ id: enquiry.id, isNew: true, state: 'due' }]);
      const times = { queuedAt: enquiry.receivedAt, dueAt: enquiry.receivedAt, deliveredAt: null };
      const delivery = { state: 'due', messageId: '<1@example.com>', attempts: 0, lastReason: null, ...times };
      const reference = referenceOf(enquiry.id);
      expect(await store.find({ id: enquiry.id })).toEqual([{ ...enquiry, reference, ...unhandled, delivery }]);
    });

    it('writes neither the enquiry nor the mail when one of them cannot be written', async () => {
      const store = await storeWith(1);
      const broken = receivedEnquiry(2, { messageId: null as unknown as string });
      await expect(store.add([broken], rules)).rejects.toThrow();
      expect(await listed(store)).toEqual(idsOf(1));
    });

    it('answers a group in its order, and stores nothing twice that comes again, as after a cut connection', async () => {
      const store = await storeWith(1, 2);
      const added = await addAll(store, 3, 2, 1);
      expect(added.map(({ id }) => id)).toEqual(idsOf(3, 2, 1));
      expect(added.map(({ isNew }) => isNew)).toEqual([true, false, false]);
      expect(await listed(store)).toEqual(idsOf(3, 2, 1));
    });
  });

  describe('a repeated submission', () => {
    const repeated = [1, 2, 3, 4].map((number) => receivedEnquiry(number, { message: 'The same words', key: 'a key' }));

    it.each<[string, (store: EnquiryStore) => Promise<readonly Added[]>]>([
      [
        'later',
        async (store) => [...(await store.add(repeated.slice(0, 1), rules)), ...(await store.add(repeated, rules))],
      ],
      ['within one group', (store) => store.add(repeated, rules)],
      ['at the same time', async (store) => (await Promise.all(repeated.map((one) => store.add([one], rules)))).flat()],
    ])('is answered with the first one’s id and stored once when it comes %s', async (_when, add) => {
      const store = await storeWith();
      const added = await add(store);
      expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect([...new Set(added.map(({ id }) => id))]).toEqual(await listed(store));
    });

    it('is a new enquiry when its words differ, for no word may be lost', async () => {
      const store = await storeWith(...repeated.slice(0, 1));
      const [added] = await store.add([receivedEnquiry(2, { message: 'Other words', key: 'a key' })], rules);
      expect(added).toMatchObject({ isNew: true });
    });
  });

  describe('quarantine', () => {
    it('holds what has a spam reason, and says why', async () => {
      const store = await storeWith(receivedEnquiry(1, { spamReason: 'it smells' }));
      expect(await store.claimDue(now, allChannels)).toBeNull();
      const held = { state: 'quarantined', lastReason: 'it smells' };
      expect(await deliveryIn(store, sampleEnquiry(1).id)).toMatchObject(held);
    });

    it('holds the fourth of equal texts, in one group or later, unless the others are long ago or were held', async () => {
      const store = await storeWith();
      const states = async (since: Date, ...numbers: number[]) => {
        const alike = numbers.map((number) => receivedEnquiry(number, { message: 'Buy now' }));
        return (await store.add(alike, rulesSince(since))).map(({ state }) => state);
      };
      await fill(store, receivedEnquiry(1, { message: 'Buy now', spamReason: 'it smells' }));
      expect(await states(yesterday, 2)).toEqual(['due']);
      expect(await states(yesterday, 3, 4, 5)).toEqual(['due', 'due', 'quarantined']);
      expect(await states(yesterday, 6)).toEqual(['quarantined']);
      expect(await states(sampleEnquiry(4).receivedAt, 20)).toEqual(['due']);
    });
  });

  describeDelivering(open);

  describe('listing', () => {
    it('starts with the newest, in pages', async () => {
      const store = await storeWith(1, 2, 3);
      expect((await store.list({ limit: 2 })).map(({ id }) => id)).toEqual(idsOf(3, 2));
      expect(await listed(store, { before: sampleEnquiry(2).id })).toEqual(idsOf(1));
    });

    it('finds by a state, a time and a text wherever it stands, and counts', async () => {
      const store = await storeWith(
        receivedEnquiry(1, { company: 'X' }),
        receivedEnquiry(2, { company: '100%_sure\\ Example Ltd Österreich' }),
        3,
      );
      await store.record(await claim(store), { state: 'failed', at: now, reason: 'x' });
      const cases: [EnquiryFilter, number[]][] = [
        [{}, [3, 2, 1]],
        [{ state: 'failed' }, [1]],
        [{ state: 'delivered' }, []],
        // Its beginning is part of a time, and its end is not.
        [{ from: sampleEnquiry(2).receivedAt, until: sampleEnquiry(3).receivedAt }, [2]],
        [{ text: 'EXAMPLE LTD' }, [3, 2]],
        [{ text: 'ÖSTERREICH' }, [2]],
        [{ text: 'about NUMBER 3' }, [3]],
        [{ text: '100%_sure\\' }, [2]],
        // The signs of patterns are what they are.
        [{ text: 'a%b' }, []],
        [{ text: 'c_ll' }, []],
      ];
      for (const [filter, numbers] of cases) {
        expect([filter, await listed(store, filter)]).toEqual([filter, idsOf(...numbers)]);
        expect(await store.count(filter)).toBe(numbers.length);
      }
    });
  });

  describe('erasing', () => {
    it('takes one by its id with its delivery, and leaves the others', async () => {
      const store = await storeWith(1, 2);
      expect(await store.erase({ id: sampleEnquiry(1).id })).toEqual(idsOf(1));
      expect(await listed(store)).toEqual(idsOf(2));
      expect((await claim(store)).enquiry?.id).toBe(sampleEnquiry(2).id);
      expect(await store.claimDue(now, allChannels)).toBeNull();
    });

    it('takes all of one person, in whatever case the address was written', async () => {
      const written = ['Else@Example.com', 'else@example.com'].map((email, at) => receivedEnquiry(at + 2, { email }));
      const store = await storeWith(1, ...written);
      expect(await store.find({ email: 'ELSE@example.com' })).toHaveLength(2);
      expect(await store.erase({ email: 'ELSE@example.com' })).toHaveLength(2);
      expect(await store.erase({ email: 'ELSE@example.com' })).toEqual([]);
      expect(await listed(store)).toEqual(idsOf(1));
    });

    it('takes many at once by their ids', async () => {
      const store = await storeWith(1, 2, 3);
      expect([...(await store.erase({ ids: [...idsOf(1, 3), 'nobody'] }))].toSorted()).toEqual(idsOf(1, 3));
      expect(await store.erase({ ids: [] })).toEqual([]);
      expect(await listed(store)).toEqual(idsOf(2));
    });

    it('purges what was received before a time and is in one of the states, and nothing else', async () => {
      const held = [2, 3].map((number) => receivedEnquiry(number, { spamReason: 'x' }));
      const store = await storeWith(1, ...held);
      expect(await store.purge(sampleEnquiry(3).receivedAt, ['delivered', 'quarantined'])).toEqual(idsOf(2));
      expect(await listed(store)).toEqual(idsOf(3, 1));
    });
  });

  it('tells of what is quarantined until it was told, and of nothing else', async () => {
    const spam = (number: number) => receivedEnquiry(number, { spamReason: 'x' });
    const store = await storeWith(1, spam(2), spam(3), spam(4));
    await store.handle(actOn(sampleEnquiry(2).id), { act: 'release' });
    const untold = async (digest: number) => {
      const { count, newest } = await store.untold(digest, 1);
      return [count, newest.map(({ id }) => id)];
    };
    expect(await untold(11)).toEqual([2, idsOf(4)]);
    await fill(store, spam(5));
    // The next digest takes over what the one before has not told yet; that one tells of nothing any more.
    expect(await untold(12)).toEqual([3, idsOf(5)]);
    await store.told(11);
    await fill(store, spam(6));
    await store.told(12);
    expect(await untold(13)).toEqual([1, idsOf(6)]);
  });

  it('remembers what was noted last, each note by itself', async () => {
    const store = await storeWith();
    expect(await store.recall('webhook')).toBeNull();
    for (const text of ['one', 'two']) await store.remember('webhook', text);
    expect([await store.recall('webhook'), await store.recall('purged')]).toEqual(['two', null]);
  });

  it('proves that it can be written, again and again', async () => {
    const store = await storeWith();
    await store.proveWritable(now);
    await expect(store.proveWritable(soon)).resolves.toBeUndefined();
  });
}
