import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getMailState } from '../enquiries/model.ts';
import { getMeta, setMeta } from './meta.ts';
import { moveBackup } from './move-database.ts';
import { createRevisionStore } from '../content/revisions.ts';
import { createPeople } from '../accounts/people.ts';
import { claim, fill, idsOf, soon } from '../enquiries/testing/test-store.ts';
import { execute, openPostgres, temporaryPostgres } from './testing/postgres.ts';
import { receivedEnquiry } from '../enquiries/testing/samples.ts';
import { temporaryDirectory, temporarySqlite } from './testing/temporary.ts';

const hold = { since: soon, erased: idsOf(4) };

async function openBoth() {
  const url = await temporaryPostgres();
  const { database: source, store: from, copyTo } = temporarySqlite();
  const { database: target, store: to } = await openPostgres(url);
  const backup = join(temporaryDirectory(), 'backup.db');
  return { url, source, target, from, to, move: () => copyTo(backup).then(() => moveBackup(backup, target, hold)) };
}

describe('moving a backup into PostgreSQL', () => {
  it('brings over everything as it is: ids, states, attempts, times, hashes, settings', async () => {
    const { source, target, from, to, move } = await openBoth();
    const grown = { message: 'Grüße, 你好 👋\n\tübermorgen', company: '', key: 'a key' };
    await fill(from, receivedEnquiry(1, grown), 2, 3, receivedEnquiry(4, { spamReason: 'it smells' }), 5);
    await from.record(await claim(from), { state: 'delivered', at: new Date('2025-01-02T12:00:00.123Z') });
    await from.record(await claim(from), { state: 'failed', at: soon, reason: '550 no such mailbox' });
    await from.record(await claim(from), { state: 'due', dueAt: soon, reason: '451 later' });
    await createPeople(source).invite('anna@ours.example');
    const words = createRevisionStore(source);
    const made = { by: 'anna@ours.example', reason: 'A typo', files: { 'a.yaml': 'Grüße' } };
    for (const after of [0, 1]) await words.publish({ ...made, after });
    await words.saveDraft({ file: 'a.yaml', by: 'anna@ours.example', base: null, value: { a: 1 } });
    const { id } = receivedEnquiry(5);
    const who = 'anna@ours.example';
    await from.act(id, { action: 'note', text: 'Call back' }, { who, note: 'Soon' });
    await from.act(id, { action: 'remind', at: soon }, { who });
    await from.act(id, { action: 'written again' }, { who });
    await from.reply(id, { text: 'Grüße', by: who, version: 2 });
    for (const database of [target, source])
      await setMeta(database, 'purge', database === source ? 'the source’s' : 'the target’s');
    const before = await from.list({ limit: 10 });
    const found = await from.list({ limit: 10, text: 'übermorgen' });

    expect(await move()).toBeNull();
    expect(await to.list({ limit: 10 })).toEqual(before);
    expect(new Set(before.map(getMailState)).size).toBe(4);
    expect(found).toHaveLength(1);
    expect(await to.list({ limit: 10, text: 'übermorgen' })).toEqual(found);
    expect(await getMeta(target, 'purge')).toBe('the source’s');
    expect(await to.hold()).toEqual(hold);
    expect(await createPeople(target).people()).toMatchObject([{ email: 'anna@ours.example' }]);
    const moved = createRevisionStore(target);
    expect(await moved.version(2)).toEqual(await words.version(2));
    expect(await moved.drafts()).toEqual(await words.drafts());
    // Their ids are random.
    const notes = (await to.events({ enquiryId: id })).filter(({ action }) => action === 'note');
    expect(notes).toMatchObject([{ detail: 'Call back', note: 'Soon', version: 1 }]);
    expect(await to.reminders('anna@ours.example')).toEqual({ [id]: soon });
    expect(before[0]).toMatchObject({ version: 3, replies: [{ text: 'Grüße', delivery: { state: 'due' } }] });
    // A visitor who repeats a submission from before the move is recognised after it, and so is a text.
    const sameText = [10, 11, 12].map((number) => receivedEnquiry(number, { message: receivedEnquiry(5).message }));
    const added = await to.add([receivedEnquiry(9, grown), ...sameText], new Date('2025-01-01T12:00:00Z'));
    expect(added[0]).toMatchObject({ id: receivedEnquiry(1).id, isNew: false });
    expect(added.map(({ isSpam }) => isSpam)).toEqual([false, false, false, true]);
  });

  it('moves more than one batch', async () => {
    const { from, to, move } = await openBoth();
    await from.add(Array.from({ length: 1203 }, (_, number) => receivedEnquiry(number)));
    expect(await move()).toBeNull();
    expect(await to.count({ mail: 'due' })).toBe(1203);
  });

  it('moves nothing into a database that has an enquiry, a publication or somebody who was invited', async () => {
    const { target, from, to, move } = await openBoth();
    await fill(from, 1);
    await fill(to, 2);
    expect(await move()).toContain('enquiries (1)');
    expect((await to.list({ limit: 10 })).map(({ id }) => id)).toEqual(idsOf(2));
    await to.erase({ id: receivedEnquiry(2).id });
    await createPeople(target).invite('anna@ours.example');
    expect(await move()).toContain('people (1)');
    await createPeople(target).remove('anna@ours.example');
    await createRevisionStore(target).publish({ by: '', reason: '', files: {}, after: 0 });
    expect(await move()).toContain('publications (1)');
  });

  it('waits for whoever is writing to the target, and sees what they wrote', async () => {
    const { url, from, to, move } = await openBoth();
    await fill(from, 1);
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    onTestFinished(() => writer.end());
    await writer.query(`BEGIN; INSERT INTO people VALUES ('a@ours.example', 'a', now(), '')`);
    const moving = move();
    const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted AND relation IS NOT NULL';
    await expect.poll(() => execute(url, waiting)).toHaveLength(1);
    await writer.query('COMMIT');
    expect(await moving).toContain('people (1)');
    expect(await to.count({})).toBe(0);
  });
});
