import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listBackups } from '../database/backups.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { createHostCheck } from '../start/alert-job.ts';
import { readConfig } from '../start/config.ts';
import { canMount, mountTmpfs } from '../start/testing/small-disk.ts';
import { findWritableBytes } from '../process/disk-space.ts';
import { checkFreeSpace } from './doctor-checks.ts';
import { fillDatabase } from './testing/fill-database.ts';
import { startCommandTest } from './testing/command-test.ts';

const remount = (disk: string, options: string) => void execFileSync('mount', ['-o', `remount,${options}`, disk]);

it.skipIf(!canMount)('the doctor says of a disk that Linux has stopped that it is read-only', async ({ skip }) => {
  const [disk, image] = [createTemporaryDirectory(), join(createTemporaryDirectory(), 'image')];
  writeFileSync(image, Buffer.alloc(2 ** 24));
  const isMounted = ['mkfs.ext4 -q "$0"', 'mount -o loop "$0" "$1"'].every(
    (command) => spawnSync('sh', ['-c', command, image, disk]).status === 0,
  );
  skip(!isMounted, 'no ext4 can be mounted from a file here');
  onTestFinished(() => void execFileSync('umount', [disk]));
  const before = readdirSync(disk);
  const { checkHost, getConcerns } = createHostCheck(readConfig({ DATABASE_URL: `sqlite:${disk}/site.db` }));
  await checkHost();
  expect(getConcerns()).toEqual(['disk: nearly full']);
  expect(readdirSync(disk)).toEqual(before);
  remount(disk, 'abort');
  await checkHost();
  expect(getConcerns()).toEqual(['disk: read-only']);
  const detail = expect.stringMatching(/^the disk of \/\S+ is mounted read-only: .*dmesg/);
  expect(checkFreeSpace(await findWritableBytes(join(disk, 'data')), disk)).toEqual({ status: 'failed', detail });
});

it.skipIf(!canMount)('backup says that the disk is full, and leaves the backups from before', async () => {
  const BACKUP_DIRECTORY = mountTmpfs('size=4m');
  const operator = await startCommandTest({ BACKUP_DIRECTORY });
  expect((await operator.run('backup')).code).toBe(0);
  const before = listBackups(BACKUP_DIRECTORY);
  fillDatabase(operator, 3000);
  const err = `No backup was made: the disk of ${BACKUP_DIRECTORY} is full; make room on it. Those from before are as they were.\n`;
  expect(await operator.run('backup')).toEqual({ code: 1, out: '', err });
  expect(listBackups(BACKUP_DIRECTORY)).toEqual(before);
  expect(readdirSync(BACKUP_DIRECTORY).filter((name) => !/^backup\.|db(?:\.sha256)?$/.test(name))).toEqual([]);
  remount(BACKUP_DIRECTORY, 'size=64m');
  expect((await operator.run('backup')).code).toBe(0);
  expect(listBackups(BACKUP_DIRECTORY)).toEqual(expect.arrayContaining([...before]));
});

it('a backup that is killed in the middle leaves nothing by which anybody would restore', async () => {
  const operator = await startCommandTest();
  fillDatabase(operator, 8000);
  const { backupDirectory, dataDirectory } = operator.config;
  const env = { ...process.env, DATABASE_URL: `sqlite:${join(dataDirectory, 'site.db')}` };
  const child = spawn(process.execPath, ['src/commands/admin.ts', 'backup'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const names = () => (existsSync(backupDirectory) ? readdirSync(backupDirectory).join() : '');
  await expect.poll(names, { interval: 1, timeout: 20_000 }).toContain('.unfinished');
  child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  expect(names()).toContain('.unfinished');
  expect(listBackups(backupDirectory)).toEqual([]);
  expect((await operator.run('backup')).code).toBe(0);
});
