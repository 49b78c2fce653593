import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { insertSamples } from '../enquiries/testing/test-store.ts';
import { createTemporaryDirectory, openTemporarySqlite } from './testing/temporary-sqlite.ts';

/** A database that was opened and used. */
async function usedDatabase(path?: string) {
  const opened = openTemporarySqlite(path);
  await insertSamples(opened.store, 1);
  return opened;
}

/** Empties the log into the file, as each command does that erases. */
async function writeByCommand(path: string): Promise<void> {
  const command = openTemporarySqlite(path);
  await command.dialect.scrubDeletedText(command.database);
}

async function closedDatabase(): Promise<string> {
  const { path, close } = await usedDatabase();
  await close();
  return path;
}

it.skipIf(process.platform === 'win32')('the database file is its owner’s alone, whatever the umask', async () => {
  const directory = createTemporaryDirectory();
  chmodSync(directory, 0o777);
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const { path } = await usedDatabase(join(directory, 'site.db'));
  const files = ['', '-wal', '-shm', '.stands'].map((ending) => path + ending);
  const rights = () => files.map((file) => (statSync(file).mode & 0o777).toString(8));
  expect(rights()).toEqual(['600', '600', '600', '600']);
  for (const file of files.slice(0, 3)) chmodSync(file, 0o644);
  await openTemporarySqlite(path).ensureOpen();
  expect(rights()).toEqual(['600', '600', '600', '600']);
});

describe('a database that has stood', () => {
  it.each<[string, (path: string) => void]>([
    ['missing', (path) => rmSync(path)],
    ['empty', (path) => truncateSync(path)],
  ])('and whose file is %s is not begun anew; restored, it opens', async (_what, lose) => {
    const path = await closedDatabase();
    const backup = readFileSync(path);
    lose(path);
    const opened = openTemporarySqlite(path);
    const reason = expect.stringMatching(/missing or empty.*Restore it from a backup, or delete .*site\.db\.stands/);
    await expect(opened.ensureOpen()).rejects.toMatchObject({ location: path, reason, isPermanent: false });
    expect(existsSync(path) && statSync(path).size > 0).toBe(false);
    writeFileSync(path, backup);
    await expect.poll(() => opened.store.count({}).catch(() => 'away')).toBe(1);
  });

  it('can be begun anew by who deletes the file that says so, which comes again', async () => {
    const path = await closedDatabase();
    const marker = `${path}.stands`;
    rmSync(path);
    rmSync(marker);
    expect(await openTemporarySqlite(path).store.count({})).toBe(0);
    expect(existsSync(marker)).toBe(true);
  });
});

it.each<[string, (path: string) => void | Promise<void>]>([
  ['deleted', (path) => rmSync(path)],
  ['replaced by another', async (path) => renameSync(await closedDatabase(), path)],
  ['left without its write-ahead log', (path) => rmSync(`${path}-wal`)],
  ['deleted with its directory', (path) => rmSync(dirname(path), { recursive: true })],
])('an open database whose file was %s acknowledges nothing, and is not writable', async (_what, lose) => {
  const { path, store } = await usedDatabase();
  await lose(path);
  const words = /site\.db .* was replaced or removed under the running server.* A restart opens what is there now/;
  await expect(insertSamples(store, 2)).rejects.toThrow(words);
  await expect(store.verifyWritable()).rejects.toThrow(words);
  // Enquiries acknowledged before can still be mailed; refused ones are not.
  expect(await store.count({})).toBe(1);
});

