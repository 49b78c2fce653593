import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DatabaseWithDialect } from '../database/database.ts';
import { prepareEmptySchema, openTestPostgres } from '../database/testing/test-postgres.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { endDeliveryLease } from '../outbox/delivery-queries.ts';
import { formatCursor, type EnquiryFilter, type EnquiryPageRequest } from './enquiry-filter.ts';
import { getMailState } from './model.ts';
import { formatReference } from './reference.ts';
import { recomputeDueDates } from './repository.ts';
import { hour, createReceivedEnquiry, createSampleEnquiry } from './testing/samples.ts';
import {
  leaseNextDelivery,
  createTestStore,
  insertSamples,
  listSampleIds,
  never,
  now,
  soon,
  type TestStore,
} from './testing/test-store.ts';

const { id, receivedAt } = createSampleEnquiry(1);
const spam = (number: number) => createReceivedEnquiry(number, { spamReason: 'it smells' });
const [anna, bob] = [{ actor: 'anna@ours.example' }, { actor: 'bob@ours.example' }];

/** A database; `again` opens it once more, like another process. */
type Opened = DatabaseWithDialect & { store: TestStore; again(): Promise<TestStore> };

const databases: [string, () => Promise<Opened>][] = [
  [
    'SQLite',
    async () => {
      const opened = openTemporarySqlite();
      return { ...opened, again: async () => openTemporarySqlite(opened.path).store };
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await prepareEmptySchema();
      return { ...(await openTestPostgres(url)), again: async () => (await openTestPostgres(url)).store };
    },
  ],
];

const listed = async (store: TestStore, page: Omit<EnquiryPageRequest, 'limit'> = {}) =>
  (await store.list({ ...page, limit: 10 })).map((one) => one.id);

