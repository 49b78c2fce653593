import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdDataDirectory } from './data-directory-lock.ts';
import { temporaryDirectory } from './testing/site-under-test.ts';

describe('the data directory', () => {
  it('is made when it is not there, and held by one at a time; the second learns who has it', () => {
    const directory = join(temporaryDirectory(), 'a', 'b');
    const first = holdDataDirectory(directory, 'process 1');
    expect(holdDataDirectory(directory, 'process 2')).toEqual({ ok: false, holder: 'process 1' });
    if (first.ok) first.release();
    const third = holdDataDirectory(directory, 'process 3');
    expect(third.ok).toBe(true);
    if (third.ok) third.release();
  });

  it('is free again when its holder was killed', async () => {
    const directory = temporaryDirectory();
    const module = join(import.meta.dirname, 'data-directory-lock.ts');
    const script = `
      const { holdDataDirectory } = await import(${JSON.stringify(module)});
      holdDataDirectory(${JSON.stringify(directory)}, 'the child');
      globalThis.gc();
      console.log('held');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    expect(holdDataDirectory(directory, 'another')).toEqual({ ok: false, holder: 'the child' });
    child.kill('SIGKILL');
    await once(child, 'close');
    const held = holdDataDirectory(directory, 'another');
    expect(held.ok).toBe(true);
    if (held.ok) held.release();
  });
});