describe('a database whose file is the same, and whose content is not, while it is open', () => {
  it.each<[string, (path: string, older: Buffer) => void]>([
    ['overwritten by an older copy', (path, older) => writeFileSync(path, older)],
    ['cut off', (path) => truncateSync(path, 4096)],
    ['emptied', (path) => truncateSync(path)],
  ])('acknowledges nothing once the file was %s', async (_what, harm) => {
    const opened = await usedDatabase();
    const { path, store, dialect, database } = opened;
    await dialect.scrubDeletedText(database);
    const older = readFileSync(path);
    // More than the pages that the next one changes again.
    await insertSamples(store, ...Array.from({ length: 60 }, (_, number) => number + 2));
    await dialect.scrubDeletedText(database);
    await insertSamples(store, 62);
    harm(path, older);
    await expect(insertSamples(store, 63)).rejects.toThrow();
    await expect(store.verifyWritable()).rejects.toThrow();
  });

  it('acknowledges nothing once its log was emptied', async () => {
    const { path, store } = await usedDatabase();
    truncateSync(`${path}-wal`);
    await expect(insertSamples(store, 2)).rejects.toThrow();
  });

  it('acknowledges nothing once the file was overwritten while it was checked', async () => {
    const { path, store, dialect, database } = await usedDatabase();
    await dialect.scrubDeletedText(database);
    const older = readFileSync(path);
    await insertSamples(store, 2);
    await writeByCommand(path);
    const adding = insertSamples(store, 3);
    await setImmediate();
    writeFileSync(path, older);
    await expect(adding).rejects.toThrow();
    await expect(store.verifyWritable()).rejects.toThrow();
  });

  it('goes on after a command has emptied the log into the file', async () => {
    const { path, store } = await usedDatabase();
    await writeByCommand(path);
    await insertSamples(store, 2);
    await store.verifyWritable();
    expect(await store.count({})).toBe(2);
  });
});

describe('a database that lacks what was acknowledged', () => {
  /** As a killed server leaves its files, in another place, but for the log. */
  async function withoutLog(): Promise<string> {
    const { path, store, dialect, database } = await usedDatabase();
    await dialect.scrubDeletedText(database);
    await insertSamples(store, 2);
    const lost = join(createTemporaryDirectory(), 'site.db');
    for (const ending of ['', '.newest']) copyFileSync(path + ending, lost + ending);
    return lost;
  }

  it('says so from when it is opened, until somebody says that it may', async () => {
    const path = await withoutLog();
    for (const _start of [1, 2]) {
      const { ensureOpen, findDataLoss, store, close } = openTemporarySqlite(path);
      await ensureOpen();
      expect(findDataLoss()).toMatch(
        /its newest is 1, and 2 was acknowledged\. Restore a backup, or delete .*site\.db\.missing/,
      );
      // New ones are taken all the same.
      await insertSamples(store, 3 + _start);
      await close();
    }
    rmSync(`${path}.missing`);
    const { ensureOpen, findDataLoss } = openTemporarySqlite(path);
    await ensureOpen();
    expect(findDataLoss()).toBeNull();
  });

  it('says nothing of a file that nothing is missing from, after a kill or a stop', async () => {
    const { path, store, findDataLoss } = await usedDatabase();
    await insertSamples(store, 2);
    const killed = join(createTemporaryDirectory(), 'site.db');
    for (const ending of ['', '-wal', '.newest']) copyFileSync(path + ending, killed + ending);
    const { ensureOpen, ...opened } = openTemporarySqlite(killed);
    await ensureOpen();
    expect([findDataLoss(), opened.findDataLoss(), await opened.store.count({})]).toEqual([null, null, 2]);
  });
});

/** A database with 200 MB of files, to which a command has written since its server last looked. */
async function largeDatabase() {
  const path = await closedDatabase();
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  file.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  for (let number = 0; number < 20; number += 1)
    file.exec(`INSERT INTO files VALUES ('${number}', 'none', 'a.bin', '', 10000000, zeroblob(10000000))`);
  file.close();
  const opened = openTemporarySqlite(path);
  await insertSamples(opened.store, 2);
  await writeByCommand(path);
  return opened;
}

it('a command that has erased makes new enquiries wait until the whole file is checked, and nobody else', async () => {
  const { path, store } = await largeDatabase();
  const before = performance.eventLoopUtilization();
  await Promise.all([3, 4, 5].map((number) => insertSamples(store, number)));
  // Of a check of half a second, a thread that does nothing else is busy for a hundredth.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  using reader = new DatabaseSync(path, { readOnly: true });
  expect(reader.prepare('SELECT count(*) AS stored FROM enquiries').get()).toEqual({ stored: 5 });
});
