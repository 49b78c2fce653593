import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { runProgram } from './run-program.ts';

/** Runs a shell script. Resolves to the result, with `script` for its path. */
async function runScript(text: string, args: string[] = [], timeLimit = 10_000): Promise<string | null> {
  const path = join(createTemporaryDirectory(), 'script');
  writeFileSync(path, `#!/bin/sh\n${text}`, { mode: 0o755 });
  return (await runProgram([path, ...args], { env: process.env, timeLimit }))?.replace(path, 'script') ?? null;
}

describe('a program', () => {
  it('gets its arguments as they are', async () => {
    expect(await runScript(`[ "$#$1$2" = '2a b$(exit)' ]`, ['a b', '$(exit)'])).toBe(null);
  });

  it('that fails is told with its exit code and its last line, without passwords', async () => {
    expect(await runScript('exit 4')).toBe('script ended with 4: it said nothing');
    const args = ['--password=one', '--api-token', 'two', 'sftp://me:three@host', 'file'];
    expect(await runScript('echo first >&2; echo "$* three" >&2; exit 3', args)).toBe(
      'script ended with 3: --password=… --api-token … sftp://me:…@host file …',
    );
  });

  it.each(['wait', 'exit 5'])('that started another and then does "%s" ends with it', async (end) => {
    const pidFile = join(createTemporaryDirectory(), 'pid');
    const reason = await runScript(`sleep 60 & echo $! >${pidFile}; ${end}`, [], 600);
    expect(reason).toMatch(end === 'wait' ? /^script had not ended after 0.01 minutes, and was stopped$/ : /with 5/);
    const readState = () => spawnSync('ps', ['-o', 'stat=', '-p', readFileSync(pidFile, 'utf8').trim()]).stdout;
    await vi.waitFor(() => expect(`${readState()}`).toMatch(/^Z|^$/));
  });

  it('that is missing is named', async () => {
    const reason = 'no-such-program cannot be started (ENOENT); see that it is installed';
    expect(await runProgram(['no-such-program'], { env: {}, timeLimit: 1000 })).toBe(reason);
  });
});
