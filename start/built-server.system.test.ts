import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporarySqlite } from '../database/testing/temporary.ts';
import { siteDirectory as root } from '../process/site-directory.ts';
import { launch, startCopy } from './testing/site-process.ts';
import { temporaryDirectory } from './testing/site-under-test.ts';
import { startSteadyLoad } from './testing/steady-load.ts';
import { submit } from './testing/submissions.ts';

describe('the server as npm start runs it', () => {
  it('starts with less than 150 MB of memory, shows a page, and takes an enquiry', async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
    const [program, ...command] = scripts.start.split(' ');
    expect(program).toBe('node');
    const { url, pid } = await startCopy({}, command);
    // Systems without this file are skipped.
    const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : 'VmRSS: 0 kB';
    const kibibytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    expect((kibibytes * 1024) / 1e6).toBeLessThan(150);
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

const hasPerl = process.platform !== 'win32' && spawnSync('perl', ['-MIO::Socket::INET', '-e', '1']).status === 0;

describe.skipIf(!hasPerl)('a server that is started again on a socket that goes on listening', () => {
  it('loses no page and no form, and takes each enquiry once', { timeout: 60_000 }, async () => {
    const [path, cache] = [join(temporaryDirectory(), 'site.db'), temporaryDirectory()];
    const env = { DATABASE_URL: `sqlite:${path}`, TRUST_PROXY: '1', PORT: '9', NODE_COMPILE_CACHE: cache };
    const holder = join(root, 'start/testing/hold-socket.pl');
    const site = launch([holder, '0', process.execPath, join(root, 'start/main.ts')], env, 'perl');
    onTestFinished(async () => void (await site.end('SIGTERM')));
    const [, port] = await site.says(/^holds (\d+)\n/);
    const starts = () => site.output.out.match(/ is running at /g)?.length ?? 0;
    await site.says(/ is running at /);

    const load = startSteadyLoad(`http://127.0.0.1:${port}`, 50);
    for (const started of [1, 2]) {
      await vi.waitFor(() => expect(load.result.asked).toBeGreaterThan(started * 100), { timeout: 20_000 });
      process.kill(site.pid ?? 0, 'SIGHUP');
      await vi.waitFor(() => expect(starts()).toBe(started + 1), { timeout: 20_000 });
    }
    const { asked, forms, failures } = await load.stop();
    expect(asked).toBeGreaterThan(200);
    expect(failures).toEqual([]);
    expect(await temporarySqlite(path).store.count({})).toBe(forms);
  });
});
