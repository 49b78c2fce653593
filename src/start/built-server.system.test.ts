import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { hasMailServer, startImapServer } from '../mailbox/testing/mail-server.ts';
import { packageDirectory as root } from '../process/package-info.ts';
import { launchProcess, startSiteCopy } from './testing/site-process.ts';
import { createTemporaryDirectory } from './testing/test-server.ts';
import { startSteadyLoad } from './testing/steady-load.ts';
import { submitJson } from './testing/submissions.ts';

describe('the server as npm start runs it', () => {
  it('starts with less than 150 MB of memory, shows a page, and takes an enquiry', async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
    const [program, ...command] = scripts.start.split(' ');
    expect(program).toBe('node');
    const { url, pid } = await startSiteCopy({}, command);
    // Systems without this file are skipped.
    const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : 'VmRSS: 0 kB';
    const kibibytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    expect((kibibytes * 1024) / 1e6).toBeLessThan(150);
    expect(await (await fetch(url)).text()).toContain('<!DOCTYPE html>');
    expect((await submitJson({ url })).status).toBe(200);
  });

  it.skipIf(process.platform !== 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
    'ends when npm is ended by %s',
    async (signal) => {
      const directory = createTemporaryDirectory();
      const env = { ...process.env, PORT: '0', DATABASE_URL: `sqlite:${join(directory, 'site.db')}` };
      const npm = launchProcess(['start', '--ignore-scripts', '--prefix', root], env, 'npm');
      // It answers, and so it has begun to watch npm.
      await fetch(await npm.waitForUrl());
      const [holder] = readFileSync(join(directory, 'server.txt'), 'utf8').match(/\d+/) ?? [];
      void npm.kill(signal);
      await vi.waitFor(() => expect(() => process.kill(Number(holder), 0)).toThrow('ESRCH'), { timeout: 10_000 });
    },
  );
});

const hasPerl = process.platform !== 'win32' && spawnSync('perl', ['-MIO::Socket::INET', '-e', '1']).status === 0;

it.skipIf(!hasPerl)('a restart on a socket that stays loses no page and no form', { timeout: 60_000 }, async () => {
  const [path, cache] = [join(createTemporaryDirectory(), 'site.db'), createTemporaryDirectory()];
  const env = { DATABASE_URL: `sqlite:${path}`, TRUST_PROXY: '1', PORT: '9', NODE_COMPILE_CACHE: cache };
  const holder = join(root, 'src/start/testing/hold-socket.pl');
  const site = launchProcess([holder, '0', process.execPath, join(root, 'src/start/main.ts')], env, 'perl');
  onTestFinished(async () => void (await site.kill('SIGTERM')));
  const [, port] = await site.waitForOutput(/^holds (\d+)\n/);
  const starts = () => site.output.out.match(/ is running at /g)?.length ?? 0;
  await site.waitForOutput(/ is running at /);

  const load = startSteadyLoad(`http://127.0.0.1:${port}`, 50);
  for (const started of [1, 2]) {
    await vi.waitFor(() => expect(load.result.requests).toBeGreaterThan(started * 100), { timeout: 20_000 });
    process.kill(site.pid ?? 0, 'SIGHUP');
    await vi.waitFor(() => expect(starts()).toBe(started + 1), { timeout: 20_000 });
  }
  const { requests, formRequests, failures } = await load.stop();
  expect(requests).toBeGreaterThan(200);
  expect(failures).toEqual([]);
  expect(await openTemporarySqlite(path).store.count({})).toBe(formRequests);
});

it.skipIf(!hasMailServer)('a server reads the mailbox of replies', { timeout: 60_000 }, async () => {
  const { url: IMAP_URL, deliver } = await startImapServer();
  const path = join(createTemporaryDirectory(), 'site.db');
  const site = await startSiteCopy({ IMAP_URL, DATABASE_URL: `sqlite:${path}` });
  const { reference } = (await (await submitJson(site)).json()) as { reference: string };
  const { store } = openTemporarySqlite(path);
  const read = async () => {
    deliver(`From: ${sampleFields.email}\r\nSubject: Re: [${reference}]\r\n\r\nThank you.`);
    return (await store.list({ limit: 1 }))[0]?.messages.at(-1)?.text;
  };
  // Reading begins with what arrives after the start.
  await expect.poll(read, { timeout: 30_000, interval: 500 }).toBe('Thank you.');
});
