import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listBackups } from '../database/backups.ts';
import { fillDatabase } from './testing/fill-database.ts';
import { startCommandTest } from './testing/command-test.ts';

it('a backup that is killed in the middle leaves nothing by which anybody would restore', async () => {
  const operator = await startCommandTest();
  fillDatabase(operator, 8000);
  const { backupDirectory, dataDirectory } = operator.config;
  const env = { ...process.env, DATABASE_URL: `sqlite:${join(dataDirectory, 'site.db')}` };
  const child = spawn(process.execPath, ['commands/admin.ts', 'backup'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const names = () => (existsSync(backupDirectory) ? readdirSync(backupDirectory).join() : '');
  await expect.poll(names, { interval: 1, timeout: 20_000 }).toContain('.unfinished');
  child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  expect(names()).toContain('.unfinished');
  expect(listBackups(backupDirectory)).toEqual([]);
  expect((await operator.run('backup')).code).toBe(0);
});
