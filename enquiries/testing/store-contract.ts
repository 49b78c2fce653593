import { describe, expect, it } from 'vitest';
import { deliveryId } from '../triage.ts';
import { referenceOf } from '../reference.ts';
import type { Added, EnquiryFilter, EnquiryPage, EnquiryStore, NewReply, ReceivedEnquiry } from '../store.ts';
import {
  actOn,
  allChannels,
  claim,
  deliveryIn,
  fill,
  idsOf,
  minute,
  never,
  now,
  rules,
  rulesSince,
  soon,
} from './opened-store.ts';
import { receivedEnquiry, sampleEnquiry } from './samples.ts';

const { id, receivedAt } = sampleEnquiry(1);
const spam = (number: number) => receivedEnquiry(number, { spamReason: 'it smells' });

/** A store on an empty database, and the same database once more as another process has it. */
type OpenedStore = { store: EnquiryStore; openAgain(): Promise<EnquiryStore> };

/** Adds samples in one group. */
const addAll = (store: EnquiryStore, ...numbers: number[]) => {
  const received = numbers.map((number) => receivedEnquiry(number));
  return store.add(received, rules);
};

/** What every EnquiryStore has to keep, whatever it stores in: what the tests of the core, on SQLite, cannot see of another. */
export function describeEnquiryStore(open: () => Promise<OpenedStore>): void {
  const storeWith = async (...received: (number | ReceivedEnquiry)[]) => fill((await open()).store, ...received);
  const listed = async (store: EnquiryStore, filter: Omit<EnquiryPage, 'limit'> = {}) =>
    (await store.list({ ...filter, limit: 10 })).map((one) => one.id);

  it('keeps every field, and makes the mail due at once', async () => {
    const enquiry = sampleEnquiry(1, { message: 'Grüße, 你好 👋\n\tübermorgen' });
    const store = await storeWith();
    expect(await store.add([receivedEnquiry(1, enquiry)], rules)).toEqual([{ id, isNew: true, state: 'due' }]);
    const times = { queuedAt: receivedAt, dueAt: receivedAt, deliveredAt: null };
    const delivery = { state: 'due', messageId: '<1@example.com>', attempts: 0, lastReason: null, ...times };
    const unhandled = { handling: 'waiting', answeredAt: null, endReason: null, assignedTo: null, version: 0 };
    const unanswered = { waitingSince: receivedAt, replies: [] };
    expect(await store.find({ id })).toEqual([
      { ...enquiry, reference: referenceOf(id), ...unhandled, ...unanswered, delivery },
    ]);
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
    expect(added.map((one) => one.id)).toEqual(idsOf(3, 2, 1));
    expect(added.map(({ isNew }) => isNew)).toEqual([true, false, false]);
    expect(await listed(store)).toEqual(idsOf(3, 2, 1));
  });

  const repeated = Array.from({ length: 20 }, (_, at) => receivedEnquiry(at, { message: 'The same', key: 'a key' }));
  it.each<[string, (one: EnquiryStore, other: EnquiryStore) => Promise<readonly Added[]>]>([
    ['within one group', (one) => one.add(repeated, rules)],
    [
      'to two processes at the same time',
      async (one, other) =>
        (await Promise.all(repeated.map((enquiry, at) => (at % 2 ? one : other).add([enquiry], rules)))).flat(),
    ],
  ])('stores a submission once that comes again %s', async (_when, add) => {
    const { store, openAgain } = await open();
    const added = await add(store, await openAgain());
    expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect([...new Set(added.map((one) => one.id))]).toEqual(await listed(store));
  });

  it('has one address acknowledged once that two processes hear from at the same time', async () => {
    const { store, openAgain } = await open();
    const since = rulesSince(never, { webhook: false, acknowledgement: true });
    await Promise.all([store, await openAgain()].map((one, at) => one.add([receivedEnquiry(at)], since)));
    const deliveries = await Promise.all(idsOf(0, 1).map((one) => store.deliveries(one)));
    const acknowledgements = deliveries.flat().filter(({ channel }) => channel === 'acknowledgement');
    expect(acknowledgements.map(({ delivery }) => delivery.state).toSorted()).toEqual(['due', 'quarantined']);
  });

  it('holds the fourth of equal texts, in one group or later, unless the others are long ago or were held', async () => {
    const store = await storeWith(receivedEnquiry(1, { message: 'Buy now', spamReason: 'it smells' }));
    const states = async (since: Date, ...numbers: number[]) => {
      const alike = numbers.map((number) => receivedEnquiry(number, { message: 'Buy now' }));
      return (await store.add(alike, rulesSince(since))).map(({ state }) => state);
    };
    const yesterday = new Date('2024-12-31T12:00:00Z');
    expect(await states(yesterday, 2)).toEqual(['due']);
    expect(await states(yesterday, 3, 4, 5)).toEqual(['due', 'due', 'quarantined']);
    expect(await states(yesterday, 6)).toEqual(['quarantined']);
    expect(await states(sampleEnquiry(4).receivedAt, 20)).toEqual(['due']);
  });

  describe('delivering', () => {
    it('gives what is due, longest first, each to one of many that ask from two processes', async () => {
      const { store, openAgain } = await open();
      const numbers = Array.from({ length: 40 }, (_, number) => number);
      await addAll(store, ...numbers.toReversed());
      expect((await claim(store)).enquiry?.id).toBe(sampleEnquiry(0).id);
      const both = [store, await openAgain()];
      const asked = Array.from({ length: 30 }, () => both.map((one) => one.claimDue(now, allChannels))).flat();
      const claims = (await Promise.all(asked)).flatMap((claimed) => claimed ?? []);
      expect(claims.map(({ enquiry }) => `${enquiry?.id}`).toSorted()).toEqual(idsOf(...numbers.slice(1)));
      expect(new Set(claims.map(({ delivery }) => delivery.attempts))).toEqual(new Set([1]));
    });

    it('gives what is in hand to nobody, whatever the time, and tells what that is', async () => {
      const store = await storeWith(1);
      const claimed = await claim(store);
      const delivery = { attempts: 1, queuedAt: receivedAt };
      expect(await store.claims()).toMatchObject([
        { id: deliveryId('mail', id), channel: 'mail', enquiryId: id, delivery },
      ]);
      await store.bringForward(now, now);
      expect(await store.claimDue(never, allChannels)).toBeNull();
      expect(await store.nextDueAt(allChannels)).toBeNull();
      await store.record(claimed, { state: 'delivered', at: now });
      expect(await store.claims()).toEqual([]);
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

    it('gives a postponed mail again when it is due, or when that is brought forward', async () => {
      const store = await storeWith(1);
      const dueAt = new Date(now.getTime() + 10 * minute);
      expect(await store.record(await claim(store), { state: 'due', dueAt, reason: 'busy' })).toBe(true);
      await store.bringForward(dueAt, now);
      expect(await store.nextDueAt(allChannels)).toEqual(dueAt);
      expect(await store.claimDue(soon, allChannels)).toBeNull();
      await store.bringForward(soon, now);
      expect((await claim(store)).delivery.lastReason).toBe('busy');
    });

    it('counts every state, and tells since when mail is waiting, and failing once an attempt failed', async () => {
      const store = await storeWith(1, 2, 3, spam(4));
      expect(await store.health(now)).toMatchObject({ oldestDue: receivedAt, oldestFailing: null });
      const inHand = await claim(store);
      expect(await store.health(now)).toMatchObject({ oldestFailing: null });
      await store.record(inHand, { state: 'delivered', at: now });
      await store.record(await claim(store), { state: 'failed', at: now, reason: 'x' });
      expect(await store.health(now)).toEqual({
        counts: { due: 1, delivered: 1, failed: 1, quarantined: 1 },
        replies: { due: 0, delivered: 0, failed: 0, quarantined: 0, unsure: 0 },
        oldestDue: sampleEnquiry(3).receivedAt,
        oldestFailing: sampleEnquiry(2).receivedAt,
        heldSince: null,
        isDigestFailing: false,
        lastBackupAt: null,
        begunAt: expect.any(Date),
      });
    });

    it('calls mail that was queued in the future waiting and failing, for as long as it lies ahead', async () => {
      const store = await storeWith(1, 5);
      const before = new Date(receivedAt.getTime() - 10 * minute);
      const asLongAgo = new Date(before.getTime() - 14 * minute);
      expect(await store.health(before)).toMatchObject({ oldestDue: asLongAgo, oldestFailing: asLongAgo });
    });
  });

  it('lists the newest first, in pages', async () => {
    const store = await storeWith(1, 2, 3);
    expect((await store.list({ limit: 2 })).map((one) => one.id)).toEqual(idsOf(3, 2));
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
      // Its beginning is part of a time, and its end is not.
      [{ from: sampleEnquiry(2).receivedAt, until: sampleEnquiry(3).receivedAt }, [2]],
      [{ text: 'EXAMPLE LTD' }, [3, 2]],
      [{ text: 'osterREICH exam' }, [2]],
      [{ text: 'number 3 ABOUT' }, [3]],
      [{ text: '100%_sure\\' }, [2]],
      [{ text: 'xample' }, []],
      // The signs of a database's own search are what they are.
      [{ text: '"exa* OR" & | :' }, []],
      [{ text: '" * :' }, []],
      [{ text: referenceOf(sampleEnquiry(1).id).toLowerCase().replace('-', '') }, [1]],
    ];
    for (const [filter, numbers] of cases) {
      expect([filter, await listed(store, filter)]).toEqual([filter, idsOf(...numbers)]);
      expect(await store.count(filter)).toBe(numbers.length);
    }
  });

  it('erases one with its delivery, many, or all of one person in whatever case the address was written', async () => {
    const written = ['Else@Example.com', 'else@example.com'].map((email, at) => receivedEnquiry(at + 5, { email }));
    const store = await storeWith(1, 2, 3, 4, ...written);
    expect(await store.erase({ email: 'ELSE@example.com' })).toHaveLength(2);
    expect(await store.erase({ id })).toEqual(idsOf(1));
    expect([...(await store.erase({ ids: [...idsOf(2, 3), 'nobody'] }))].toSorted()).toEqual(idsOf(2, 3));
    expect(await listed(store)).toEqual(idsOf(4));
    expect((await claim(store)).enquiry?.id).toBe(sampleEnquiry(4).id);
    expect(await store.claimDue(never, allChannels)).toBeNull();
  });

  it('changes nothing for who has not seen what another did at the same moment, and releases what was set aside', async () => {
    const store = await storeWith(spam(1));
    const acts = await Promise.all([1, 2].map(() => store.handle(actOn(id), { act: 'release' }, 0)));
    expect(acts.toSorted()).toEqual(['done', 'overtaken']);
    expect(await deliveryIn(store, id)).toMatchObject({ state: 'due', lastReason: null });
    expect(await store.activity({ enquiryId: id })).toHaveLength(1);
    expect(await store.officeCounts(now)).toMatchObject({ waiting: 1, overdue: 1, setAside: 0 });
  });

  it('reminds each person for themselves, until the enquiry waits no longer, and counts what is theirs', async () => {
    const store = await storeWith(1, 2, 3, spam(4));
    const anna = 'anna@ours.example';
    const remind = (number: number, at: Date | null, by = anna) =>
      store.handle(actOn(sampleEnquiry(number).id, { by, act: 'remind' }), { act: 'remind', at }, 0);
    await store.handle(actOn(sampleEnquiry(3).id), { act: 'assign', to: anna });
    // Twice is once, and what others did meanwhile takes nothing from it.
    for (const at of [now, soon]) expect(await remind(3, at)).toBe('done');
    for (const by of [anna, 'bob@ours.example']) await remind(1, now, by);
    expect(await remind(4, soon)).toBe('not possible');
    const found = async (is: 'due' | 'ahead' | 'none', at = now) =>
      listed(store, { handling: 'waiting', reminder: { of: anna, now: at, is } });
    expect([await found('due'), await found('ahead'), await found('none')]).toEqual([idsOf(1), idsOf(3), idsOf(2)]);
    expect(await found('due', soon)).toEqual(idsOf(3, 1));
    expect(await listed(store, { handling: 'waiting', assignedTo: anna })).toEqual(idsOf(3));
    const counts = async (reader?: { person: string; now: Date }) => {
      const { waiting, overdue, mine, later } = await store.officeCounts(never, reader);
      return [waiting, overdue, mine, later];
    };
    expect([await counts(), await counts({ person: anna, now })]).toEqual([
      [3, 3, 0, 0],
      [2, 2, 1, 1],
    ]);
    await remind(3, null);
    await store.handle(actOn(id, { act: 'answer' }), { act: 'answer', reason: 'Not for us' });
    expect(await store.find({ id })).toMatchObject([{ handling: 'answered', endReason: 'Not for us' }]);
    expect([await store.reminders(anna), await store.reminders('bob@ours.example')]).toEqual([{}, {}]);
    await remind(2, soon);
    expect(await store.reminders(anna)).toEqual({ [sampleEnquiry(2).id]: soon });
    await store.erase({ ids: idsOf(2) });
    expect(await store.reminders(anna)).toEqual({});
  });

  const delivery = replyDelivery(1);
  const limit = { since: now, most: 1 };
  const reply = (store: EnquiryStore, changes: Partial<NewReply> = {}) =>
    store.reply(actOn(id, { act: 'reply', at: soon }), { text: 'Yes.', delivery, limit, ...changes }, 0);

  it('stores one of two replies that come at the same moment, and makes the enquiry answered once it is delivered', async () => {
    const { store, openAgain } = await open();
    await fill(store, 1);
    await store.record(await claim(store), { state: 'delivered', at: now });
    const both = [store, await openAgain()].map((one, at) => reply(one, { delivery: replyDelivery(at) }));
    expect((await Promise.all(both)).toSorted()).toEqual(['done', 'overtaken']);
    const claimed = await claim(store, soon);
    expect(claimed).toMatchObject({ channel: 'reply', enquiry: { handling: 'waiting', replies: [{ text: 'Yes.' }] } });
    expect(await store.record(claimed, { state: 'delivered', at: soon })).toBe(true);
    const answered = { handling: 'answered', answeredAt: soon, version: 1 };
    expect(await store.find({ id })).toMatchObject([{ ...answered, replies: [{ delivery: { state: 'delivered' } }] }]);
  });

  it('counts replies by state, and one that failed only while its enquiry waits; it erases them with their enquiry', async () => {
    const store = await storeWith(1);
    await store.record(await claim(store), { state: 'delivered', at: now });
    await reply(store);
    expect(await store.health(soon)).toMatchObject({ oldestDue: soon, replies: { due: 1 } });
    await store.record(await claim(store, soon), { state: 'unsure', at: soon, reason: 'x' });
    expect((await store.health(soon)).replies).toMatchObject({ due: 0, unsure: 1 });
    expect(await listed(store, { unsentReply: true })).toEqual([id]);
    await store.handle(actOn(id), { act: 'answer', reason: null });
    expect((await store.health(soon)).replies).toMatchObject({ unsure: 0 });
    await store.erase({ id });
    await fill(store, 1);
    expect(await store.find({ id })).toMatchObject([{ replies: [] }]);
  });

  it('takes no more of a person than the limit, and spares from a purge whatever was written to since', async () => {
    const store = await storeWith(1, 2);
    for (const _ of [1, 2]) await store.record(await claim(store), { state: 'delivered', at: now });
    await reply(store);
    await store.record(await claim(store, soon), { state: 'delivered', at: soon });
    const [more, next] = [replyDelivery(2), actOn(id, { act: 'reply', at: soon })];
    expect(await store.reply(next, { text: 'More.', delivery: more, limit }, 1)).toBe('limited');
    expect(await listed(store, { lastWordBefore: soon })).toEqual(idsOf(2));
    expect(await store.purge(soon, ['delivered'])).toEqual(idsOf(2));
  });
}

const replyDelivery = (number: number) => {
  const name = `reply.${number}`;
  return { id: name, channel: 'reply', event: '', enquiryId: id, messageId: `<${name}@example.com>` } as const;
};
