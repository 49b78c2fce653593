import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DatabaseParts } from '../database/database.ts';
import { emptiedSchema, openPostgres } from '../database/testing/postgres.ts';
import { temporarySqlite } from '../database/testing/temporary.ts';
import { releaseLease } from '../outbox/deliveries.ts';
import { formatCursor, type EnquiryFilter, type EnquiryPage } from './model.ts';
import { referenceOf } from './reference.ts';
import { recomputeDueDates } from './repository.ts';
import { hour, receivedEnquiry, sampleEnquiry } from './testing/samples.ts';
import { claim, createTestStore, fill, idsOf, never, now, soon, type TestStore } from './testing/test-store.ts';

const { id, receivedAt } = sampleEnquiry(1);
const spam = (number: number) => receivedEnquiry(number, { spamReason: 'it smells' });
const [anna, bob] = [{ who: 'anna@ours.example' }, { who: 'bob@ours.example' }];

/** A database; `again` opens it once more, like another process. */
type Opened = DatabaseParts & { store: TestStore; again(): Promise<TestStore> };

const databases: [string, () => Promise<Opened>][] = [
  [
    'SQLite',
    async () => {
      const opened = temporarySqlite();
      return { ...opened, again: async () => temporarySqlite(opened.path).store };
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await emptiedSchema();
      return { ...(await openPostgres(url)), again: async () => (await openPostgres(url)).store };
    },
  ],
];

const listed = async (store: TestStore, page: Omit<EnquiryPage, 'limit'> = {}) =>
  (await store.list({ ...page, limit: 10 })).map((one) => one.id);

