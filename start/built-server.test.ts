import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { launch, launchCopy, type SiteProcess } from './testing/site-process.ts';
import { temporaryDirectory } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';

const root = join(import.meta.dirname, '..');

/** By what package.json has for `npm start`: flags of Node, and the script. */
function launchBuilt(): SiteProcess {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [program, ...command] = scripts.start.split(' ');
  expect(program).toBe('node');
  const launched = launchCopy({}, command);
  onTestFinished(async () => void (await launched.end()));
  return launched;
}

/** 0 where the system does not tell. */
function megabytesOf({ pid }: SiteProcess): number {
  if (process.platform !== 'linux') return 0;
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

describe('the server as npm start runs it', () => {
  it('starts with less than 150 MB of memory, shows a page, and takes an enquiry', async () => {
    const site = launchBuilt();
    const url = await site.address();
    expect(megabytesOf(site)).toBeLessThan(150);
    expect(await (await fetch(url)).text()).toContain('<!DOCTYPE html>');
    expect((await submit({ url })).status).toBe(200);
  });

  it.skipIf(process.platform !== 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
    'ends when npm is ended by %s',
    async (signal) => {
      const directory = temporaryDirectory();
      const env = { ...process.env, PORT: '0', DATABASE_URL: `sqlite:${join(directory, 'site.db')}` };
      const npm = launch(['start', '--ignore-scripts', '--prefix', root], env, 'npm');
      // It answers, and so it has begun to watch npm.
      await fetch(await npm.address());
      const [holder] = readFileSync(join(directory, 'server.txt'), 'utf8').match(/\d+/) ?? [];
      void npm.end(signal);
      await vi.waitFor(() => expect(() => process.kill(Number(holder), 0)).toThrow('ESRCH'), { timeout: 10_000 });
    },
  );
});
