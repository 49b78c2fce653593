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
    const from = performance.now();
    let longestTurn = 0;
    for (let last = from; last - from < 500;) {
      await setImmediate();
      const turn = performance.now() - last;
      longestTurn = Math.max(longestTurn, turn);
      last += turn;
    }
    expect(added).toBeUndefined();
    expect(longestTurn).toBeLessThan(1000);
    await releaseLock();
    await adding;
    expect((await store.list({ limit: 10 })).map(({ id }) => id)).toEqual(listSampleIds(2, 1));
  });

  it('is waited for by all that ask together once, not by each in turn; afterwards it is asked for and not waited for', async () => {
    const { store, releaseLock } = await lockedStore();
    const waited = async (writes: number): Promise<number> => {
      const from = performance.now();
      const attempts = Array.from({ length: writes }, () => store.verifyWritable());
      for (const attempt of await Promise.allSettled(attempts)) {
        expect(attempt).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(locked) } });
      }
      return performance.now() - from;
    };
    const together = await waited(4);
    expect(together).toBeGreaterThan(4900);
    expect(together).toBeLessThan(10_000);
    // A reader is not kept out, and proves nothing.
    expect(await store.count({})).toBe(1);
    expect(await waited(2)).toBeLessThan(2500);
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
