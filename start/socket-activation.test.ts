import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporarySqlite } from '../enquiries/testing/temporary.ts';
import { activatedSocket } from '../process/socket-activation.ts';
import { launch } from './testing/site-process.ts';
import { temporaryDirectory } from './testing/site-under-test.ts';
import { startSteadyLoad } from './testing/steady-load.ts';

describe('a socket that systemd hands over', () => {
  afterEach(() => vi.unstubAllEnvs());
  const own = `${process.pid}`;

  it.each([
    ['the one of the site', { LISTEN_PID: own, LISTEN_FDS: '1', LISTEN_FDNAMES: 'website.socket' }, 3, undefined],
    ['one without a name', { LISTEN_PID: own, LISTEN_FDS: '1' }, 3, undefined],
    [
      'those of site and inbox',
      { LISTEN_PID: own, LISTEN_FDS: '2', LISTEN_FDNAMES: 'website-inbox.socket:website.socket' },
      4,
      3,
    ],
    [
      'that of the inbox alone',
      { LISTEN_PID: own, LISTEN_FDS: '1', LISTEN_FDNAMES: 'website-inbox.socket' },
      undefined,
      3,
    ],
    ['one for another process', { LISTEN_PID: '1', LISTEN_FDS: '1' }, undefined, undefined],
    ['none', {}, undefined, undefined],
  ])('is known by its unit: %s', (_what, variables, site, inbox) => {
    for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect([activatedSocket('website.socket'), activatedSocket('website-inbox.socket')]).toEqual([site, inbox]);
  });
});

const hasPerl = process.platform !== 'win32' && spawnSync('perl', ['-MIO::Socket::INET', '-e', '1']).status === 0;

describe.skipIf(!hasPerl)('a server that is started again on a socket that goes on listening', () => {
  it('loses no page and no form, and takes each enquiry once', { timeout: 60_000 }, async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const script = join(import.meta.dirname, 'main.ts');
    const env = {
      DATABASE_URL: `sqlite:${path}`,
      TRUST_PROXY: '1',
      PORT: '9',
      NODE_COMPILE_CACHE: temporaryDirectory(),
    };
    const holder = join(import.meta.dirname, 'testing', 'hold-socket.pl');
    const site = launch([holder, '0', process.execPath, script], env, 'perl');
    onTestFinished(async () => void (await site.end('SIGTERM')));
    const [, port] = await site.says(/^holds (\d+)\n/);
    const starts = () => site.output.out.match(/ is running at /g)?.length ?? 0;
    await site.says(/ is running at /);

    const load = startSteadyLoad(`http://127.0.0.1:${port}`, 100);
    for (const started of [1, 2, 3]) {
      await vi.waitFor(() => expect(load.result.asked).toBeGreaterThan(started * 100), { timeout: 20_000 });
      process.kill(site.pid ?? 0, 'SIGHUP');
      await vi.waitFor(() => expect(starts()).toBe(started + 1), { timeout: 20_000 });
    }
    const { asked, forms, failures } = await load.stop();
    expect(asked).toBeGreaterThan(300);
    expect(failures).toEqual([]);
    expect(await temporarySqlite(path).store.count({})).toBe(forms);
  });
});
