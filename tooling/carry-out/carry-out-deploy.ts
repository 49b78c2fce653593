import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { release as version } from '../../process/site-directory.ts';
import { makeDebianRoot } from './debian-root.ts';
import { internetAddress, serverAddress, startDebianServer, type DebianServer } from './debian-server.ts';
import { internetHosts, startInternet, type Internet } from './internet.ts';
import { makeNextRelease } from './next-release.ts';
import { createPromises, type Promised } from './promises.ts';

/**
 * Carries out docs/deploy.md, command by command, on an empty Debian 12 with its own systemd, and looks after each section whether
 * what it promises is so. On Linux, as root.
 *   node tooling/carry-out/carry-out-deploy.ts [--release <file>]
 * It makes the release itself, unless it gets one that was made for https://www.site.test.
 */
const { values: options } = parseArgs({ options: { release: { type: 'string' } } });

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

const packages = ['curl', 'nginx', 'certbot'];
const temporary = mkdtempSync(join(tmpdir(), 'carry-out-'));
try {
  await carryOut(options.release ?? makeRelease(temporary));
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function makeRelease(folder: string): string {
  const { status } = spawnSync(process.execPath, ['tooling/build/release.ts', '--to', folder], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  return globSync(`${folder}/*.tar.gz`)[0] ?? '';
}

async function carryOut(release: string): Promise<void> {
  const names = [`www.${domain}`, domain, `inbox.${domain}`];
  const hosts = { [serverAddress]: names, [internetAddress]: internetHosts(domain) };
  const server = await startDebianServer(makeDebianRoot(packages), hosts);
  let internet: Internet | undefined;
  try {
    internet = await startInternet(server);
    for (const root of internet.roots)
      cpSync(root, join(server.root, 'usr/local/share/ca-certificates', basename(root)));
    const authorities = join(temporary, 'authorities.pem');
    writeFileSync(authorities, internet.roots.map((root) => readFileSync(root, 'utf8')).join(''));
    await server.run('update-ca-certificates');
    for (const file of [release, makeNextRelease(release, version, nextVersion, temporary)])
      for (const one of [file, `${file}.sha256`]) cpSync(one, join(server.root, 'root', basename(one)));
    const promises = createPromises({ server, internet, authorities, domain, version, nextVersion });
    await carryOutPage(server, readSteps(readFileSync('docs/deploy.md', 'utf8')), promises);
    console.log('docs/deploy.md was carried out.');
  } finally {
    internet?.stop();
    await server.stop();
  }
}

/** A block of commands of a page, and the heading of the second level above it. */
interface Step {
  section: string;
  script: string;
}

/** What is to be typed on the server: the blocks for the shell, but for those with a comment that they are for one's own computer. */
function readSteps(page: string): Step[] {
  const parts = page.matchAll(/^## (?<heading>.+)$|(?:^<!-- (?<marker>.+) -->\n+)?^```sh\n(?<script>[^]*?)^```$/gm);
  const steps: Step[] = [];
  let section = '';
  for (const { groups: { heading, marker, script } = {} } of parts) {
    if (heading !== undefined) section = heading;
    if (marker !== undefined && marker !== 'on your own computer')
      throw new Error(`docs/deploy.md has a block for "${marker}", which is unknown here`);
    if (script !== undefined && marker === undefined) steps.push({ section, script });
  }
  return steps;
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
