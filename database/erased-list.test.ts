import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdKey } from './database.ts';
import { allChannels, claim, fill, idsOf, never, now } from '../enquiries/testing/opened-store.ts';
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
    await expect(store.erase({ ids: idsOf(1) }, fullDisk)).rejects.toThrow('no room');
    expect(await store.count({})).toBe(2);
    await store.erase({ ids: idsOf(1) }, (ids) => void kept.push(...ids));
    await store.record(await claim(store), { state: 'delivered', at: now });
    await store.purge(never, ['delivered'], (ids) => void kept.push(...ids));
    expect([kept, await store.count({})]).toEqual([idsOf(1, 2), 0]);
  });

  it('nothing is claimed or due while all of it is held, and everything after', async () => {
    const { store, database } = await open();
    await fill(store, 1);
    const value = JSON.stringify({ since: now, erased: idsOf(7) });
    await database.insertInto('settings').values({ key: holdKey, value }).execute();
    await fill(store, 2);
    expect(await store.hold()).toEqual({ since: now, erased: idsOf(7) });
    expect([await store.claimDue(never, allChannels), await store.nextDueAt(allChannels)]).toEqual([null, null]);
    expect(await store.health(now)).toMatchObject({ counts: { due: 2 }, heldSince: now });
    await store.releaseHold();
    expect([await store.hold(), (await claim(store)).enquiry?.id]).toEqual([null, idsOf(1)[0]]);
  });
});
