import { describe, expect, it, vi } from 'vitest';
import { createAssetStore } from '../database/asset-store.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { createRecordedLog } from '../start/testing/test-server.ts';
import { createTestBuild } from '../start/testing/server-with-pages.ts';
import { createAssetFinder } from './asset-finder.ts';
import { createAssetStorageJob } from './asset-storage-job.ts';

const begin = new Date('2025-01-01T12:00:00Z');

/** A database, and what makes servers with an asset each, by a clock that only moves when it is told to. */
function start() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: begin });
  const blobStore = createAssetStore(openTemporarySqlite());
  const { log } = createRecordedLog();
  /** Starts one; resolves once it has stored its asset, to what lets a day pass until it has again, and to its end. */
  async function startServer(name: string) {
    const files = await createTestBuild({ '/icon.svg': '', [`/assets/${name}`]: name });
    const kept = createAssetStorageJob({ blobStore, files, renewPictures: async () => {}, log });
    kept.start();
    const isDone = async () => {
      await expect.poll(() => vi.getTimerCount()).toBe(1);
    };
    await isDone();
    const passDay = async () => {
      await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
      await isDone();
    };
    return { passDay, stop: kept.stop };
  }
  const addresses = async () => (await blobStore.listPaths()).sort();
  return { store: blobStore, startServer, addresses };
}

it('the assets of a release are stored at the start in every encoding, and stay for a week from when the last server with them has ended', async () => {
  const { store, startServer, addresses } = start();
  const older = await startServer('older.js');
  expect([...(await store.readBodies('/assets/older.js')).keys()].sort()).toEqual(['br', 'gzip', 'identity']);
  await older.passDay();
  await older.stop();
  const newer = await startServer('newer.js');
  for (let days = 1; days < 7; days += 1) {
    await newer.passDay();
    expect(await addresses()).toEqual(['/assets/newer.js', '/assets/older.js']);
  }
  await newer.passDay();
  expect(await addresses()).toEqual(['/assets/newer.js']);
  await newer.stop();
});

describe('an asset of another release', () => {
  /** A database with files of ten bytes, the queries that it was asked, and a clock that only moves when it is told to. */
  async function start() {
    const store = createAssetStore(openTemporarySqlite());
    const add = (name: string, encoding = 'identity') =>
      store.save({ path: `/assets/${name}`, encoding, body: Buffer.alloc(10, name) }, begin);
    for (const name of ['a.js', 'b.css', 'c.js']) await add(name);
    const queries: string[] = [];
    /** Runs before the database answers. */
    const database = { before: async (): Promise<void> => {} };
    async function ask<Answer>(query: string, answer: () => Promise<Answer>): Promise<Answer> {
      queries.push(query);
      await database.before();
      return answer();
    }
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const find = createAssetFinder({
      listPaths: () => ask('list', () => store.listPaths()),
      readBodies: (address) => ask(address, () => store.readBodies(address)),
    });
    return {
      add,
      queries,
      database,
      find: async (name: string) => find(`/assets/${name}`),
      passSecond: () => vi.advanceTimersByTimeAsync(1000),
    };
  }

  it('is found with its type and all encodings that this release knows, and read once', async () => {
    const { find, add, queries } = await start();
    for (const encoding of ['br', 'gzip', 'of the future']) await add('a.js', encoding);
    const [file, same] = await Promise.all([find('a.js'), find('a.js')]);
    expect(file).toMatchObject({ kind: 'asset', mediaType: 'text/javascript; charset=utf-8' });
    expect([...(file?.variants.keys() ?? [])].sort()).toEqual(['br', 'gzip', 'identity']);
    expect(file?.variants.get('br')?.body).toEqual(Buffer.alloc(10, 'a.js'));
    expect([same, await find('a.js')]).toEqual([file, file]);
    expect(queries).toEqual(['list', '/assets/a.js']);
  });

  it('is looked for by one query a second, whatever is asked for and however often', async () => {
    const { find, add, queries, passSecond } = await start();
    for (const second of [1, 2, 3]) {
      const found = await Promise.all(Array.from({ length: 1000 }, (_, index) => find(`${second}-${index}.js`)));
      expect(new Set(found)).toEqual(new Set([undefined]));
      expect(queries).toHaveLength(second);
      await passSecond();
    }
    // One that another server has stored meanwhile is there then.
    await add('1-1.js');
    expect(await find('1-1.js')).toBeDefined();
  });

  it('is none after a second where the database is slow, which is asked the same no more until it has answered', async () => {
    const { find, database, queries, passSecond } = await start();
    const read = await find('c.js');
    const hanging = Promise.withResolvers<void>();
    database.before = () => hanging.promise;
    for (const _again of [1, 2]) {
      const asked = [find('a.js'), find('b.css')];
      await passSecond();
      expect(await Promise.all(asked)).toEqual([undefined, undefined]);
    }
    expect(queries).toEqual(['list', '/assets/c.js', '/assets/a.js', '/assets/b.css']);
    expect(await find('c.js')).toBe(read);
    hanging.resolve();
    expect(await find('a.js')).toBeDefined();
  });

  it('that is a picture is read again once a hundred others were read since', async () => {
    const { find, add, queries } = await start();
    const names = Array.from({ length: 101 }, (_, index) => `picture-${index}.jpg`);
    for (const name of names) await add(name);
    for (const name of [...names, 'a.js', 'picture-0.jpg', 'picture-100.jpg', 'a.js']) await find(name);
    expect(queries.slice(-3)).toEqual(['/assets/picture-100.jpg', '/assets/a.js', '/assets/picture-0.jpg']);
  });
});
