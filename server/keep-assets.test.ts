import { describe, expect, it } from 'vitest';
import { createSqlAssets } from '../enquiries/storage/sql-assets.ts';
import { temporarySqlite } from '../enquiries/testing/temporary.ts';
import { readStaticFiles } from './static-files.ts';
import { keepAssets } from './keep-assets.ts';
import { recordedLog } from '../start/testing/site-under-test.ts';
import { writeBuild } from '../start/testing/stored-site.ts';

const day = 24 * 60 * 60 * 1000;

/** A database and its servers, with a clock that stands until it is told to move. */
function start() {
  const store = createSqlAssets(temporarySqlite().database);
  const { log, lines } = recordedLog();
  const due: { at: number; act: () => void }[] = [];
  const database = { isAway: false };
  let time = new Date('2025-01-01T12:00:00Z').getTime();
  let rounds = 0;
  const keep: typeof store.keep = async (...one) =>
    database.isAway ? Promise.reject(new Error('away')) : store.keep(...one);
  const clock = {
    now: () => new Date(time),
    after(pause: number, act: () => void) {
      rounds += 1;
      const waiting = { at: time + pause, act };
      due.push(waiting);
      return () => void due.splice(due.indexOf(waiting), 1);
    },
  };

  function server(name: string) {
    const files = readStaticFiles(`${writeBuild({ '/icon.svg': '', [`/assets/${name}`]: name })}/client`);
    return keepAssets({ store: { keep, remove: store.remove }, files, log, clock });
  }
  return {
    server,
    store,
    due,
    database,
    log: () => lines.join(''),
    addresses: async () => (await store.addresses()).sort(),
    /** Lets the time go on, until so many times a server has done what it does at once, or each day. */
    async pass(milliseconds: number, many: number): Promise<void> {
      time += milliseconds;
      for (const one of due.filter(({ at }) => at <= time)) {
        due.splice(due.indexOf(one), 1);
        one.act();
      }
      await expect.poll(() => rounds).toBe(many);
    },
  };
}

describe('the assets of a release', () => {
  it('are stored at the start in every encoding, and stay for a week from when the last server with them has ended', async () => {
    const { server, store, addresses, pass, log, due } = start();
    const older = server('older.js');
    older.start();
    await pass(0, 1);
    expect([...(await store.bodies('/assets/older.js')).keys()].sort()).toEqual(['br', 'gzip', 'identity']);
    await pass(3 * day, 2);
    await older.stop();

    const newer = server('newer.js');
    newer.start();
    await pass(0, 3);
    for (let passed = 1; passed <= 7; passed += 1) {
      await pass(day, 3 + passed);
      expect(await addresses()).toEqual(['/assets/newer.js', '/assets/older.js']);
    }
    await pass(day, 11);
    expect(await addresses()).toEqual(['/assets/newer.js']);
    expect(log()).toContain('"assets":1,"msg":"removed assets of other releases"');
    await newer.stop();
    expect(due).toEqual([]);
  });

  it('are stored soon after the database is back, and the log tells once that it was away', async () => {
    const { server, addresses, database, pass, log } = start();
    database.isAway = true;
    server('a.js').start();
    await pass(0, 1);
    await pass(10_000, 2);
    database.isAway = false;
    await pass(10_000, 3);
    expect(await addresses()).toEqual(['/assets/a.js']);
    expect(log().split('are not stored yet')).toHaveLength(2);
  });
});