describe.each(databases)('enquiries in %s', (_name, open) => {
  it('keep every field, and have their mail due at once', async () => {
    const enquiry = sampleEnquiry(1, { message: 'Grüße, 你好 👋\n\tübermorgen' });
    const { store } = await open();
    expect(await store.add([receivedEnquiry(1, enquiry)])).toEqual([{ id, isNew: true, isSpam: false }]);
    const state = { status: 'open', waitingSince: receivedAt, version: 0, assignee: null, replies: [] };
    const mail = { id: `mail.${id}`, state: 'due', attempts: 0, dueAt: receivedAt, lastReason: null };
    const dueAt = new Date(receivedAt.getTime() + 24 * hour);
    const reference = referenceOf(id);
    expect(await store.find({ id })).toMatchObject([
      { ...enquiry, ...state, reference, dueAt, messageId: '<1@example.com>', mail },
    ]);
  });

  it('are stored with message and mail, or not at all', async () => {
    const { store } = await open();
    const broken = receivedEnquiry(2, { messageId: null as unknown as string });
    await expect(store.add([broken])).rejects.toThrow();
    expect(await listed(store)).toEqual([]);
  });

  it('are answered for in the order of their group, and none is stored twice that comes again', async () => {
    const { store } = await open();
    await fill(store, 1, 2);
    const added = await store.add([3, 2, 1].map((number) => receivedEnquiry(number)));
    expect(added.map((one) => one.id)).toEqual(idsOf(3, 2, 1));
    expect(added.map(({ isNew }) => isNew)).toEqual([true, false, false]);
  });

  it('are stored once by one key, within a group and from two processes at the same time', async () => {
    const { store, again } = await open();
    const other = await again();
    const repeated = Array.from({ length: 20 }, (_, at) => receivedEnquiry(at, { message: 'The same', key: 'a key' }));
    await store.add(repeated.slice(0, 4));
    const added = await Promise.all(repeated.map((one, at) => (at % 2 ? store : other).add([one])));
    expect([...new Set(added.flat().map((one) => one.id))]).toEqual(await listed(store));
  });

  it('of one address are acknowledged once, also to two processes at the same time', async () => {
    const opened = await open();
    const enabled = { webhook: false, acknowledgement: true };
    const store = createTestStore(opened, enabled);
    await Promise.all([1, 2].map((number) => store.add([receivedEnquiry(number)])));
    const found = await store.find({ ids: idsOf(1, 2) });
    expect(found.map(({ acknowledgement }) => `${acknowledgement?.state}`).toSorted()).toEqual(['due', 'suppressed']);
  });

  it('are spam from the fourth of equal texts on, unless the others are long ago or spam themselves', async () => {
    const { store } = await open();
    await store.add([receivedEnquiry(1, { message: 'Buy now', spamReason: 'it smells' })]);
    const add = async (since: Date, ...numbers: number[]) => {
      const alike = numbers.map((number) => receivedEnquiry(number, { message: 'Buy now' }));
      return (await store.add(alike, since)).map(({ isSpam }) => isSpam);
    };
    const yesterday = new Date('2024-12-31T12:00:00Z');
    expect(await add(yesterday, 2)).toEqual([false]);
    expect(await add(yesterday, 3, 4, 5)).toEqual([false, false, true]);
    expect(await add(sampleEnquiry(4).receivedAt, 20)).toEqual([false]);
  });

  it('are found by a state, a time and a text wherever it stands, and counted', async () => {
    const { store } = await open();
    const second = receivedEnquiry(2, { company: '100%_sure\\ Example Ltd Österreich' });
    await fill(store, receivedEnquiry(1, { company: 'X' }), second, 3, spam(4));
    await store.record(await claim(store), { state: 'failed', at: now, reason: 'x' });
    const cases: [EnquiryFilter, number[]][] = [
      [{}, [4, 3, 2, 1]],
      [{ mail: 'failed' }, [1]],
      [{ mail: 'quarantined' }, [4]],
      [{ undelivered: true }, [1]],
      // `from` is inclusive, `until` exclusive.
      [{ from: sampleEnquiry(2).receivedAt, until: sampleEnquiry(3).receivedAt }, [2]],
      [{ text: 'EXAMPLE LTD', status: 'open' }, [3, 2]],
      [{ text: 'osterREICH exam' }, [2]],
      [{ text: 'number 3 ABOUT' }, [3]],
      [{ text: '100%_sure\\' }, [2]],
      [{ text: 'xample' }, []],
      // Operators of the databases' full-text search are literal.
      [{ text: '"exa* OR" & | :' }, []],
      [{ text: '" * :' }, []],
      [{ text: referenceOf(sampleEnquiry(1).id).toLowerCase().replace('-', '') }, [1]],
    ];
    for (const [filter, numbers] of cases) {
      expect([filter, await listed(store, filter)]).toEqual([filter, idsOf(...numbers)]);
      expect(await store.count(filter)).toBe(numbers.length);
    }
  });

  it.each([{}, { text: 'call' }])('come page by page, also where the end of one was erased: %j', async (filter) => {
    const { store } = await open();
    await fill(store, 1, 2, 3, 4, 5);
    const first = await store.list({ ...filter, limit: 2 });
    const [end] = first.slice(-1);
    await store.erase({ id: `${end?.id}` });
    const rest = await listed(store, { ...filter, after: `${end && formatCursor(end)}` });
    expect([first.map((one) => one.id), rest]).toEqual([idsOf(5, 4), idsOf(3, 2, 1)]);
  });

  it('stand in the order in which they are due: an old one that was written about again behind a new one', async () => {
    const { store } = await open();
    const old = receivedEnquiry(1, { receivedAt: new Date('2024-12-01T12:00:00Z') });
    await fill(store, old, 2, 3, spam(4));
    await store.act(old.id, { action: 'written again' }, anna);
    expect(await listed(store, { order: 'due' })).toEqual([...idsOf(2, 3), old.id]);
    const [first] = await store.list({ order: 'due', limit: 1 });
    await store.erase({ id: `${first?.id}` });
    const after = `${first && formatCursor(first, 'due')}`;
    expect(await listed(store, { order: 'due', after })).toEqual([...idsOf(3), old.id]);
  });

  it('are due by other office hours once these are computed anew', async () => {
    const { store, database } = await open();
    await fill(store, 1, 2, spam(3));
    const inAnHour = (since: Date) => new Date(since.getTime() + hour);
    await recomputeDueDates(database, inAnHour);
    expect((await store.find({ id }))[0]?.dueAt).toEqual(inAnHour(receivedAt));
  });

  it('are erased with all that is about them: one, many, or all of one person', async () => {
    const { store } = await open();
    const written = ['Else@Example.com', 'else@example.com'].map((email, at) => receivedEnquiry(at + 5, { email }));
    await fill(store, 1, 2, 3, 4, ...written);
    await store.act(id, { action: 'note', text: 'Her number is 0117 496 0143' }, anna);
    expect(await store.erase({ email: 'ELSE@example.com' })).toHaveLength(2);
    expect(await store.erase({ id })).toEqual(idsOf(1));
    expect(await store.events({ enquiryId: id })).toEqual([]);
    expect(await store.erase({ ids: [...idsOf(2, 3), 'nobody'] }, 'anna', 'By request')).toEqual(idsOf(3, 2));
    expect(await listed(store)).toEqual(idsOf(4));
    expect((await claim(store)).aboutId).toBe(sampleEnquiry(4).id);
    expect(await store.lease(never)).toBeNull();
    expect((await store.events({ limit: 9 }))[0]).toMatchObject({ actor: 'anna', detail: '2', note: 'By request' });
  });

  it('are changed by one of two people who act at the same moment', async () => {
    const { store } = await open();
    await fill(store, spam(1));
    const both = [anna, bob].map((who) => store.act(id, { action: 'release' }, { ...who, expectedVersion: 0 }));
    expect((await Promise.all(both)).toSorted()).toEqual(['conflict', 'done']);
    expect(await store.find({ id })).toMatchObject([{ status: 'open', mail: { state: 'due', lastReason: null } }]);
    expect(await store.events({ enquiryId: id })).toHaveLength(1);
  });

  it('remind each person for themselves, until they are open no longer', async () => {
    const { store } = await open();
    await fill(store, 1, 2, 3);
    const remind = (number: number, at: Date | null, who = anna) =>
      store.act(sampleEnquiry(number).id, { action: 'remind', at }, who);
    const found = async (is: 'due' | 'ahead' | 'none', at = now) =>
      listed(store, { status: 'open', reminder: { of: anna.who, now: at, is } });
    for (const at of [now, soon]) expect(await remind(3, at)).toBe('done');
    for (const who of [anna, bob]) await remind(1, now, who);
    expect([await found('due'), await found('ahead'), await found('none')]).toEqual([idsOf(1), idsOf(3), idsOf(2)]);
    expect(await found('due', soon)).toEqual(idsOf(3, 1));
    await remind(3, null);
    await store.act(id, { action: 'close', reason: 'Not for us' }, anna);
    expect([await store.reminders(anna.who), await store.reminders(bob.who)]).toEqual([{}, {}]);
  });
});

