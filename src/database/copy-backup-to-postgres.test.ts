import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getMailState } from '../enquiries/model.ts';
import { createAssetStore } from './asset-store.ts';
import { findMetaValue, storeMeta } from './meta.ts';
import { copyBackupToPostgres } from './copy-backup-to-postgres.ts';
import { createRevisionStore } from '../content/revisions.ts';
import { createAccountRepository } from '../accounts/people.ts';
import { leaseNextDelivery, insertSamples, listSampleIds, soon } from '../enquiries/testing/test-store.ts';
import { executeStatement, openTestPostgres, createTemporaryPostgres } from './testing/test-postgres.ts';
import { createReceivedEnquiry } from '../enquiries/testing/samples.ts';
import { createTemporaryDirectory, openTemporarySqlite } from './testing/temporary-sqlite.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import { listMigrationsTo } from './schema.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

const hold = { since: soon, erased: listSampleIds(4) };

async function openBoth() {
  const url = await createTemporaryPostgres();
  const { database: source, store: from, copyToFile } = openTemporarySqlite();
  const { database: target, store: to, copyToFile: copyBack } = await openTestPostgres(url);
  const backup = join(createTemporaryDirectory(), 'backup.db');
  return {
    url,
    source,
    target,
    from,
    to,
    move: () => copyToFile(backup).then(() => copyBackupToPostgres(backup, target, hold)),
    back: () => copyBack(`${backup}.back`).then(() => openTemporarySqlite(`${backup}.back`).store),
  };
}

