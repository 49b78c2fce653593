import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fill, now } from '../testing/opened-store.ts';
import { temporaryDirectory, temporarySqlite } from '../testing/temporary.ts';

const companions = ['', '-wal', '-shm'];
const rightsOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

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

describe.skipIf(process.platform === 'win32')('the rights of the database file', () => {
  it('are its owner’s alone, in a directory that is open to all and with a umask that takes nothing away', async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o777);
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const { path } = await usedDatabase(join(directory, 'site.db'));
    const files = [...companions, '.stands'].map((ending) => path + ending);
    expect(files.map(rightsOf)).toEqual(files.map(() => '600'));
  });

  it('are taken from others where they had them, of the file and of its companions', async () => {
    const { path } = await usedDatabase();
    for (const ending of companions) chmodSync(path + ending, 0o644);
    await temporarySqlite(path).ready();
    expect(companions.map((ending) => rightsOf(path + ending))).toEqual(['600', '600', '600']);
  });
});

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

  it('can be begun anew by who deletes the file that says so, which explains itself', async () => {
    const path = await closedDatabase();
    const marker = `${path}.stands`;
    expect(readFileSync(marker, 'utf8')).toMatch(
      /^A database has been here since 20\S+\. If site\.db is missing, restore/,
    );
    rmSync(path);
    rmSync(marker);
    expect(await temporarySqlite(path).store.count({})).toBe(0);
    expect(existsSync(marker)).toBe(true);
  });

  it('gets that file when it is opened, where a version made it that knew nothing of it', async () => {
    const path = await closedDatabase();
    rmSync(`${path}.stands`);
    await temporarySqlite(path).ready();
    expect(existsSync(`${path}.stands`)).toBe(true);
  });
});

describe('a database file that is lost while it is open', () => {
  it.each<[string, (path: string) => void | Promise<void>]>([
    ['deleted', (path) => rmSync(path)],
    ['moved away', (path) => renameSync(path, `${path}.old`)],
    ['replaced by another', async (path) => renameSync(await closedDatabase(), path)],
    ['left without its write-ahead log', (path) => rmSync(`${path}-wal`)],
    ['deleted with its directory', (path) => rmSync(dirname(path), { recursive: true })],
  ])('because it was %s acknowledges nothing any more, and does not count as writable', async (_what, lose) => {
    const { path, store } = await usedDatabase();
    await lose(path);
    const words = /site\.db .* was replaced or removed under the running server.* A restart opens what is there now/;
    await expect(fill(store, 2)).rejects.toThrow(words);
    await expect(store.proveWritable(now)).rejects.toThrow(words);
    // What was acknowledged before can still be mailed; what was refused is not.
    expect(await store.count({})).toBe(1);
  });

  it('is right again as soon as it is moved back', async () => {
    const { path, store } = await usedDatabase();
    renameSync(path, `${path}.old`);
    await expect(fill(store, 2)).rejects.toThrow('replaced or removed');
    renameSync(`${path}.old`, path);
    await fill(store, 3);
    expect(await temporarySqlite(path).store.count({})).toBe(2);
  });
});