describe.each(databases)('deliveries in %s', (_name, open) => {
  it('go to one of many that ask from two processes, what is due longest first', async () => {
    const { store, again } = await open();
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    await store.add(numbers.toReversed().map((number) => receivedEnquiry(number)));
    expect((await claim(store)).aboutId).toBe(sampleEnquiry(0).id);
    const both = [store, await again()];
    const asked = Array.from({ length: 30 }, () => both.map((one) => one.lease())).flat();
    const leased = (await Promise.all(asked)).flatMap((one) => one ?? []);
    expect(leased.map(({ aboutId }) => `${aboutId}`).toSorted()).toEqual(idsOf(...numbers.slice(1)));
    expect(new Set(leased.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });

  it('are due again once a lease is released, and who had it changes nothing any more', async () => {
    const { store, database } = await open();
    await fill(store, 1);
    const lost = await claim(store);
    expect([await releaseLease(database, lost), await releaseLease(database, lost)]).toEqual([true, false]);
    const successor = await claim(store);
    expect(await store.record(lost, { state: 'failed', at: now, reason: 'late' })).toBe(false);
    expect(await store.record(successor, { state: 'delivered', at: soon })).toBe(true);
  });

  it('are counted by state, with the time since which some wait, or fail', async () => {
    const { store } = await open();
    await fill(store, 1, 2, 3, spam(4));
    await store.record(await claim(store), { state: 'delivered', at: now });
    await store.record(await claim(store), { state: 'failed', at: now, reason: 'x' });
    const replied = await store.reply(id, { text: 'Yes.', by: anna.who, version: 0 });
    expect(replied.outcome).toBe('accepted');
    expect(await store.health()).toMatchObject({
      due: 2,
      failedMails: 1,
      unsentReplies: 0,
      oldestDue: sampleEnquiry(3).receivedAt,
      oldestFailing: sampleEnquiry(2).receivedAt,
      isDigestFailing: false,
      begunAt: expect.any(Date),
    });
  });
});

it('nothing of an erased enquiry is left in any file of SQLite', async () => {
  const { store, path } = temporarySqlite();
  await fill(store, receivedEnquiry(1, { message: 'unmistakable-words' }));
  await store.reply(id, { text: 'unmistakable-answer', by: anna.who, version: 0 });
  const files = () => [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
  for (const word of ['words', 'answer']) expect(files()).toContain(`unmistakable-${word}`);
  await store.erase({ ids: idsOf(1) });
  expect(files()).not.toContain('unmistakable-');
});
