import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { packageVersion } from '../../src/process/package-info.ts';
import { nginx, siteUrl, type Proxy } from '../../src/start/testing/proxies.ts';
import type { SiteProcess } from '../../src/start/testing/site-process.ts';
import { startSteadyLoad } from '../../src/start/testing/steady-load.ts';
import { measureCases, type Figures, type BenchOptions, type ReportRow } from './report.ts';
import { launchUntilExit, createTemporaryDirectory } from './start.ts';

/**
 * Measures the effect of updates on visitors: a client sends steady requests, one in twenty a form, while the server
 * switches between two releases on a socket that stays open, as under systemd.
 */
export async function measure({ rounds }: BenchOptions): Promise<ReportRow[]> {
  const directory = createTemporaryDirectory();
  makeReleases(directory);
  const withNginx = { nginx: [3000], 'nginx, two servers': [3000, 3001] };
  const ways = { 'no proxy': [], [slowClient]: [], ...(nginx.isTestable && withNginx) };
  const aims = {
    'requests lost': ['figure', 'at most', 0],
    requests: undefined,
    'slowest, in ms': ['figure', 'at most', 3000],
    'stop, in ms': undefined,
    'start, in ms': undefined,
  } as const;
  const cases = Object.entries(ways).map(([name, ports]) => ({ name, aims, ours: () => measureUpdates(name, ports) }));
  return measureCases(cases, rounds);

  /** @param behind ports of the servers behind a proxy; without one, the system chooses a port */
  async function measureUpdates(name: string, behind: readonly number[]): Promise<Figures> {
    const proxy = behind.length > 0 ? await nginx.start(undefined, behind) : undefined;
    const sites: SiteProcess[] = [];
    for (const port of proxy ? behind : [0]) sites.push(await startSite(directory, port, proxy));
    const [, port] = (await sites[0]?.waitForOutput(/^holds (\d+)\n/)) ?? [];
    const url = proxy ? siteUrl.replace('https', 'http') : `http://127.0.0.1:${port}`;
    const times: Record<'stop' | 'start', number[]> = { stop: [], start: [] };
    // Far more than a business's site sees, and little enough to leave both processors to the server.
    const load = startSteadyLoad(url, 20, proxy && createConnector(proxy));
    // Ten updates, then back to the first release.
    for (let update = 1; update <= 11; update += 1) {
      await setTimeout(1000);
      switchRelease(directory, update % 2 === 0 ? 'one' : 'other');
      if (name === slowClient)
        connect(Number(port))
          .on('error', () => {})
          .write('GET / HTTP/1.1\r\n');
      for (const site of sites) {
        const begin = performance.now();
        process.kill(site.pid ?? 0, 'SIGHUP');
        await site.waitForOutput(new RegExp(`(?:^begins\n[^]*){${update + 1}}`, 'm'));
        const ended = performance.now();
        await site.waitForOutput(matchStarts(update + 1));
        times.stop.push(ended - begin);
        times.start.push(performance.now() - ended);
      }
    }
    await setTimeout(1000);
    const { requests, failures, durations } = await load.stop();
    for (const site of sites) await site.kill('SIGTERM');
    await proxy?.stop();
    for (const failure of new Set(failures)) console.error(`${name}: ${failure}`);
    const figures = { 'requests lost': failures.length, requests, 'slowest, in ms': Math.max(...durations) };
    return { ...figures, 'stop, in ms': Math.max(...times.stop), 'start, in ms': Math.max(...times.start) };
  }
}

/** A case in which a client that never completes its request is connected at each update. */
const slowClient = 'no proxy, a slow client';

/** Creates two releases of different versions, as on a server. */
function makeReleases(directory: string): void {
  const options = ['--if-stale', '--to', directory, '--architecture', 'amd64'];
  execFileSync(process.execPath, ['tooling/build/release.ts', ...options], { stdio: 'ignore' });
  execFileSync('dpkg-deb', ['--extract', `website_${packageVersion}_amd64.deb`, 'unpacked'], { cwd: directory });
  const one = join(directory, 'one');
  renameSync(join(directory, 'unpacked/usr/lib/website', packageVersion), one);
  cpSync(one, join(directory, 'other'), { recursive: true });
  const manifest = join(directory, 'other', 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(packageVersion, `${packageVersion}-other`));
}

/** Returns a function that connects through the proxy from a new address each time: the proxy counts by address. */
function createConnector({ machine, certificate: ca }: Proxy) {
  let connections = 0;
  return () => {
    connections += 1;
    const clientAddress = `127.${(connections % 200) + 2}.${Math.floor(connections / 200) % 250}.1`;
    return connectTls({ socket: machine.connect(443, { clientAddress }), servername: new URL(siteUrl).hostname, ca });
  };
}

async function startSite(directory: string, port: number, proxy?: Proxy): Promise<SiteProcess> {
  switchRelease(directory, 'one');
  const holder = join(import.meta.dirname, '../../src/start/testing/hold-socket.pl');
  const script = 'cd "$0" && exec "$1" --max-semi-space-size=2 --no-maglev server.js';
  const start = ['sh', '-c', script, join(directory, 'current')];
  const within = proxy?.machine.networkCommandPrefix ?? [];
  const [program, ...args] = [...within, 'perl', holder, `${port}`, ...start, process.execPath];
  const env = { TRUST_PROXY: '1', SITE_URL: siteUrl, LOG_LEVEL: 'error' };
  const site = launchUntilExit(args, env, program);
  await site.waitForOutput(matchStarts(1));
  return site;
}

/** Matches the output of a server that was started this many times. */
const matchStarts = (times: number): RegExp => new RegExp(`(?: is running at [^]*){${times}}`);

function switchRelease(directory: string, to: string): void {
  const next = join(directory, '.current');
  symlinkSync(to, next);
  renameSync(next, join(directory, 'current'));
}
