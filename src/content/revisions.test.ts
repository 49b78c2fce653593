import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databaseCases, openTestPostgres, createTemporarySchema } from '../database/testing/test-postgres.ts';
import { createRevisionStore } from './revisions.ts';
import type { Database } from '../database/database.ts';

const day = 24 * 60 * 60 * 1000;
const by = 'anna@example.com';
const made = (headline: string) => ({ by, reason: 'A typo', files: { 'home.yaml': { headline } } });
const draft = (value: unknown, file = 'home.yaml', who = by) => ({ file, by: who, base: { a: 1 }, value });

/** A store whose clock is set by hand. */
function contentWith(database: Database) {
  const clock = { time: Date.UTC(2025, 0, 1), now: () => new Date(clock.time) };
  return { store: createRevisionStore({ database, clock }), clock };
}

describe.each(databaseCases)('revisions in %s', (_name, open) => {
  const start = async () => contentWith((await open()).database);

  it('are handed out one by one, whole, as they were published', async () => {
    const { store, clock } = await start();
    expect([await store.readNewestNumber(), await store.readRevision(0)]).toEqual([0, null]);
    expect(await store.listRevisions()).toEqual([]);
    expect(await store.publishRevision({ ...made('Grüße, 你好 👋 </script>'), baseRevision: 0 })).toBe(1);
    clock.time += day;
    expect(await store.publishRevision({ ...made('Two'), baseRevision: 1 })).toBe(2);
    expect(await store.readNewestNumber()).toBe(2);
    const first = { number: 1, at: new Date(Date.UTC(2025, 0, 1)), ...made('Grüße, 你好 👋 </script>') };
    expect(await store.readRevision(1)).toEqual(first);
    expect((await store.listRevisions()).map(({ number, at }) => [number, at.getUTCDate()])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  it('stay as they are where somebody has published meanwhile, with the drafts', async () => {
    const { store } = await start();
    await store.publishRevision({ ...made('One'), baseRevision: 0 });
    await store.saveDraft(draft('text'));
    const drafts = await store.listDrafts();
    expect(await store.publishRevision({ ...made('Other'), baseRevision: 0, drafts })).toBe('overtaken');
    expect([await store.readNewestNumber(), await store.listDrafts()]).toMatchObject([1, [{ value: 'text' }]]);
  });

  it('stay as they are, and the drafts too, where the last step of a publication fails', async () => {
    const { database } = await open();
    const { store } = contentWith(database);
    await store.saveDraft(draft('text'));
    const drafts = await store.listDrafts();
    await sql`ALTER TABLE drafts RENAME COLUMN saved_at TO away`.execute(database);
    await expect(store.publishRevision({ ...made('One'), baseRevision: 0, drafts })).rejects.toThrow('saved_at');
    await sql`ALTER TABLE drafts RENAME COLUMN away TO saved_at`.execute(database);
    expect([await store.readNewestNumber(), await store.listDrafts()]).toMatchObject([0, [{ value: 'text' }]]);
  });

  it('are kept for two years or as the last 200, whichever is more', async () => {
    const { store, clock } = await start();
    for (let baseRevision = 0; baseRevision < 202; baseRevision += 1)
      await store.publishRevision({ ...made('Old'), baseRevision });
    expect(await store.listRevisions()).toHaveLength(202);
    clock.time += 731 * day;
    await store.publishRevision({ ...made('New'), baseRevision: 202 });
    const kept = await store.listRevisions();
    expect([kept.length, kept.at(-1)?.number]).toEqual([200, 4]);
  });

  it('have a draft for each person and file, which goes with its publication unless it was saved anew', async () => {
    const { store, clock } = await start();
    await store.saveDraft(draft('mine'));
    await store.saveDraft(draft(null, 'about.yaml'));
    const published = await store.listDrafts();
    await store.saveDraft(draft('theirs', 'home.yaml', 'ben@example.com'));
    clock.time += 1;
    await store.saveDraft(draft('mine, later'));
    await store.publishRevision({ ...made('One'), baseRevision: 0, drafts: published });
    const left = (await store.listDrafts()).map(({ file, value, base }) => [file, value, base]);
    expect(left).toEqual([
      ['home.yaml', 'mine, later', { a: 1 }],
      ['home.yaml', 'theirs', { a: 1 }],
    ]);
    expect([await store.deleteDraft('home.yaml', by), await store.deleteDraft('home.yaml', by)]).toEqual([true, false]);
  });

  it('have one time where two are chosen at once, and are published once, at it or by hand', async () => {
    const { store, clock } = await start();
    await Promise.all([1, 2, 3, 4].map(() => store.listDrafts()));
    for (let baseRevision = 0; baseRevision < 10; baseRevision += 1) {
      await store.saveDraft(draft('mine'));
      const drafts = await store.listDrafts();
      await Promise.all([1, 2].map(() => store.saveSchedule({ at: clock.now(), by, reason: 'A typo', drafts })));
      const schedules = await store.listSchedules();
      expect(schedules).toHaveLength(1);
      const publications = [schedules[0]?.id, undefined].map((scheduleId) =>
        store.publishRevision({ ...made('One'), baseRevision, drafts, scheduleId }),
      );
      expect(new Set(await Promise.all(publications))).toEqual(new Set([baseRevision + 1, 'overtaken']));
      expect(await store.listSchedules()).toEqual([]);
    }
  });
});

it('of two servers that publish at the same moment one does', async () => {
  const url = await createTemporarySchema();
  const stores = [await openTestPostgres(url), await openTestPostgres(url)].map(({ database }) =>
    createRevisionStore({ database }),
  );
  for (let baseRevision = 0; baseRevision < 10; baseRevision += 1) {
    const outcomes = await Promise.all(stores.map((store) => store.publishRevision({ ...made('Both'), baseRevision })));
    expect(new Set(outcomes)).toEqual(new Set([baseRevision + 1, 'overtaken']));
  }
});
