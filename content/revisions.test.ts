import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachDatabase, openPostgres, temporarySchema } from '../database/testing/postgres.ts';
import { createRevisionStore } from './revisions.ts';
import type { Database } from '../database/database.ts';

const day = 24 * 60 * 60 * 1000;
const by = 'anna@example.com';
const made = (headline: string) => ({
  by,
  reason: 'A typo',
  files: { 'home.yaml': { headline } },
});
const draft = (value: unknown, file = 'home.yaml', who = by) => ({ file, by: who, base: { a: 1 }, value });

/** A store whose clock is set by hand. */
function wordsIn(database: Database) {
  const clock = { time: Date.UTC(2025, 0, 1), now: () => new Date(clock.time) };
  return { store: createRevisionStore(database, clock), clock };
}

describe.each(eachDatabase)('the words in %s', (_name, open) => {
  const start = async () => wordsIn((await open()).database);

  it('are handed out version by version, whole, as they were published', async () => {
    const { store, clock } = await start();
    expect([await store.newest(), await store.version(0), await store.versions()]).toEqual([0, null, []]);
    expect(await store.publish({ ...made('Grüße, 你好 👋 </script>'), after: 0 })).toBe(1);
    clock.time += day;
    expect(await store.publish({ ...made('Two'), after: 1 })).toBe(2);
    expect(await store.newest()).toBe(2);
    const first = { number: 1, at: new Date(Date.UTC(2025, 0, 1)), ...made('Grüße, 你好 👋 </script>') };
    expect(await store.version(1)).toEqual(first);
    expect((await store.versions()).map(({ number, at }) => [number, at.getUTCDate()])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  it('stay as they are where somebody has published meanwhile, with the drafts', async () => {
    const { store } = await start();
    await store.publish({ ...made('One'), after: 0 });
    await store.saveDraft(draft('text'));
    const drafts = await store.drafts();
    expect(await store.publish({ ...made('Other'), after: 0, drafts })).toBe('overtaken');
    expect([await store.newest(), await store.drafts()]).toMatchObject([1, [{ value: 'text' }]]);
  });

  it('stay as they are, and the drafts too, where the last step of a publication fails', async () => {
    const { database } = await open();
    const { store } = wordsIn(database);
    await store.saveDraft(draft('text'));
    const drafts = await store.drafts();
    await sql`ALTER TABLE drafts RENAME COLUMN saved_at TO away`.execute(database);
    await expect(store.publish({ ...made('One'), after: 0, drafts })).rejects.toThrow('saved_at');
    await sql`ALTER TABLE drafts RENAME COLUMN away TO saved_at`.execute(database);
    expect([await store.newest(), await store.drafts()]).toMatchObject([0, [{ value: 'text' }]]);
  });

  it('are kept for two years or as the last 200, whichever is more', async () => {
    const { store, clock } = await start();
    for (let after = 0; after < 202; after += 1) await store.publish({ ...made('Old'), after });
    expect(await store.versions()).toHaveLength(202);
    clock.time += 731 * day;
    await store.publish({ ...made('New'), after: 202 });
    const kept = await store.versions();
    expect([kept.length, kept.at(-1)?.number]).toEqual([200, 4]);
  });

  it('have a draft for each person and file, which goes with its publication unless it was saved anew', async () => {
    const { store, clock } = await start();
    await store.saveDraft(draft('mine'));
    await store.saveDraft(draft(null, 'about.yaml'));
    const published = await store.drafts();
    await store.saveDraft(draft('theirs', 'home.yaml', 'ben@example.com'));
    clock.time += 1;
    await store.saveDraft(draft('mine, later'));
    await store.publish({ ...made('One'), after: 0, drafts: published });
    const left = (await store.drafts()).map(({ file, value, base }) => [file, value, base]);
    expect(left).toEqual([
      ['home.yaml', 'mine, later', { a: 1 }],
      ['home.yaml', 'theirs', { a: 1 }],
    ]);
    expect([await store.discardDraft('home.yaml', by), await store.discardDraft('home.yaml', by)]).toEqual([
      true,
      false,
    ]);
  });
});

it('of two servers that publish at the same moment one does', async () => {
  const url = await temporarySchema();
  const stores = [await openPostgres(url), await openPostgres(url)].map(({ database }) =>
    createRevisionStore(database),
  );
  for (let after = 0; after < 10; after += 1) {
    const outcomes = await Promise.all(stores.map((store) => store.publish({ ...made('Both'), after })));
    expect(new Set(outcomes)).toEqual(new Set([after + 1, 'overtaken']));
  }
});
