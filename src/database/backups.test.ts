import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { listBackups, makeBackup, pruneBackups, removeBackup } from './backups.ts';
import { createTemporaryDirectory } from './testing/temporary-sqlite.ts';

const day = 24 * 60 * 60_000;
const now = new Date('2026-11-22T08:00:00.123Z');
const rightsOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

async function copyTo(file: string): Promise<void> {
  using copy = new DatabaseSync(file);
  copy.exec('CREATE TABLE enquiries (id)');
}

/** Makes a backup. Resolves to its path, or to why there is none. */
async function make(directory: string, at = now, beforeSchema?: number): Promise<string> {
  const made = await makeBackup(directory, { at, ...(beforeSchema !== undefined && { beforeSchema }) }, copyTo);
  return made.ok ? made.path : made.reason;
}

describe('a backup', () => {
  it('is named by its time, and belongs to its owner alone, as does its directory', async () => {
    const directory = join(createTemporaryDirectory(), 'a', 'backups');
    const path = join(directory, 'website-2026-11-22T08-00-00Z.db');
    expect(await make(directory)).toBe(path);
    expect([rightsOf(path), rightsOf(directory)]).toEqual(['600', '700']);
  });

  it.each([
    ['is damaged', async () => {}, 'the copy is damaged: file is not a database'],
    ['fails', () => Promise.reject(new Error('no good')), 'no good'],
  ])('has no name before it is whole, and leaves nothing where it %s', async (_what, outcome, reason) => {
    const seen: unknown[] = [];
    const directory = createTemporaryDirectory();
    const made = makeBackup(directory, { at: now }, async (file) => {
      for (const ending of ['', '-journal', '-wal']) writeFileSync(file + ending, 'half');
      seen.push(...listBackups(directory));
      return outcome();
    }).catch((fault: Error) => ({ ok: false, reason: fault.message }));
    expect(await made).toEqual({ ok: false, reason });
    expect([seen, readdirSync(directory)]).toEqual([[], []]);
  });

  it('removes what a killed process has left, and nothing that may still be in hand', async () => {
    const directory = createTemporaryDirectory();
    const unfinished = 'website-2026-11-20T08-00-00Z.db.unfinished';
    const left = [unfinished, `${unfinished}-journal`];
    for (const name of [...left, 'website-2026-11-22T07-59-59Z.db.unfinished', 'notes.txt'])
      writeFileSync(join(directory, name), '');
    const long = new Date(Date.now() - 61 * 60_000);
    for (const name of left) utimesSync(join(directory, name), long, long);
    await make(directory);
    expect(readdirSync(directory).toSorted()).toEqual([
      'notes.txt',
      'website-2026-11-22T07-59-59Z.db.unfinished',
      'website-2026-11-22T08-00-00Z.db',
      'website-2026-11-22T08-00-00Z.db.sha256',
    ]);
  });
});

describe('backups', () => {
  it('are listed with the newest first, and say before which schema they were made', async () => {
    const directory = createTemporaryDirectory();
    for (const name of ['website.db', 'website-2026-11-22T08-00-00Z.db.unfinished', 'backup.lock'])
      writeFileSync(join(directory, name), '');
    await make(directory, new Date(now.getTime() - day));
    await make(directory, now, 6);
    expect(listBackups(directory)).toMatchObject([
      { name: 'website-2026-11-22T08-00-00Z-before-schema-6.db', beforeSchema: 6, bytes: 8192 },
      { name: 'website-2026-11-21T08-00-00Z.db', beforeSchema: null, at: new Date('2026-11-21T08:00:00Z') },
    ]);
    expect(listBackups(join(directory, 'missing'))).toEqual([]);
  });

  it('go when they are too old, those before a migration too, and nothing else goes', async () => {
    const directory = createTemporaryDirectory();
    const other = join(directory, 'website.db');
    writeFileSync(other, '');
    const ago = (days: number) => new Date(now.getTime() - days * day);
    await make(directory, ago(32), 5);
    await make(directory, ago(31.5));
    for (const days of [29.9, 5, 4, 3, 2, 1]) await make(directory, ago(days));
    const made = await make(directory);
    expect(pruneBackups(directory, made, 30, now)).toEqual([
      'website-2026-10-21T20-00-00Z.db',
      'website-2026-10-21T08-00-00Z-before-schema-5.db',
    ]);
    expect(listBackups(directory)).toHaveLength(7);
    expect(existsSync(other)).toBe(true);
  });

  it('stay where the clock runs ahead, and the newest seven however old they are', async () => {
    const directory = createTemporaryDirectory();
    for (let days = 40; days > 0; days -= 4) await make(directory, new Date(now.getTime() - days * day));
    const ahead = await make(directory, new Date(now.getTime() + 40 * day));
    expect(pruneBackups(directory, ahead, 30, new Date(now.getTime() + 40 * day))).toHaveLength(2);
    const made = await make(directory, new Date(now.getTime() + 80 * day));
    expect(pruneBackups(directory, made, 5, new Date(now.getTime() + 80 * day))).toHaveLength(3);
    expect(listBackups(directory)).toHaveLength(7);
  });

  it('have their SHA-256 in a file beside them, which goes with them', async () => {
    const directory = createTemporaryDirectory();
    const path = await make(directory);
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(readFileSync(`${path}.sha256`, 'utf8')).toBe(`${sha256}  ${basename(path)}\n`);
    expect(listBackups(directory)).toMatchObject([{ sha256 }]);
    removeBackup(path);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('never go all: the newest stays, and so does the one just made by a clock that was set back', async () => {
    const directory = createTemporaryDirectory();
    await make(directory, new Date('2027-11-22T08:00:00Z'));
    const made = await make(directory, new Date('2024-11-22T08:00:00Z'));
    expect(pruneBackups(directory, made, 30, new Date('2030-01-01T08:00:00Z'))).toEqual([]);
    expect(listBackups(directory)).toHaveLength(2);
  });
});
