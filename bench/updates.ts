import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { release } from '../process/site-directory.ts';
import { nginx, siteUrl, type Proxy } from '../start/testing/proxies.ts';
import type { SiteProcess } from '../start/testing/site-process.ts';
import { startSteadyLoad } from '../start/testing/steady-load.ts';
import { compare, type Figures, type Options, type Row } from './report.ts';
import { launchHere, createTemporaryDirectory } from './start.ts';

/**
 * Measures the effect of updates on visitors: a client sends steady requests, one in twenty a form, while the server
 * switches between two releases on a socket that stays open, as under systemd.
 */
export async function measure({ rounds }: Options): Promise<Row[]> {
  const directory = createTemporaryDirectory();
  makeReleases(directory);
  const ways = { 'no proxy': [], ...(nginx.testable && { nginx: [3000], 'nginx, two servers': [3000, 3001] }) };
  const aims = { 'requests lost': ['figure', 'at most', 0], requests: undefined, 'slowest, in ms': undefined } as const;
  const cases = Object.entries(ways).map(([name, ports]) => ({ name, aims, ours: () => update(ports) }));
  return compare(cases, rounds);

  /** @param behind ports of the servers behind a proxy; without one, the system chooses a port */
  async function update(behind: readonly number[]): Promise<Figures> {
    const proxy = behind.length > 0 ? await nginx.start(undefined, behind) : undefined;
    const sites: SiteProcess[] = [];
    for (const port of proxy ? behind : [0]) sites.push(await startSite(directory, port, proxy));
    const [, port] = (await sites[0]?.says(/^holds (\d+)\n/)) ?? [];
    const url = proxy ? siteUrl.replace('https', 'http') : `http://127.0.0.1:${port}`;
    const load = startSteadyLoad(url, 200, proxy && connector(proxy));
    // Ten updates, and the way back.
    for (let update = 1; update <= 11; update += 1) {
      await setTimeout(1000);
      change(directory, update % 2 === 0 ? 'one' : 'other');
      for (const site of sites) {
        process.kill(site.pid ?? 0, 'SIGHUP');
        await site.says(started(update + 1));
      }
    }
    await setTimeout(1000);
    const { asked, failures, times } = await load.stop();
    for (const site of sites) await site.end('SIGTERM');
    await proxy?.stop();
    for (const failure of new Set(failures)) console.error(`${behind.join(', ')}: ${failure}`);
    return { 'requests lost': failures.length, requests: asked, 'slowest, in ms': Math.max(...times) };
  }
}

/** Creates two releases of different versions, as on a server. */
function makeReleases(directory: string): void {
  execFileSync(process.execPath, ['tooling/build/release.ts', '--if-stale', '--to', directory], { stdio: 'ignore' });
  const one = join(directory, 'one');
  mkdirSync(one);
  execFileSync('tar', ['-xzf', `../avonspan-website-${release}.tar.gz`, '--strip-components=1'], { cwd: one });
  cpSync(one, join(directory, 'other'), { recursive: true });
  const manifest = join(directory, 'other', 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(release, `${release}-other`));
}

/** Returns a function that connects through the proxy from a new address each time: the proxy counts by address. */
function connector({ machine, certificate: ca }: Proxy) {
  let connections = 0;
  return () => {
    connections += 1;
    const from = `127.${(connections % 200) + 2}.${Math.floor(connections / 200) % 250}.1`;
    return connectTls({ socket: machine.connect(443, { from }), servername: new URL(siteUrl).hostname, ca });
  };
}

async function startSite(directory: string, port: number, proxy?: Proxy): Promise<SiteProcess> {
  change(directory, 'one');
  const holder = join(import.meta.dirname, '../start/testing/hold-socket.pl');
  const start = ['sh', '-c', 'cd "$0" && exec "$1" --max-semi-space-size=2 server.js', join(directory, 'current')];
  const within = proxy?.machine.withinNetwork ?? [];
  const [program, ...args] = [...within, 'perl', holder, `${port}`, ...start, process.execPath];
  const env = { TRUST_PROXY: '1', SITE_URL: siteUrl, LOG_LEVEL: 'error' };
  const site = launchHere(args, env, program);
  await site.says(started(1));
  return site;
}

/** Matches the output of a server that was started this many times. */
const started = (times: number): RegExp => new RegExp(`(?: is running at [^]*){${times}}`);

function change(directory: string, to: string): void {
  const next = join(directory, '.current');
  symlinkSync(to, next);
  renameSync(next, join(directory, 'current'));
}
