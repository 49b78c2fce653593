import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { databaseCases, openTestPostgres, prepareEmptySchema } from '../database/testing/test-postgres.ts';
import { anna, createCoreUnderTest } from './testing/core-under-test.ts';
import type { SendOutcome } from '../outbox/send-outcome.ts';
import { createReceivedMail, day, sampleFields } from './testing/samples.ts';
import { noSentMails } from './testing/test-store.ts';

const ada = sampleFields.email;
const files = [{ name: 'brief.pdf', type: 'application/pdf', size: 4, body: Buffer.from('%PDF') }];

describe.each(databaseCases)('a person who is erased, on %s', (_kind, open) => {
  /** Ada has an enquiry, has written in Ben's, was for a time the address of Cleo's, and has sent two other mails. */
  async function startWithAda() {
    const databaseDependencies = await open();
    const recordErasedIds = vi.fn<(ids: readonly string[]) => void>();
    const deleteForEnquiries = vi.fn(async (_ids: readonly string[]) => {});
    const sentMails = { ...noSentMails, deleteForEnquiries };
    const core = createCoreUnderTest({ databaseDependencies, serviceOptions: { recordErasedIds }, sentMails });
    const { enquiries, receive, deliver, find, receiveMail } = core;
    const correct = (id: string, email: string) => core.act(id, { action: 'correct address', email });
    const [own, bens, cleos] = [
      await receive(),
      await receive({ ...sampleFields, email: `n${ada}`, message: 'Of Ben' }),
      await receive({ ...sampleFields, email: 'cleo@example.org', message: 'Of Cleo' }),
    ];
    await correct(cleos, ada.toUpperCase());
    for (const id of [own, bens, cleos]) {
      await core.act(id, { action: 'assign', to: 'ben@ours.example' });
      await core.reply(id, { text: 'Good day', files });
    }
    await deliver();
    const listWords = async () => {
      const entry = databaseDependencies.database.selectFrom('search_entries').select('words');
      return (await entry.where('enquiry_id', '=', bens).executeTakeFirst())?.words.split(' ').toSorted();
    };
    const wordsBefore = await listWords();
    const [ofOwn = [], ofBens = [], ofCleos = []] = await Promise.all(
      [own, bens, cleos].map(async (id) => [(await find(id)).messages.at(-1)?.messageId ?? '']),
    );
    const mails = [
      createReceivedMail({ references: ofOwn, files }),
      createReceivedMail({ references: ofBens, text: 'Wednesday', files }),
      createReceivedMail({ references: ofBens, kind: 'automatic' }),
      createReceivedMail({ from: { name: '', address: ada.toUpperCase() }, files }),
      createReceivedMail(),
    ];
    for (const mail of mails) await receiveMail(mail);
    const report = {
      messageIds: ofCleos,
      recipients: [],
      subject: '',
      reason: `550 no such mailbox <${ada}>, nor <n${ada}>`,
    };
    const mailer = { name: '', address: 'mailer-daemon@relay.example' };
    const text = `Not delivered to ${ada}`;
    await receiveMail(createReceivedMail({ from: mailer, kind: 'bounce', report, text }));
    const [left] = await enquiries.listOtherMail({ limit: 1 });
    await enquiries.dismissOtherMail(left?.id ?? '', anna);
    await correct(cleos, 'cleo@example.com');
    const read = () => Promise.all(mails.map(receiveMail));
    const spies = { recordErasedIds, deleteForEnquiries };
    return { ...core, ...databaseDependencies, ...spies, own, bens, cleos, mails, read, listWords, wordsBefore };
  }

  it('goes with enquiries, messages in conversations of others, and other mail, as was said before', async () => {
    const { enquiries, own, bens, deleteForEnquiries, found, listWords, wordsBefore } = await startWithAda();
    const counts = { enquiries: 1, messages: 2, otherMails: 1, mentions: 0 };
    expect(await enquiries.countErasure({ email: `${ada} ` })).toEqual(counts);
    expect(await enquiries.erase({ email: ada.toUpperCase() }, anna, 'By request')).toEqual({ ...counts, ids: [own] });
    const detail = '1 enquiry, 2 messages in conversations of others and 1 other mail';
    expect(await enquiries.listEvents({ limit: 1 })).toMatchObject([{ action: 'erase', detail, note: 'By request' }]);
    expect(await found(bens)).toMatchObject({ messages: [{ text: 'Of Ben' }, { text: 'Good day' }], files: [{}] });
    expect(deleteForEnquiries.mock.calls.flat(2)).toEqual(expect.arrayContaining([own, bens]));
    expect(await enquiries.list({ query: 'wednesday', limit: 9 })).toEqual([]);
    expect(await listWords()).toEqual(wordsBefore);
    expect(await enquiries.countErasure({ email: ada })).toEqual({
      enquiries: 0,
      messages: 0,
      otherMails: 0,
      mentions: 0,
    });
  });

  it('has their address nowhere any more, and others have theirs', async () => {
    const { enquiries, database, bens, find, receiveMail } = await startWithAda();
    const from = { name: '', address: '"eve"@example.net' };
    await receiveMail(createReceivedMail({ from, references: [(await find(bens)).messageId] }));
    for (const email of [ada, from.address]) await enquiries.erase({ email });
    const names = (await database.introspection.getTables()).map(({ name }) => name as 'enquiries');
    const readable = names.filter((name) => !/^search_index|^schema_/.test(name));
    const rows = readable.map((name) => database.selectFrom(name).selectAll().execute());
    const all = JSON.stringify(await Promise.all(rows)).toLowerCase();
    expect(all).not.toMatch(new RegExp(`.{0,99}(?<!n)${ada}`));
    expect(all).not.toMatch(/.{0,99}eve\\*"@/);
    expect(all).toContain(`550 no such mailbox <an erased address>, nor <n${ada}>`);
  });

  it('is not read anew, and in no restored backup: of each mail the hash stays', async () => {
    const { enquiries, mails, read, recordErasedIds, own, database } = await startWithAda();
    await enquiries.erase({ email: ada });
    expect(await read()).toEqual(mails.map(() => 'known'));
    const hashes = mails.slice(0, 4).map(({ hash }) => hash);
    expect(recordErasedIds.mock.calls.flat(2).toSorted()).toEqual([own, ...hashes].toSorted());
    await database.deleteFrom('messages').where('kind', '=', 'dismissed').execute();
    expect((await read()).filter((outcome) => outcome === 'other')).toHaveLength(1);
  });

  it('is found by an address that was corrected since, with what was merged into theirs', async () => {
    const { enquiries, cleos, receive, merge } = await startWithAda();
    const second = await receive({ ...sampleFields, email: 'cleo@example.com', message: 'Of Cleo, too' });
    expect(await merge(second, cleos)).toBe('done');
    expect(await enquiries.count({ email: 'CLEO@example.org' })).toBe(2);
    expect((await enquiries.erase({ email: 'cleo@example.org' })).ids).toEqual([second, cleos]);
  });
});

it('a person who has only been in copy goes from the recipients of others, and gets nothing that waits', async () => {
  const databaseDependencies = openTemporarySqlite();
  const deleteForEnquiries = vi.fn(async (_ids: readonly string[]) => {});
  const sentMails = { ...noSentMails, deleteForEnquiries };
  const later = { state: 'due', reason: '450 not now, cleo@example.org', isCopy: true } as const;
  const taken = { state: 'delivered', reason: null } as const;
  const copied = { 'Cleo@example.org': later, 'n_cleo@example.org': { ...taken, isCopy: true } } as const;
  const recipientStates = { [ada]: taken, ...copied };
  const outcomes: SendOutcome[] = [{ delivered: true }, { delivered: true, recipientStates }];
  const core = createCoreUnderTest({ databaseDependencies, sentMails, outcomes });
  const { enquiries, receive, reply, deliver, find, receiveMail, advanceClock, sent } = core;
  const id = await receive();
  const [cleo, dan] = [
    { name: 'C', address: 'Cleo@example.org' },
    { name: 'D', address: 'n_cleo@example.org' },
  ];
  const recipients = [cleo, dan];
  await reply(id, { recipients });
  await deliver();
  const references = [(await find(id)).messageId];
  await receiveMail(createReceivedMail({ references, recipients, replyTo: 'cleo@example.org' }));
  await receiveMail(createReceivedMail({ from: { name: '', address: 'eve@example.net' }, recipients }));
  const counts = { enquiries: 0, messages: 0, otherMails: 0, mentions: 3 };
  expect(await enquiries.countErasure({ email: 'cleo@example.org' })).toEqual(counts);
  expect(await enquiries.erase({ email: 'cleo@example.org' })).toEqual({ ...counts, ids: [] });
  expect(await enquiries.listEvents({ limit: 1 })).toMatchObject([{ detail: '3 mentions in mails of others' }]);
  expect(deleteForEnquiries.mock.calls.flat(2)).toEqual([id]);
  const { database } = databaseDependencies;
  const rows = [database.selectFrom('messages'), database.selectFrom('deliveries')] as const;
  const all = JSON.stringify(await Promise.all(rows.map((row) => row.selectAll().execute()))).toLowerCase();
  expect(all).not.toMatch(/.{0,99}(?<!n_)cleo@/);
  expect((await find(id)).messages.map((one) => one.recipients)).toEqual([[], [dan], [dan]]);
  advanceClock(day);
  await deliver();
  expect(sent).toHaveLength(2);
  expect((await find(id)).replies).toMatchObject([{ delivery: { state: 'delivered' } }]);
});

it('a mail that says it is from a colleague goes alone: the site still writes to them', async () => {
  const databaseDependencies = openTemporarySqlite();
  const { enquiries, receive, deliver, find, receiveMail, sent } = createCoreUnderTest({ databaseDependencies });
  const people = { email: anna, handle: 'anna', added_at: new Date(), roles: '' };
  await databaseDependencies.database.insertInto('people').values(people).execute();
  const id = await receive();
  await deliver();
  await enquiries.applyAction(id, { action: 'assign', to: anna }, { actor: 'ben@ours.example' });
  const references = [(await find(id)).messageId];
  const claim = createReceivedMail({
    from: { name: '', address: anna },
    references,
    recipients: [{ name: '', address: ada }],
  });
  expect(await receiveMail(claim)).toBe('claim');
  expect(await enquiries.erase({ email: anna })).toMatchObject({ messages: 1 });
  await deliver();
  expect(sent.at(-1)?.to).toEqual([anna]);
});

it('a person is erased while conversations of others are merged: neither waits for the other', async () => {
  const databaseDependencies = await openTestPostgres(await prepareEmptySchema());
  const { database } = databaseDependencies;
  const { enquiries, receive, find, receiveMail, merge } = createCoreUnderTest({ databaseDependencies });
  const [source, other, target] = [await receive(), await receive(), await receive()];
  const from = { name: '', address: 'eve@example.net' };
  for (const id of [source, other])
    await receiveMail(createReceivedMail({ from, references: [(await find(id)).messageId] }));
  expect(await merge(source, target)).toBe('done');
  const erase = () => enquiries.erase({ email: from.address });
  expect(await eraseDuringMerge(database, [other, target], erase)).toMatchObject({ messages: 2 });
});

it('a person is erased while their enquiries are merged, of which the later is made of an older mail: neither waits for the other', async () => {
  const databaseDependencies = await openTestPostgres(await prepareEmptySchema());
  const { enquiries, receive, receiveMail, makeEnquiry } = createCoreUnderTest({ databaseDependencies });
  const first = await receive();
  await receiveMail(createReceivedMail({ receivedAt: new Date('2024-12-31') }));
  const [mail] = await enquiries.listOtherMail({ limit: 1 });
  const second = (await makeEnquiry(mail?.id)) ?? '';
  const erase = () => enquiries.erase({ email: ada });
  expect(await eraseDuringMerge(databaseDependencies.database, [first, second], erase)).toMatchObject({ enquiries: 2 });
});

/** Erases while another connection locks two enquiries one after another, as a merge does. */
async function eraseDuringMerge<Erased>(
  database: Database,
  ids: readonly [string, string],
  erase: () => Promise<Erased>,
) {
  const merging = await database.startTransaction().execute();
  const lock = (id: string) =>
    merging.selectFrom('enquiries').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  await lock(ids[0]);
  const erased = erase();
  const waiting = sql`SELECT 1 FROM pg_locks WHERE NOT granted`;
  await expect.poll(async () => (await waiting.execute(database)).rows.length, { timeout: 30_000 }).toBeGreaterThan(0);
  await lock(ids[1]);
  await merging.commit().execute();
  return erased;
}

it('mails that expire are not read anew either, and stand beside backups', async () => {
  const recordErasedIds = vi.fn<(ids: readonly string[]) => void>();
  const { enquiries, receive, find, receiveMail } = createCoreUnderTest({ serviceOptions: { recordErasedIds } });
  const id = await receive();
  const mails = [createReceivedMail(), createReceivedMail({ references: [(await find(id)).messageId] })];
  const read = () => Promise.all(mails.map(receiveMail));
  expect(await read()).toEqual(['other', 'reply']);
  await enquiries.dismissOtherMail((await enquiries.listOtherMail({ limit: 1 }))[0]?.id ?? '', anna);
  await enquiries.purge(new Date('2026-01-01'));
  expect([await enquiries.count({}), await read()]).toEqual([0, ['known', 'known']]);
  const ids = [id, ...mails.map(({ hash }) => hash)];
  expect(recordErasedIds.mock.calls.flat(2).toSorted()).toEqual(ids.toSorted());
});
