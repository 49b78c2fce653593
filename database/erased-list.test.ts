import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim, fill, idsOf, never, now } from '../enquiries/testing/test-store.ts';
import { findNextDueTime } from '../outbox/deliveries.ts';
import { eachDatabase } from './testing/postgres.ts';
import { temporaryDirectory } from './testing/temporary.ts';
import { appendErased, readErased } from './erased-list.ts';

it('a list of what was erased belongs to its owner alone, and a line that a crash has cut off spoils no other', () => {
  const list = join(temporaryDirectory(), 'a', 'site.db.erased');
  expect(readErased(list)).toEqual([]);
  appendErased(list, idsOf(1));
  appendFileSync(list, `\n${idsOf(2)[0]?.slice(0, 9)}`);
  appendErased(list, idsOf(3, 4));
  expect([readErased(list), statSync(list).mode & 0o777]).toEqual([idsOf(1, 3, 4), 0o600]);
});

describe.each(eachDatabase)('on %s', (_kind, open) => {
  it('an enquiry goes once its id is kept, and stays where that fails', async () => {
    const { store } = await open();
    await fill(store, 1, 2);
    const kept: string[] = [];
    const fullDisk = () => {
      throw new Error('no room');
    };
    store.whenErasing(fullDisk);
    await expect(store.erase({ ids: idsOf(1) })).rejects.toThrow('no room');
    expect(await store.count({})).toBe(2);
    store.whenErasing((ids) => void kept.push(...ids));
    await store.erase({ ids: idsOf(1) });
    await store.record(await claim(store), { state: 'delivered', at: now });
    await store.purge(never);
    expect([kept, await store.count({})]).toEqual([idsOf(1, 2), 0]);
  });

  it('nothing is claimed or due while all of it is held, and everything after', async () => {
    const { store, database } = await open();
    await fill(store, 1);
    const value = JSON.stringify({ since: now, erased: idsOf(7) });
    await database.insertInto('meta').values({ key: 'hold', value }).execute();
    await fill(store, 2);
    expect(await store.hold()).toEqual({ since: now, erased: idsOf(7) });
    expect([await store.lease(never), await findNextDueTime(database, ['mail'])]).toEqual([null, null]);
    expect(await store.health()).toMatchObject({ due: 2, heldSince: now });
    await store.releaseHold();
    expect([await store.hold(), (await claim(store)).aboutId]).toEqual([null, idsOf(1)[0]]);
  });
});