describe.each(databases)('enquiries in %s', (_name, open) => {
  it('keep every field, and have their mail due at once', async () => {
    const enquiry = createSampleEnquiry(1, { message: 'Grüße, 你好 👋\n\tübermorgen' });
    const { store } = await open();
    expect(await store.insert([createReceivedEnquiry(1, enquiry)])).toMatchObject([{ id, isNew: true, isSpam: false }]);
    const state = { status: 'open', waitingSince: receivedAt, version: 0, assignee: null, replies: [] };
    const mail = { id: `mail.${id}`, state: 'due', attempts: 0, dueAt: receivedAt, lastReason: null };
    const dueAt = new Date(receivedAt.getTime() + 24 * hour);
    const reference = formatReference(id);
    expect(await store.find({ id })).toMatchObject([
      { ...enquiry, ...state, reference, dueAt, messageId: '<1@example.com>', mail },
    ]);
  });

  it('are stored with message and mail, or not at all', async () => {
    const { store } = await open();
    const broken = createReceivedEnquiry(2, { messageId: null as unknown as string });
    await expect(store.insert([broken])).rejects.toThrow();
    expect(await listed(store)).toEqual([]);
  });

  it('are answered for in the order of their group, and none is stored twice that comes again', async () => {
    const { store } = await open();
    await insertSamples(store, 1, 2);
    const added = await store.insert([3, 2, 1].map((number) => createReceivedEnquiry(number)));
    expect(added.map((one) => one.id)).toEqual(listSampleIds(3, 2, 1));
    expect(added.map(({ isNew }) => isNew)).toEqual([true, false, false]);
  });

  it('are stored once by one key, within a group and from two processes at the same time', async () => {
    const { store, again } = await open();
    const other = await again();
    const repeated = Array.from({ length: 20 }, (_, at) =>
      createReceivedEnquiry(at, { message: 'The same', key: 'a key' }),
    );
    await store.insert(repeated.slice(0, 4));
    const added = await Promise.all(repeated.map((one, at) => (at % 2 ? store : other).insert([one])));
    expect([...new Set(added.flat().map((one) => one.id))]).toEqual(await listed(store));
  });

  it('of one address are acknowledged once, also to two processes at the same time', async () => {
    const opened = await open();
    const enabled = { webhook: false, acknowledgement: true };
    const store = createTestStore(opened, enabled);
    await Promise.all([1, 2].map((number) => store.insert([createReceivedEnquiry(number)])));
    const found = await store.find({ ids: listSampleIds(1, 2) });
    expect(found.map(({ acknowledgement }) => `${acknowledgement?.state}`).toSorted()).toEqual(['due', 'suppressed']);
  });

  it('are spam from the fourth of equal texts on, unless the others are long ago or spam themselves', async () => {
    const { store } = await open();
    await store.insert([createReceivedEnquiry(1, { message: 'Buy now', spamReason: 'it smells' })]);
    const add = async (since: Date, ...numbers: number[]) => {
      const alike = numbers.map((number) => createReceivedEnquiry(number, { message: 'Buy now' }));
      return (await store.insert(alike, since)).map(({ isSpam }) => isSpam);
    };
    const yesterday = new Date('2024-12-31T12:00:00Z');
    expect(await add(yesterday, 2)).toEqual([false]);
    expect(await add(yesterday, 3, 4, 5)).toEqual([false, false, true]);
    expect(await add(createSampleEnquiry(4).receivedAt, 20)).toEqual([false]);
  });

  it('are found by a state, a time and a text wherever it stands, and counted', async () => {
    const { store } = await open();
    const second = createReceivedEnquiry(2, { company: '100%_sure\\ Example Ltd Österreich' });
    await insertSamples(store, createReceivedEnquiry(1, { company: 'X' }), second, 3, spam(4));
    await store.record(await leaseNextDelivery(store), { state: 'failed', at: now, reason: 'x' });
    const cases: [EnquiryFilter, number[]][] = [
      [{}, [4, 3, 2, 1]],
      [{ mailState: 'failed' }, [1]],
      [{ mailState: 'withheld' }, [4]],
      [{ isUndelivered: true }, [1]],
      // `from` is inclusive, `until` exclusive.
      [{ receivedFrom: createSampleEnquiry(2).receivedAt, receivedBefore: createSampleEnquiry(3).receivedAt }, [2]],
      [{ query: 'EXAMPLE LTD', status: 'open' }, [3, 2]],
      [{ query: 'osterREICH exam' }, [2]],
      [{ query: 'number 3 ABOUT' }, [3]],
      [{ query: '100%_sure\\' }, [2]],
      [{ query: 'xample' }, []],
      // Operators of the databases' full-text search are literal.
      [{ query: '"exa* OR" & | :' }, []],
      [{ query: '" * :' }, []],
      [{ query: formatReference(createSampleEnquiry(1).id).toLowerCase().replace('-', '') }, [1]],
    ];
    for (const [filter, numbers] of cases) {
      expect([filter, await listed(store, filter)]).toEqual([filter, listSampleIds(...numbers)]);
      expect(await store.count(filter)).toBe(numbers.length);
    }
  });

  it.each(['due', 'delivered', 'failed', 'suppressed', 'unconfirmed'] as const)(
    'have a mail that is %s, and are found by that alone',
    async (state) => {
      const { store, database } = await open();
      await insertSamples(store, 1, spam(2));
      await database.updateTable('deliveries').set({ state }).where('kind', '=', 'mail').execute();
      const found = await store.list({ mailState: state, limit: 9 });
      expect(found.map(getMailState)).toEqual([state]);
      expect((await store.list({ limit: 9 })).map(getMailState)).toEqual(['withheld', state]);
    },
  );

  it.each([{}, { query: 'call' }])('come page by page, also where the end of one was erased: %j', async (filter) => {
    const { store } = await open();
    await insertSamples(store, 1, 2, 3, 4, 5);
    const first = await store.list({ ...filter, limit: 2 });
    const [end] = first.slice(-1);
    await store.erase({ id: `${end?.id}` });
    const rest = await listed(store, { ...filter, afterCursor: `${end && formatCursor(end)}` });
    expect([first.map((one) => one.id), rest]).toEqual([listSampleIds(5, 4), listSampleIds(3, 2, 1)]);
  });

  it('stand in the order in which they are due: an old one that was written about again behind a new one', async () => {
    const { store } = await open();
    const old = createReceivedEnquiry(1, { receivedAt: new Date('2024-12-01T12:00:00Z') });
    await insertSamples(store, old, 2, 3, spam(4));
    await store.applyAction(old.id, { action: 'record message' }, anna);
    expect(await listed(store, { order: 'due' })).toEqual([...listSampleIds(2, 3), old.id]);
    const [first] = await store.list({ order: 'due', limit: 1 });
    await store.erase({ id: `${first?.id}` });
    const afterCursor = `${first && formatCursor(first, 'due')}`;
    expect(await listed(store, { order: 'due', afterCursor })).toEqual([...listSampleIds(3), old.id]);
  });

  it('are due by other office hours once these are computed anew', async () => {
    const { store, database } = await open();
    await insertSamples(store, 1, 2, spam(3));
    const inAnHour = (since: Date) => new Date(since.getTime() + hour);
    await recomputeDueDates(database, inAnHour);
    expect((await store.find({ id }))[0]?.dueAt).toEqual(inAnHour(receivedAt));
  });

  it('are erased with all that is about them: one, many, or all of one person', async () => {
    const { store } = await open();
    const written = ['Else@Example.com', 'else@example.com'].map((email, at) =>
      createReceivedEnquiry(at + 5, { email }),
    );
    await insertSamples(store, 1, 2, 3, 4, ...written);
    await store.applyAction(id, { action: 'note', text: 'Her number is 0117 496 0143' }, anna);
    expect((await store.erase({ email: 'ELSE@example.com' })).ids).toHaveLength(2);
    expect((await store.erase({ id })).ids).toEqual(listSampleIds(1));
    expect(await store.listEvents({ enquiryId: id })).toEqual([]);
    expect((await store.erase({ ids: [...listSampleIds(2, 3), 'nobody'] }, 'anna', 'By request')).ids).toEqual(
      listSampleIds(3, 2),
    );
    expect(await listed(store)).toEqual(listSampleIds(4));
    expect((await leaseNextDelivery(store)).recordId).toBe(createSampleEnquiry(4).id);
    expect(await store.leaseDelivery(never)).toBeNull();
    const event = { actor: 'anna', detail: '2 enquiries', note: 'By request' };
    expect((await store.listEvents({ limit: 9 }))[0]).toMatchObject(event);
  });

  it('are changed by one of two people who act at the same moment', async () => {
    const { store } = await open();
    await insertSamples(store, spam(1));
    const both = [anna, bob].map((by) => store.applyAction(id, { action: 'not spam' }, { ...by, expectedVersion: 0 }));
    expect((await Promise.all(both)).toSorted()).toEqual(['conflict', 'done']);
    expect(await store.find({ id })).toMatchObject([{ status: 'open', mail: { state: 'due', lastReason: null } }]);
    expect(await store.listEvents({ enquiryId: id })).toHaveLength(1);
  });

  it('remind each person for themselves while they are open, and again once a person reopens them', async () => {
    const { store } = await open();
    await insertSamples(store, 1, 2, 3);
    const remind = (number: number, at: Date, who = anna) =>
      store.applyAction(createSampleEnquiry(number).id, { action: 'remind', at }, who);
    const found = async (state: 'due' | 'ahead' | 'none', at = now) =>
      listed(store, { status: 'open', reminder: { person: anna.actor, now: at, state } });
    for (const at of [now, soon]) expect(await remind(3, at)).toBe('done');
    for (const who of [anna, bob]) await remind(1, now, who);
    expect([await found('due'), await found('ahead'), await found('none')]).toEqual([
      listSampleIds(1),
      listSampleIds(3),
      listSampleIds(2),
    ]);
    expect(await found('due', soon)).toEqual(listSampleIds(3, 1));
    await store.applyAction(createSampleEnquiry(3).id, { action: 'cancel reminder' }, anna);
    const listAll = () =>
      Promise.all([anna, bob].map(async ({ actor }) => Object.keys(await store.listReminders(actor))));
    const act = (action: 'close' | 'reopen' | 'record message') => store.applyAction(id, { action }, anna);
    await act('close');
    expect(await listAll()).toEqual([[], []]);
    await act('reopen');
    expect(await listAll()).toEqual([[id], [id]]);
    for (const action of ['close', 'record message'] as const) await act(action);
    expect(await listAll()).toEqual([[], []]);
  });
});

