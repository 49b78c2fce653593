import { describe, expect, it } from 'vitest';
import { createSqlAssets } from '../enquiries/storage/sql-assets.ts';
import { temporarySqlite } from '../enquiries/testing/temporary.ts';
import { findAssets } from './find-assets.ts';

const day = new Date('2025-01-01T00:00:00Z');

/** A database with files of ten bytes, the queries that it was asked, and a clock that stands until it is told to move. */
async function start({ names = ['a.js', 'b.css'], bytes = 1000 } = {}) {
  const store = createSqlAssets(temporarySqlite().database);
  const add = (name: string, encoding = 'identity') =>
    store.keep({ address: `/assets/${name}`, encoding, body: Buffer.alloc(10, name) }, day);
  for (const name of names) await add(name);
  const queries: string[] = [];
  /** What the database does before it answers. */
  const database = { before: async (): Promise<void> => {} };
  async function ask<Answer>(query: string, answer: () => Promise<Answer>): Promise<Answer> {
    queries.push(query);
    await database.before();
    return answer();
  }
  let waiting: (() => void)[] = [];
  const find = findAssets(
    {
      addresses: () => ask('list', () => store.addresses()),
      bodies: (address) => ask(address, () => store.bodies(address)),
    },
    { bytes, clock: { after: (_pause, act) => (waiting.push(act), () => {}) } },
  );
  return {
    store,
    add,
    queries,
    database,
    find: async (name: string) => find(`/assets/${name}`),
    async passSecond() {
      for (const act of waiting.splice(0)) act();
      // What waited for it goes on before this does.
      await new Promise(setImmediate);
    },
  };
}

describe('an asset of another release', () => {
  it('is found with its type and all encodings that this release knows, and read once', async () => {
    const { find, add, queries } = await start();
    for (const encoding of ['br', 'gzip', 'of the future']) await add('a.js', encoding);
    const [file, same] = await Promise.all([find('a.js'), find('a.js')]);
    expect(file).toMatchObject({ kind: 'asset', type: 'text/javascript; charset=utf-8' });
    expect([...(file?.variants.keys() ?? [])].sort()).toEqual(['br', 'gzip', 'identity']);
    expect(file?.variants.get('br')?.body).toEqual(Buffer.alloc(10, 'a.js'));
    expect([same, await find('a.js')]).toEqual([file, file]);
    expect(queries).toEqual(['list', '/assets/a.js']);
  });

  it('is found as soon as another server has stored it, and the list was read a second ago', async () => {
    const { find, add, passSecond } = await start();
    expect(await find('new.js')).toBeUndefined();
    await add('new.js');
    expect(await find('new.js')).toBeUndefined();
    await passSecond();
    expect(await find('new.js')).toBeDefined();
  });

  it('is looked for by one query a second, whatever is asked for and however often', async () => {
    const { find, queries, passSecond } = await start();
    for (const second of [1, 2, 3]) {
      const found = await Promise.all(Array.from({ length: 1000 }, (_, index) => find(`${second}-${index}.js`)));
      expect(new Set(found)).toEqual(new Set([undefined]));
      expect(queries).toHaveLength(second);
      await passSecond();
    }
  });

  it('that was removed since the list was read is none, and costs no second query', async () => {
    const { find, store, queries, passSecond } = await start();
    const read = await find('a.js');
    await store.remove({ before: new Date(), bytes: 1000 }, new Set());
    for (const _time of [1, 2, 3]) expect(await find('b.css')).toBeUndefined();
    expect(queries).toEqual(['list', '/assets/a.js', '/assets/b.css']);
    // What was read is still there to be sent.
    expect(await find('a.js')).toBe(read);
    await passSecond();
    expect(await find('b.css')).toBeUndefined();
    expect(queries.slice(3)).toEqual(['list']);
  });

  it('is none while the database is away, which is asked once a second, and is there once it is back', async () => {
    const { find, database, queries, passSecond } = await start();
    database.before = () => Promise.reject(new Error('away'));
    for (const _time of [1, 2, 3]) expect(await find('a.js')).toBeUndefined();
    expect(queries).toEqual(['list']);
    await passSecond();
    database.before = async () => {};
    expect(await find('a.js')).toBeDefined();
  });

  it('is none after a second where the database is slow, which is asked nothing more until it has answered', async () => {
    const { find, database, queries, passSecond } = await start({ names: ['a.js', 'b.css', 'c.js'] });
    const read = await find('c.js');
    await passSecond();
    const hanging = Promise.withResolvers<void>();
    database.before = () => hanging.promise;
    const asked = [find('a.js'), find('b.css'), find('unknown')];
    await passSecond();
    expect(await Promise.all(asked)).toEqual([undefined, undefined, undefined]);
    // At once, from now on.
    expect(await find('a.js')).toBeUndefined();
    await passSecond();
    expect(queries).toEqual(['list', '/assets/c.js', '/assets/a.js']);
    expect(await find('c.js')).toBe(read);
    hanging.resolve();
    await expect.poll(() => find('a.js')).toBeDefined();
  });

  it('makes room in memory for what is wanted, and is read again', async () => {
    const { find, queries, passSecond } = await start({ names: ['a', 'b', 'c'], bytes: 20 });
    for (const name of ['a', 'b', 'a', 'c', 'a']) expect(await find(name)).toBeDefined();
    await passSecond();
    expect(await find('b')).toBeDefined();
    expect(queries).toEqual(['list', '/assets/a', '/assets/b', '/assets/c', '/assets/b']);
  });
});
