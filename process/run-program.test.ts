import { spawnSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { runProgram } from './run-program.ts';

const runScript = (script: string, ...args: string[]) => runProgram(['sh', '-c', script, ...args], 600);

it.each<[string, string[], string | null]>([
  ['[ "$#$0$1" = "1a b\\$(exit)" ]', ['a b', '$(exit)'], null],
  ['exit 4', [], 'sh ended with 4: it said nothing'],
  [
    'echo first >&2; echo "no: $*" >&2; exit 3',
    ['', 'pass=one', 'b://me:two@c'],
    'sh ended with 3: no: pass=… b://me:…@c',
  ],
  ['kill -9 $$', [], 'sh ended with SIGKILL: it said nothing'],
  ['sleep 60', [], 'sh had not ended after 0.01 minutes, and was stopped'],
])(
  'a program gets its arguments as they are, and its end is told without passwords: %s',
  async (script, args, reason) => {
    expect(await runScript(script, ...args)).toBe(reason);
  },
);

it('a program that is missing is named', async () => {
  expect(await runProgram(['no-such-program'], 600)).toMatch(/^no-such-program cannot be started \(ENOENT\)/);
});

it.each(['wait', 'exit 5'])('what a program has started ends with it: %s', async (end) => {
  const name = createTemporaryDirectory();
  await runScript(`sh -c 'sleep 60; :' ${name} & ${end}`);
  const findRunning = () => spawnSync('pgrep', ['-f', name], { encoding: 'utf8' });
  await vi.waitFor(() => expect(findRunning()).toMatchObject({ status: 1, stdout: '' }));
});