describe.each(databases)('deliveries in %s', (_name, open) => {
  it('go to one of many that ask from two processes, what is due longest first', async () => {
    const { store, again } = await open();
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    await store.insert(numbers.toReversed().map((number) => createReceivedEnquiry(number)));
    expect((await leaseNextDelivery(store)).recordId).toBe(createSampleEnquiry(0).id);
    const both = [store, await again()];
    const asked = Array.from({ length: 30 }, () => both.map((one) => one.leaseDelivery())).flat();
    const leased = (await Promise.all(asked)).flatMap((one) => one ?? []);
    expect(leased.map(({ recordId }) => `${recordId}`).toSorted()).toEqual(listSampleIds(...numbers.slice(1)));
    expect(new Set(leased.map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });

  it('are due again once a lease is released, and who had it changes nothing any more', async () => {
    const { store, database } = await open();
    await insertSamples(store, 1);
    const lost = await leaseNextDelivery(store);
    expect([await endDeliveryLease(database, lost), await endDeliveryLease(database, lost)]).toEqual([true, false]);
    const successor = await leaseNextDelivery(store);
    expect(await store.record(lost, { state: 'failed', at: now, reason: 'late' })).toBe(false);
    expect(await store.record(successor, { state: 'delivered', at: soon })).toBe(true);
  });

  it('are counted by state, with the time since which some wait, or fail', async () => {
    const { store } = await open();
    await insertSamples(store, 1, 2, 3, spam(4));
    await store.record(await leaseNextDelivery(store), { state: 'delivered', at: now });
    await store.record(await leaseNextDelivery(store), { state: 'failed', at: now, reason: 'x' });
    const replied = await store.sendReply(id, { text: 'Yes.', by: anna.actor, version: 0 });
    expect(replied.outcome).toBe('accepted');
    expect(await store.readMailAndBackupHealth()).toMatchObject({
      dueMessages: 2,
      failedMails: 1,
      unsentReplies: 0,
      oldestDueAt: createSampleEnquiry(3).receivedAt,
      oldestFailingAt: createSampleEnquiry(2).receivedAt,
      isDigestFailing: false,
      databaseCreatedAt: expect.any(Date),
    });
  });
});

it('nothing of an erased enquiry is left in any file of SQLite', async () => {
  const { store, path } = openTemporarySqlite();
  await insertSamples(store, createReceivedEnquiry(1, { message: 'unmistakable-words' }));
  await store.sendReply(id, { text: 'unmistakable-answer', by: anna.actor, version: 0 });
  const files = () => [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
  for (const word of ['words', 'answer']) expect(files()).toContain(`unmistakable-${word}`);
  await store.erase({ ids: listSampleIds(1) });
  expect(files()).not.toContain('unmistakable-');
});
