import { describe, expect, it } from 'vitest';
import { createAssetStore, type AssetStore } from './asset-store.ts';
import { databaseCases, openTestPostgres, createTemporarySchema } from './testing/test-postgres.ts';

const day = (number: number) => new Date(Date.UTC(2025, 0, number));

async function keep(store: AssetStore, address: string, at: Date): Promise<void> {
  for (const encoding of ['br', 'identity'])
    await store.save({ path: address, encoding, body: Buffer.alloc(5, encoding) }, at);
}

const listed = async (store: AssetStore) => (await store.listPaths()).sort();

describe.each(databaseCases)('the assets in %s', (_name, open) => {
  const start = async () => createAssetStore(await open());

  it('are handed out as they were stored, by their encodings, and are known once the plain form is there', async () => {
    const store = await start();
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await store.save({ path: '/assets/a.js', encoding: 'gzip', body: everyByte }, day(1));
    expect(await store.listPaths()).toEqual([]);
    await store.save({ path: '/assets/a.js', encoding: 'identity', body: Buffer.alloc(0) }, day(1));
    expect(await store.listPaths()).toEqual(['/assets/a.js']);
    const encodings = [
      ['gzip', everyByte],
      ['identity', Buffer.alloc(0)],
    ] as const;
    expect(await store.readBodies('/assets/a.js')).toEqual(new Map(encodings));
  });

  it('go once no server has had them in its build since a time, and stay where one has', async () => {
    const store = await start();
    for (const [name, number] of [
      ['older', 1],
      ['renewed', 1],
      ['newer', 2],
      ['renewed', 3],
    ] as const)
      await keep(store, name, day(number));
    expect(await store.removeUnused(day(2))).toEqual(['older']);
    expect(await listed(store)).toEqual(['newer', 'renewed']);
  });
});

it('the assets in PostgreSQL are complete after several servers have stored and removed them at once', async () => {
  const url = await createTemporarySchema();
  const open = async () => createAssetStore(await openTestPostgres(url));
  const stores = [await open(), await open(), await open()] as const;
  const own = ['a', 'b', 'c', 'd'];
  for (let round = 1; round <= 20; round += 1)
    await Promise.all(
      stores.map(async (store, index) => {
        for (const name of index === 0 ? own.toReversed() : own) await keep(store, name, day(round));
        await keep(store, `of round ${round}`, day(round));
        await store.removeUnused(day(round));
      }),
    );
  expect(await listed(stores[0])).toEqual([...own, 'of round 20']);
});
