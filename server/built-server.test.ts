import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryDirectory } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';

const root = join(import.meta.dirname, '..');

/** What package.json has for `npm start`: flags of Node, and the script. */
function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [program, ...command] = scripts.start.split(' ');
  expect(program).toBe('node');
  return command.map((part) => (part.startsWith('-') ? part : resolve(root, part)));
}

/** Runs it in an empty directory, and resolves when it listens. */
async function startBuilt(): Promise<{ url: string; pid: number }> {
  const child = spawn(process.execPath, startCommand(), {
    cwd: temporaryDirectory(),
    env: { PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const port = await new Promise<string>((resolvePort, reject) => {
    // Read to the end: a server whose output nobody reads any more cannot write its log.
    child.stdout.on('data', (part) => {
      const [, found] = / is running at http:\S+:(\d+)\n/.exec(String(part)) ?? [];
      if (found !== undefined) resolvePort(found);
    });
    child.once('close', () => reject(new Error('It ended')));
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? NaN };
}

describe('the server as npm start runs it', () => {
  it('shows a page, and takes an enquiry', async () => {
    const site = await startBuilt();
    expect(await (await fetch(site.url)).text()).toContain('<!DOCTYPE html>');
    expect((await submit(site)).status).toBe(200);
  });

  it.skipIf(process.platform !== 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
    'ends when npm is ended by %s',
    async (signal) => {
      const directory = temporaryDirectory();
      const npm = spawn('npm', ['start', '--ignore-scripts', '--prefix', root], {
        env: { ...process.env, PORT: '0', DATABASE_URL: `sqlite:${join(directory, 'site.db')}` },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      npm.stdout.on('data', (part) => (output += String(part)));
      await vi.waitFor(() => expect(output).toMatch(/ is running at http:\S+:\d+\n/), { timeout: 20_000 });
      const [holder] = readFileSync(join(directory, 'server.txt'), 'utf8').match(/\d+/) ?? [];
      npm.kill(signal);
      await vi.waitFor(() => expect(() => process.kill(Number(holder), 0)).toThrow('ESRCH'), { timeout: 10_000 });
    },
  );

  it.skipIf(process.platform !== 'linux')('starts with less than 150 MB of memory', async () => {
    const { pid } = await startBuilt();
    const kibibytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    expect((kibibytes * 1024) / 1e6).toBeLessThan(150);
  });
});
