import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaseNextDelivery, insertSamples, listSampleIds, never, now } from '../enquiries/testing/test-store.ts';
import { findNextDueTime } from '../outbox/delivery-queries.ts';
import { databaseCases } from './testing/test-postgres.ts';
import { createTemporaryDirectory } from './testing/temporary-sqlite.ts';
import { appendErasedIds, isMailHash, readErasedIds } from './erased-list.ts';

it('a list of what was erased belongs to its owner alone, and a line that a crash has cut off spoils no other', () => {
  const list = join(createTemporaryDirectory(), 'a', 'site.db.erased');
  expect(readErasedIds(list)).toEqual([]);
  appendErasedIds(list, listSampleIds(1));
  appendFileSync(list, `\n${listSampleIds(2)[0]?.slice(0, 9)}`);
  const mail = `-${'a_B'.repeat(14)}`;
  appendErasedIds(list, [...listSampleIds(3, 4), mail]);
  appendErasedIds(list, [mail]);
  expect([readErasedIds(list), statSync(list).mode & 0o777]).toEqual([[...listSampleIds(1, 3, 4), mail], 0o600]);
  expect(readErasedIds(list).filter(isMailHash)).toEqual([mail]);
});

describe.each(databaseCases)('on %s', (_kind, open) => {
  it('an enquiry goes once its id is kept, and stays where that fails', async () => {
    const { store } = await open();
    await insertSamples(store, 1, 2);
    const kept: string[] = [];
    const fullDisk = () => {
      throw new Error('no room');
    };
    store.setErasureCallback(fullDisk);
    await expect(store.erase({ ids: listSampleIds(1) })).rejects.toThrow('no room');
    expect(await store.count({})).toBe(2);
    store.setErasureCallback((ids) => void kept.push(...ids));
    await store.erase({ ids: listSampleIds(1) });
    await store.record(await leaseNextDelivery(store), { state: 'delivered', at: now });
    await store.purge(never);
    expect([kept, await store.count({})]).toEqual([listSampleIds(1, 2), 0]);
  });

  it('nothing is claimed or due while all of it is held, and everything after', async () => {
    const { store, database } = await open();
    await insertSamples(store, 1);
    const value = JSON.stringify({ since: now, erased: listSampleIds(7) });
    await database.insertInto('meta').values({ key: 'hold', value }).execute();
    await insertSamples(store, 2);
    expect(await store.getHold()).toEqual({ since: now, erased: listSampleIds(7) });
    expect([await store.leaseDelivery(never), await findNextDueTime(database, ['mail'])]).toEqual([null, null]);
    expect(await store.readMailAndBackupHealth()).toMatchObject({ dueMessages: 2, heldSince: now });
    await store.releaseHold();
    expect([await store.getHold(), (await leaseNextDelivery(store)).recordId]).toEqual([null, listSampleIds(1)[0]]);
  });
});