describe('moving a backup into PostgreSQL', () => {
  it('brings over everything as it is: ids, states, attempts, times, hashes, settings', async () => {
    const { source, target, from, to, move } = await openBoth();
    const grown = { message: 'Grüße, 你好 👋\n\tübermorgen', company: '', key: 'a key' };
    await insertSamples(
      from,
      createReceivedEnquiry(1, grown),
      2,
      3,
      createReceivedEnquiry(4, { spamReason: 'it smells' }),
      5,
    );
    await from.record(await leaseNextDelivery(from), { state: 'delivered', at: new Date('2025-01-02T12:00:00.123Z') });
    await from.record(await leaseNextDelivery(from), { state: 'failed', at: soon, reason: '550 no such mailbox' });
    await from.record(await leaseNextDelivery(from), { state: 'due', dueAt: soon, reason: '451 later' });
    await createAccountRepository({ database: source }).createInvitation('anna@ours.example');
    const revisionStore = createRevisionStore({ database: source });
    const made = { by: 'anna@ours.example', reason: 'A typo', files: { 'a.yaml': 'Grüße' } };
    for (const baseRevision of [0, 1]) await revisionStore.publishRevision({ ...made, baseRevision });
    await revisionStore.saveDraft({ file: 'a.yaml', by: 'anna@ours.example', base: null, value: { a: 1 } });
    const { id } = createReceivedEnquiry(5);
    const actor = 'anna@ours.example';
    await from.applyAction(id, { action: 'note', text: 'Call back' }, { actor, note: 'Soon' });
    await from.applyAction(id, { action: 'remind', at: soon }, { actor });
    await from.applyAction(id, { action: 'record message' }, { actor });
    const file = { name: 'Preis.pdf', type: 'application/pdf', size: 5, body: Buffer.from('%PDF\0') };
    await from.sendReply(id, { text: 'Grüße', by: actor, version: 2, files: [file] });
    for (const database of [target, source])
      await storeMeta(database, 'purge', database === source ? 'the source’s' : 'the target’s');
    const picture = { path: '/assets/picture-a.jpg', encoding: 'identity', body: Buffer.from('a') };
    for (const database of [source, target]) await createAssetStore({ database }).save(picture, soon);
    await createAssetStore({ database: source }).save({ ...picture, path: '/assets/a.js' }, soon);
    const count = { day: '2025-01-01', kind: 'view' as const, page: '/', detail: '', host: '', campaign: '' };
    await source
      .insertInto('page_counts')
      .values({ ...count, id: 'a\nb', number: 2, visits: 1 })
      .execute();
    await source
      .insertInto('answer_counts')
      .values({ id: 'a', month: '2025-01', hours: 3, kept: 1, number: 1 })
      .execute();
    const before = await from.list({ limit: 10 });
    const found = await from.list({ limit: 10, query: 'übermorgen' });

    expect(await move()).toBeNull();
    expect(await to.list({ limit: 10 })).toEqual(before);
    const [copied] = before.flatMap(({ files }) => files);
    expect(await to.readFiles({ id: `${copied?.id}` })).toMatchObject([{ name: file.name, body: file.body }]);
    expect(new Set(before.map(getMailState)).size).toBe(4);
    expect(found).toHaveLength(1);
    expect(await to.list({ limit: 10, query: 'übermorgen' })).toEqual(found);
    expect(await findMetaValue(target, 'purge')).toBe('the source’s');
    expect(await to.getHold()).toEqual(hold);
    expect(await createAccountRepository({ database: target }).listPeople()).toMatchObject([
      { email: 'anna@ours.example' },
    ]);
    expect(await target.selectFrom('page_counts').select(['id', 'number', 'visits']).execute()).toEqual([
      { id: 'a\nb', number: 2, visits: 1 },
    ]);
    expect(await target.selectFrom('answer_counts').select('hours').execute()).toEqual([{ hours: 3 }]);
    const moved = createRevisionStore({ database: target });
    expect(await moved.readRevision(2)).toEqual(await revisionStore.readRevision(2));
    expect(await moved.listDrafts()).toEqual(await revisionStore.listDrafts());
    const pictures = await target.selectFrom('assets').selectAll().execute();
    expect(pictures).toEqual([{ ...picture, last_current_at: soon }]);
    // Their ids are random.
    const notes = (await to.listEvents({ enquiryId: id })).filter(({ action }) => action === 'note');
    expect(notes).toMatchObject([{ detail: 'Call back', note: 'Soon', version: 1 }]);
    expect(await to.listReminders('anna@ours.example')).toEqual({ [id]: { at: soon, unlessWritten: false } });
    expect(before[0]).toMatchObject({ version: 3, replies: [{ text: 'Grüße', delivery: { state: 'due' } }] });
    // A visitor who repeats a submission from before the move is recognised after it, and so is a text.
    const sameText = [10, 11, 12].map((number) =>
      createReceivedEnquiry(number, { message: createReceivedEnquiry(5).message }),
    );
    const added = await to.insert([createReceivedEnquiry(9, grown), ...sameText], new Date('2025-01-01T12:00:00Z'));
    expect(added[0]).toMatchObject({ id: createReceivedEnquiry(1).id, isNew: false });
    expect(added.map(({ isSpam }) => isSpam)).toEqual([false, false, false, true]);
  });

  it('moves more than one batch', async () => {
    const { from, to, move } = await openBoth();
    await from.insert(Array.from({ length: 1203 }, (_, number) => createReceivedEnquiry(number)));
    expect(await move()).toBeNull();
    expect(await to.count({ mailState: 'due' })).toBe(1203);
  });

  it('moves what was merged into a newer enquiry of a later batch, and backs it up again', async () => {
    const { from, to, move, back } = await openBoth();
    await from.insert(Array.from({ length: 503 }, (_, number) => createReceivedEnquiry(number)));
    const [merged = '', into = ''] = listSampleIds(0, 502);
    expect(await from.mergeEnquiries(merged, into, { actor: 'anna@ours.example' })).toBe('done');
    expect(await move()).toBeNull();
    for (const store of [to, await back()]) {
      expect(await store.count({})).toBe(503);
      expect(await store.find({ id: merged })).toMatchObject([{ mergedInto: into }]);
    }
  });

  it('moves a backup of an older release, which is migrated then, and what was erased since', async () => {
    const url = await createTemporaryPostgres();
    const older = { migrations: listMigrationsTo(5) };
    const { database, copyToFile, close } = openSqliteDatabase(join(createTemporaryDirectory(), 'site.db'), older);
    onTestFinished(close);
    await storeMeta(database, 'purge', 'older');
    const backup = join(createTemporaryDirectory(), 'backup.db');
    await copyToFile(backup);
    const target = openPostgresDatabase(url, older);
    onTestFinished(target.close);
    expect(await copyBackupToPostgres(backup, target.database, { ...hold, mails: ['a hash'] })).toBeNull();
    const migrated = await openTestPostgres(url);
    expect(await findMetaValue(migrated.database, 'purge')).toBe('older');
    await migrated.store.countErasure({ reappearedIds: [] });
    expect(await migrated.database.selectFrom('erased_mails').selectAll().execute()).toEqual([{ hash: 'a hash' }]);
    expect(await migrated.store.getHold()).toEqual(hold);
  });

  it('moves nothing into a database that has an enquiry, a publication or somebody who was invited', async () => {
    const { target, from, to, move } = await openBoth();
    await insertSamples(from, 1);
    await insertSamples(to, 2);
    expect(await move()).toContain('enquiries (1)');
    expect((await to.list({ limit: 10 })).map(({ id }) => id)).toEqual(listSampleIds(2));
    await to.erase({ id: createReceivedEnquiry(2).id });
    await createAccountRepository({ database: target }).createInvitation('anna@ours.example');
    expect(await move()).toContain('people (1)');
    await createAccountRepository({ database: target }).removePerson('anna@ours.example');
    await createRevisionStore({ database: target }).publishRevision({ by: '', reason: '', files: {}, baseRevision: 0 });
    expect(await move()).toContain('publications (1)');
  });

  it('waits for whoever is writing to the target, and sees what they wrote', async () => {
    const { url, from, to, move } = await openBoth();
    await insertSamples(from, 1);
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    onTestFinished(() => writer.end());
    await writer.query(`BEGIN; INSERT INTO people VALUES ('a@ours.example', 'a', now(), '')`);
    const moving = move();
    const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted AND relation IS NOT NULL';
    await expect.poll(() => executeStatement(url, waiting)).toHaveLength(1);
    await writer.query('COMMIT');
    expect(await moving).toContain('people (1)');
    expect(await to.count({})).toBe(0);
  });
});
