import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { x as extract } from 'tar';
import { release } from '../process/site-directory.ts';
import { nginx, siteUrl, type Proxy } from '../start/testing/proxies.ts';
import { launch, type SiteProcess } from '../start/testing/site-process.ts';
import { startSteadyLoad } from '../start/testing/steady-load.ts';
import { compare, type Figures } from './compare.ts';
import type { Aim, Row } from './report.ts';
import { temporaryDirectory } from './start-server.ts';

/**
 * What visitors notice of updates: a client asks steadily, one request in twenty a form, while the server changes from one release to
 * another and back, on a socket that stays open as under systemd.
 */
export async function measureUpdates(updates: number, requests: number): Promise<Row[]> {
  const directory = temporaryDirectory();
  await makeReleases(directory);
  const ways = { 'no proxy': [], ...(nginx.testable && { nginx: [3000], 'nginx, two servers': [3000, 3001] }) };
  const cases = Object.entries(ways).map(([name, ports]) => ({ name, aims, ours: () => measure(ports) }));
  return compare(cases, 1);

  /** @param behind the ports of the servers behind a proxy; without one, the system chooses a port */
  async function measure(behind: readonly number[]): Promise<Figures> {
    const proxy = behind.length > 0 ? await nginx.start(undefined, behind) : undefined;
    const sites: SiteProcess[] = [];
    for (const port of proxy ? behind : [0]) sites.push(await startSite(directory, port, proxy));
    const [, port] = (await sites[0]?.says(/^holds (\d+)\n/)) ?? [];
    const load = proxy
      ? startSteadyLoad(siteUrl.replace('https', 'http'), requests, connector(proxy))
      : startSteadyLoad(`http://127.0.0.1:${port}`, requests);
    for (let update = 1; update <= updates; update += 1) {
      await setTimeout(1000);
      change(directory, update % 2 === 0 ? 'one' : 'other');
      for (const site of sites) {
        process.kill(site.pid ?? 0, 'SIGHUP');
        while (startsOf(site) <= update) await setTimeout(20);
      }
    }
    await setTimeout(1000);
    const { asked, failures, slowest } = await load.stop();
    for (const site of sites) await site.end('SIGTERM');
    await proxy?.stop();
    for (const failure of new Set(failures)) console.error(`${behind.join(', ')}: ${failure}`);
    return { 'requests lost': failures.length, requests: asked, 'ms of the slowest request': slowest };
  }
}

const aims: Record<string, Aim | undefined> = {
  'requests lost': ['figure', 'at most', 0],
  requests: undefined,
  'ms of the slowest request': undefined,
};

/** Two releases of different versions, as they lie on a server. */
async function makeReleases(directory: string): Promise<void> {
  execFileSync(process.execPath, ['tooling/build/release.ts', '--if-stale', '--to', directory], { stdio: 'ignore' });
  const one = join(directory, 'one');
  mkdirSync(one);
  await extract({ file: join(directory, `avonspan-website-${release}.tar.gz`), cwd: one, strip: 1 });
  cpSync(one, join(directory, 'other'), { recursive: true });
  const manifest = join(directory, 'other', 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(release, `${release}-other`));
}

/** What makes connections through the proxy, each from another address: the proxy counts by that. */
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
  const env = { TRUST_PROXY: '1', SITE_URL: siteUrl, LOG_LEVEL: 'error', PATH: process.env['PATH'] };
  const site = launch(args, { ...env, DATABASE_URL: `sqlite:${join(directory, `on-${port}`, 'site.db')}` }, program);
  while (startsOf(site) === 0) await setTimeout(20);
  return site;
}

function startsOf({ output }: SiteProcess): number {
  return output.out.match(/ is running at /g)?.length ?? 0;
}

function change(directory: string, to: string): void {
  const next = join(directory, '.current');
  symlinkSync(to, next);
  renameSync(next, join(directory, 'current'));
}
