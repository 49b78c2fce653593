import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../start/config.ts';
import { lockDirectory, type LockOutcome } from './directory-lock.ts';
import { lockDataDirectory } from '../start/lock-data-directory.ts';
import { createTemporaryDirectory } from '../start/testing/test-server.ts';

describe('the data directory', () => {
  const free = (held: LockOutcome) => {
    expect(held.ok).toBe(true);
    if (held.ok) held.release();
  };

  it('is made when it is not there, and held by one at a time; the second learns who has it', () => {
    const directory = join(createTemporaryDirectory(), 'a', 'b');
    const first = lockDirectory(directory, 'server', 'process 1');
    expect(lockDirectory(directory, 'server', 'process 2')).toEqual({ ok: false, holder: 'process 1' });
    free(first);
    free(lockDirectory(directory, 'server', 'process 3'));
  });

  it.skipIf(process.platform === 'win32')('tells nobody but its owner who holds it', () => {
    const directory = createTemporaryDirectory();
    chmodSync(directory, 0o777);
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    writeFileSync(join(directory, 'server.txt'), 'of an earlier version');
    const held = lockDirectory(directory, 'server', 'process 1');
    const files = ['server.lock', 'server.txt'];
    expect(files.map((name) => statSync(join(directory, name)).mode & 0o777)).toEqual([0o600, 0o600]);
    free(held);
  });

  it('is held before the database opens, also where it could not be made when the server started', () => {
    const directory = join(createTemporaryDirectory(), 'data');
    const config = readConfig({ DATABASE_URL: `sqlite:${join(directory, 'site.db')}` });
    writeFileSync(directory, 'in its place');
    const lock = lockDataDirectory(config);
    expect(lock).toThrow('EEXIST');
    rmSync(directory);
    lock();
    lock();
    expect(() => lockDataDirectory(config)).toThrow(/is in use by process \d+ .*Stop that server first/);
  });
});
