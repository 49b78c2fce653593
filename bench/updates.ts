import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { x as extract } from 'tar';
import { release } from '../process/site-directory.ts';
import { launch, type SiteProcess } from '../start/testing/site-process.ts';
import { startSteadyLoad } from '../start/testing/steady-load.ts';
import { caddy, nginx, siteUrl, type ProxyKind } from '../start/testing/proxies.ts';
import { readOptions } from './figures.ts';
import { temporaryDirectory } from './server-process.ts';

/**
 * What visitors notice of updates: a client asks steadily, one request in twenty a form, while the server changes from one release to
 * another and back, on a socket that stays open as under systemd. Ends with 1 where a request was not answered with 200.
 *
 *   npm run bench:updates -- [--updates 11] [--requests 200]
 */
const { updates, requests } = readOptions({ updates: 11, requests: 200 });
const directory = temporaryDirectory();
await makeReleases();

const rows = [await measure('no proxy')];
for (const kind of [nginx, caddy]) {
  if (!kind.testable) continue;
  rows.push(await measure(kind.name, kind), await measure(`${kind.name}, two servers`, kind, [3000, 3001]));
}
console.table(rows);
process.exit(rows.some(({ failed }) => failed > 0) ? 1 : 0);

/** Two releases of different versions, as they lie on a server. */
async function makeReleases(): Promise<void> {
  execFileSync(process.execPath, ['tooling/build/release.ts', '--if-stale', '--to', directory], { stdio: 'ignore' });
  const one = join(directory, 'one');
  mkdirSync(one);
  await extract({ file: join(directory, `avonspan-website-${release}.tar.gz`), cwd: one, strip: 1 });
  cpSync(one, join(directory, 'other'), { recursive: true });
  const manifest = join(directory, 'other', 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(release, `${release}-other`));
}

async function measure(name: string, kind?: ProxyKind, ports = [kind ? 3000 : 0]) {
  const proxy = await kind?.start(undefined, ports);
  const sites: SiteProcess[] = [];
  for (const port of ports)
    sites.push(await startSite(proxy?.machine.withinNetwork ?? [], port, join(directory, `on-${port}`)));
  const [, port] = (await sites[0]?.says(/^holds (\d+)\n/)) ?? [];
  let connections = 0;
  const connect = () => {
    connections += 1;
    const from = `127.${(connections % 200) + 2}.${Math.floor(connections / 200) % 250}.1`;
    return connectTls({
      socket: proxy?.machine.connect(443, { from }),
      servername: 'www.example.com',
      ca: proxy?.certificate,
    });
  };
  const load = startSteadyLoad(
    proxy ? 'http://www.example.com' : `http://127.0.0.1:${port}`,
    requests,
    proxy && connect,
  );
  for (let update = 1; update <= updates; update += 1) {
    await setTimeout(1000);
    change(update % 2 === 0 ? 'one' : 'other');
    for (const site of sites) {
      process.kill(site.pid ?? 0, 'SIGHUP');
      while (startsOf(site) <= update) await setTimeout(20);
    }
  }
  await setTimeout(1000);
  const { asked, forms, failures, slowest } = await load.stop();
  for (const site of sites) await site.end('SIGTERM');
  await proxy?.stop();
  for (const failure of new Set(failures)) console.error(`${name}: ${failure}`);
  return { through: name, updates, asked, forms, failed: failures.length, 'slowest (ms)': Math.round(slowest) };
}

async function startSite(within: readonly string[], port: number, data: string): Promise<SiteProcess> {
  change('one');
  const holder = join(import.meta.dirname, '../start/testing/hold-socket.pl');
  const start = 'cd "$0" && exec "$1" --max-semi-space-size=2 server.js';
  const command = [
    ...within,
    'perl',
    holder,
    `${port}`,
    'sh',
    '-c',
    start,
    join(directory, 'current'),
    process.execPath,
  ];
  const [program = '', ...args] = command;
  const env = { TRUST_PROXY: '1', SITE_URL: siteUrl, LOG_LEVEL: 'error', PATH: process.env['PATH'] };
  const site = launch(args, { ...env, DATABASE_URL: `sqlite:${data}/site.db` }, program);
  while (startsOf(site) === 0) await setTimeout(20);
  return site;
}

function startsOf({ output }: SiteProcess): number {
  return output.out.match(/ is running at /g)?.length ?? 0;
}

function change(to: string): void {
  const next = join(directory, '.current');
  symlinkSync(to, next);
  renameSync(next, join(directory, 'current'));
}
