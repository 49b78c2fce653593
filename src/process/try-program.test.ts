import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { tryProgram } from './try-program.ts';

it.each<[string[], string | null]>([
  [['[', 'a b$(exit)', '=', 'a b$(exit)', ']'], null],
  [['sh', '-c', 'kill -9 $$'], 'sh ended with SIGKILL: it said nothing'],
  [
    ['sh', '-c', 'seq 9; seq 9 >&2; echo "$0" >&2; exit 3', 'pass=one b://me:two@c'],
    'sh ended with 3: 8 9 pass=… b://me:…@c',
  ],
  [['no-such-program'], 'no-such-program cannot be started (ENOENT); see that it is installed'],
])('a program gets its arguments as they are, and its end is told without passwords: %j', async (command, reason) => {
  expect(await tryProgram(command, 10_000)).toBe(reason);
});

it('a program that takes too long is stopped, with all that it has started', async () => {
  const name = createTemporaryDirectory();
  const reason = await tryProgram(['sh', '-c', `sh -c 'sleep 60; :' ${name} & wait`], 600);
  expect(reason).toBe('sh had not ended after 0.01 minutes, and was stopped');
  await expect.poll(() => spawnSync('pgrep', ['-f', name]).stdout).toHaveLength(0);
});
