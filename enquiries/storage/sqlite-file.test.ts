import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fill, now } from '../testing/opened-store.ts';
import { temporaryDirectory, temporarySqlite } from '../testing/temporary.ts';

/** A database that was opened and used. */
async function usedDatabase(path?: string) {
  const opened = temporarySqlite(path);
  await fill(opened.store, 1);
  return opened;
}

async function closedDatabase(): Promise<string> {
  const { path, close } = await usedDatabase();
  await close();
  return path;
}

it.skipIf(process.platform === 'win32')(
  'the database file is its owner’s alone, whatever the directory, the umask and its rights before',
  async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o777);
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const { path } = await usedDatabase(join(directory, 'site.db'));
    const files = ['', '-wal', '-shm', '.stands'].map((ending) => path + ending);
    const rights = () => files.map((file) => (statSync(file).mode & 0o777).toString(8));
    expect(rights()).toEqual(['600', '600', '600', '600']);
    for (const file of files.slice(0, 3)) chmodSync(file, 0o644);
    await temporarySqlite(path).ready();
    expect(rights()).toEqual(['600', '600', '600', '600']);
  },
);

describe('a database that has stood', () => {
  it.each<[string, (path: string) => void]>([
    ['missing', (path) => rmSync(path)],
    ['empty', (path) => truncateSync(path)],
  ])('and whose file is %s is not begun anew; restored, it opens', async (_what, lose) => {
    const path = await closedDatabase();
    const backup = readFileSync(path);
    lose(path);
    const opened = temporarySqlite(path);
    const reason = expect.stringMatching(/missing or empty.*Restore it from a backup, or delete .*site\.db\.stands/);
    await expect(opened.ready()).rejects.toMatchObject({ place: path, reason, isLasting: false });
    expect(existsSync(path) && statSync(path).size > 0).toBe(false);
    writeFileSync(path, backup);
    await expect.poll(() => opened.store.count({}).catch(() => 'away'), { timeout: 10_000 }).toBe(1);
  });

  it('can be begun anew by who deletes the file that says so, which explains itself and comes again', async () => {
    const path = await closedDatabase();
    const marker = `${path}.stands`;
    const says = /^A database has been here since 20\S+\. If site\.db is missing, restore/;
    expect(readFileSync(marker, 'utf8')).toMatch(says);
    rmSync(path);
    rmSync(marker);
    expect(await temporarySqlite(path).store.count({})).toBe(0);
    expect(existsSync(marker)).toBe(true);
  });
});

it.each<[string, (path: string) => void | Promise<void>]>([
  ['deleted', (path) => rmSync(path)],
  ['replaced by another', async (path) => renameSync(await closedDatabase(), path)],
  ['left without its write-ahead log', (path) => rmSync(`${path}-wal`)],
  ['deleted with its directory', (path) => rmSync(dirname(path), { recursive: true })],
])(
  'a database file that is lost while it is open because it was %s acknowledges nothing any more, and does not count as writable',
  async (_what, lose) => {
    const { path, store } = await usedDatabase();
    await lose(path);
    const words = /site\.db .* was replaced or removed under the running server.* A restart opens what is there now/;
    await expect(fill(store, 2)).rejects.toThrow(words);
    await expect(store.proveWritable(now)).rejects.toThrow(words);
    // What was acknowledged before can still be mailed; what was refused is not.
    expect(await store.count({})).toBe(1);
  },
);
