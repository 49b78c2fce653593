import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { release as version } from '../../process/site-directory.ts';
import { makeDebianRoot } from './debian-root.ts';
import { internetAddress, serverAddress, startDebianServer, type DebianServer } from './debian-server.ts';
import { internetHosts, startInternet, type Internet } from './internet.ts';
import { makeNextRelease } from './next-release.ts';
import { readSteps, type Step } from './page-steps.ts';
import { createPromises, type Promised } from './promises.ts';

/**
 * Carries out docs/deploy.md, command by command, on an empty Debian 12 with its own systemd, and looks after each section whether
 * what it promises is so. On Linux, as root.
 *   node tooling/carry-out/carry-out-deploy.ts [--proxy nginx|caddy] [--release <file>]
 * It makes the release itself, unless it gets one that was made for https://www.site.test.
 */
const { values: options } = parseArgs({ options: { proxy: { type: 'string' }, release: { type: 'string' } } });
const proxies = options.proxy === undefined ? ['nginx', 'caddy'] : [options.proxy];

const domain = 'site.test';
const nextVersion = '99.0.0';

/** What a reader puts into the place of the page's own, and what cannot be had here. */
const replaced = [
  // Whoever reads has a name of their own: so it shows where one is left.
  ['example.com', domain],
  ['1.0.0', version],
  ['1.1.0', nextVersion],
  // The mail server beside has no certificate that Node would believe.
  [':587', ':587/?requireTLS=false'],
  // Where nobody sits at a terminal, certbot waits for up to eight minutes, so that not all renew in the same instant.
  ['certbot renew', 'certbot renew --no-random-sleep-on-renew'],
] as const;

const packages = ['curl', 'nginx', 'certbot', 'caddy'];
const temporary = mkdtempSync(join(tmpdir(), 'carry-out-'));
try {
  const release = options.release ?? makeRelease(temporary);
  for (const proxy of proxies) await carryOut(proxy, release);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function makeRelease(folder: string): string {
  const { status } = spawnSync(process.execPath, ['tooling/build/release.ts', '--to', folder], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  return globSync(`${folder}/*.tar.gz`)[0] ?? '';
}

async function carryOut(proxy: string, release: string): Promise<void> {
  const names = [`www.${domain}`, domain, `inbox.${domain}`];
  const hosts = { [serverAddress]: names, [internetAddress]: internetHosts(domain) };
  const server = await startDebianServer(makeDebianRoot(packages), hosts);
  let internet: Internet | undefined;
  try {
    internet = await startInternet(server);
    cpSync(internet.root, join(server.root, 'usr/local/share/ca-certificates/internet.crt'));
    await server.run('update-ca-certificates');
    for (const file of [release, makeNextRelease(release, version, nextVersion, temporary)])
      for (const one of [file, `${file}.sha256`]) cpSync(one, join(server.root, 'root', basename(one)));
    const promises = createPromises({ server, internet, proxy, domain, version, nextVersion });
    await carryOutPage(server, stepsFor(proxy), promises);
    console.log(`docs/deploy.md was carried out with ${proxy}.`);
  } finally {
    internet?.stop();
    await server.stop();
  }
}

/** What is to be typed on the server, where this proxy was chosen. */
function stepsFor(proxy: string): Step[] {
  const markers = new Set([null, 'nginx', 'caddy', 'on your own computer']);
  const steps = readSteps(readFileSync('docs/deploy.md', 'utf8'));
  const unknown = steps.find(({ marker }) => !markers.has(marker));
  if (unknown) throw new Error(`docs/deploy.md has a block for "${unknown.marker}", which is unknown here`);
  return steps.filter(({ marker }) => marker === null || marker === proxy);
}

async function carryOutPage(
  server: DebianServer,
  steps: readonly Step[],
  promises: ReadonlyMap<string, Promised>,
): Promise<void> {
  const sections = Map.groupBy(steps, ({ section }) => section);
  const missing = [...promises.keys()].filter((section) => !sections.has(section));
  if (missing.length > 0) throw new Error(`docs/deploy.md has no section ${missing.join(', ')}`);
  for (const [section, blocks] of sections) {
    const began = performance.now();
    const { during, after } = promises.get(section) ?? {};
    const watched = await during?.();
    const said: string[] = [];
    for (const { script } of blocks) said.push(await carryOutStep(server, section, script));
    await watched?.();
    await after?.(said.join(''));
    console.log(`${section}  ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}

async function carryOutStep(server: DebianServer, section: string, script: string): Promise<string> {
  const typed = replaced.reduce((text, [from, to]) => text.replaceAll(from, to), script);
  const { status, output } = await server.run(typed);
  if (status !== 0) throw new Error(`${section}: ended with ${status}\n${typed}\n${output}`);
  return output;
}
