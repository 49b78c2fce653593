import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lockSqliteFile } from './testing/lock-holder.ts';
import { leaseNextDelivery, listSampleIds } from '../enquiries/testing/test-store.ts';
import { createReceivedEnquiry } from '../enquiries/testing/samples.ts';
import { openTemporarySqlite } from './testing/temporary-sqlite.ts';

const locked = /database is locked/;

/** Its file is locked by another process, which has to give the lock back. */
async function lockedStore() {
  const opened = openTemporarySqlite();
  await opened.store.insert([createReceivedEnquiry(1)]);
  return { ...opened, ...(await lockSqliteFile(opened.path)) };
}

describe('a SQLite file that another process has locked', () => {
  it('is written as soon as it can be, and holds up nothing else meanwhile', async () => {
    const { store, releaseLock } = await lockedStore();
    let added: unknown;
    const adding = store.insert([createReceivedEnquiry(2)]).then((result) => (added = result));
    for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
    expect(added).toBeUndefined();
    await releaseLock();
    await adding;
    expect((await store.list({ limit: 10 })).map(({ id }) => id)).toEqual(listSampleIds(2, 1));
  });

  it('refuses all that write, lets others read, and is written again afterwards', async () => {
    const { store, releaseLock } = await lockedStore();
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => store.verifyWritable()));
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(locked) } });
    expect(await store.count({})).toBe(1);
    await releaseLock();
    await store.verifyWritable();
    expect((await leaseNextDelivery(store)).recordId).toBe(listSampleIds(1)[0]);
  });
});

it('what another process was reading while it was erased leaves the last file with the next erasing', async () => {
  const { store, path } = openTemporarySqlite();
  await store.insert([createReceivedEnquiry(1, { message: 'unmistakable-words' })]);
  const words = () => [path, `${path}-wal`].some((file) => readFileSync(file, 'latin1').includes('unmistakable-words'));
  const reader = await lockSqliteFile(path, 'BEGIN; SELECT * FROM enquiries');
  expect(await store.erase({ id: createReceivedEnquiry(1).id })).toMatchObject({ enquiries: 1 });
  expect(words()).toBe(true);
  await reader.releaseLock();
  await store.erase({ id: 'nobody' });
  expect(words()).toBe(false);
});
