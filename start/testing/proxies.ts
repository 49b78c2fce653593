import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import { canStartMachines, machineDirectory, startMachine, type Machine } from './machine.ts';
import { launchCopy } from './site-process.ts';

/** nginx or Caddy on ports 80 and 443 of a machine of its own, with its files in deploy/ as they are. */
export interface Proxy {
  machine: Machine;
  /** The certificates for its hosts, each signed by itself. */
  certificate: string;
  /** All that it has logged so far, wherever; with a server behind it, that too. */
  log(): string;
  stop(): Promise<void>;
}

export interface ProxyKind {
  name: string;
  /** Whether this machine has it, and can run it so. */
  testable: boolean;
  /**
   * @param standIn is made to listen, and stands at 127.0.0.1:3000 of its machine
   * @param ports of the servers, where there are several
   */
  start(standIn?: Server, ports?: readonly number[]): Promise<Proxy>;
  /** The same with the file for the inbox beside it. */
  startWithInbox(): Promise<Proxy>;
}

export const siteUrl = 'https://www.example.com';
export const inboxHost = 'inbox.example.com';
export const inboxUrl = `https://${inboxHost}`;

const siteHosts = ['www.example.com', 'example.com'];

export const nginx = kind({
  name: 'nginx',
  version: ['-v'],
  places: ['/etc/nginx', '/etc/ssl', '/etc/letsencrypt', '/var/lib/nginx', '/var/log/nginx', '/run', '/opt'],
  prepare(directory, hasInbox, ports) {
    // As Debian has it, without its sites-enabled/default, which the operator removes.
    for (const name of ['nginx.conf', 'mime.types']) copy(directory, `/etc/nginx/${name}`);
    for (const name of ['modules-enabled', 'sites-enabled']) mkdirSync(join(directory, 'etc/nginx', name));
    copy(directory, '/etc/ssl/openssl.cnf');
    const files = join(directory, 'etc/nginx/conf.d');
    const configuration = readFileSync('deploy/nginx.conf', 'utf8');
    const servers = ports.map((port) => `  server 127.0.0.1:${port};`).join('\n');
    mkdirSync(files, { recursive: true });
    writeFileSync(
      join(files, 'website.conf'),
      ports.length > 1 ? configuration.replaceAll(/^  server 127.0.0.1:3000;/gm, servers) : configuration,
    );
    const live = join(directory, 'etc/letsencrypt/live');
    const certified = (hosts: readonly string[], name: string): string =>
      makeCertificate(hosts, join(live, name, 'fullchain.pem'), join(live, name, 'privkey.pem'));
    const ofSite = certified(siteHosts, 'website');
    if (!hasInbox) return ofSite;
    cpSync('deploy/nginx-inbox.conf', join(files, 'website-inbox.conf'));
    return ofSite + certified([inboxHost], 'website-inbox');
  },
  options: ['-g', 'daemon off;'],
});

export const caddy = kind({
  name: 'Caddy',
  version: ['version'],
  places: ['/etc/caddy', '/var/lib/caddy', '/opt'],
  prepare(directory, hasInbox, ports) {
    const configuration = readFileSync('deploy/Caddyfile', 'utf8');
    const servers = ports.map((port) => `127.0.0.1:${port}`).join(' ');
    writeFileSync(
      join(directory, 'etc/caddy/Caddyfile'),
      ports.length > 1 ? configuration.replaceAll(/(?<=reverse_proxy .*)127.0.0.1:3000/g, servers) : configuration,
    );
    if (hasInbox) cpSync('deploy/website-inbox.caddy', join(directory, 'etc/caddy/website-inbox.caddy'));
    // Where Caddy looks for what it was given before: it does not ask for another.
    const authority = 'var/lib/caddy/.local/share/caddy/certificates/acme-v02.api.letsencrypt.org-directory';
    const certificates = [...siteHosts, ...(hasInbox ? [inboxHost] : [])].map((host) => {
      const place = join(directory, authority, host, host);
      const certificate = makeCertificate([host], `${place}.crt`, `${place}.key`);
      writeFileSync(`${place}.json`, JSON.stringify({ sans: [host], issuer_data: {} }));
      return certificate;
    });
    return certificates.join('');
  },
  options: ['run', '--config', '/etc/caddy/Caddyfile'],
});

export interface ProxyWithSite extends Proxy {
  /** Ends the site as a crash does. */
  crash(): Promise<void>;
  /** Starts another one in its place. */
  startSite(): Promise<void>;
}

/** A proxy with the whole site behind it, each a process of its own. */
export async function startWithSite(kind: ProxyKind): Promise<ProxyWithSite> {
  return withSite(await kind.start(), { LOG_LEVEL: 'silent' });
}

/**
 * The same with the inbox, on a host of its own.
 * @param databaseUrl where a test finds the people and sessions of the inbox
 */
export async function startWithInbox(kind: ProxyKind, databaseUrl: string): Promise<Proxy> {
  const inbox = { INBOX_PORT: '3001', INBOX_URL: inboxUrl, DATABASE_URL: databaseUrl };
  return withSite(await kind.startWithInbox(), inbox);
}

async function withSite(proxy: Proxy, settings: Record<string, string>): Promise<ProxyWithSite> {
  const env = { PORT: '3000', SITE_URL: siteUrl, TRUST_PROXY: '1', ...settings };
  const launchSite = () => launchCopy(env, ['start/main.ts'], proxy.machine.withinNetwork);
  let site = launchSite();
  const withSite = {
    ...proxy,
    log: () => [proxy.log(), site.output.out, site.output.err].join(''),
    async crash() {
      await site.end();
    },
    async startSite() {
      site = launchSite();
      await site.address();
    },
    async stop() {
      await site.end('SIGTERM');
      await proxy.stop();
    },
  };
  await site.address().catch(async (fault: unknown) => {
    await proxy.stop();
    throw fault;
  });
  return withSite;
}

interface Recipe {
  name: string;
  version: string[];
  /** What it reads and writes: its own on the machine. */
  places: string[];
  /** Fills the places, and returns the certificates. */
  prepare(directory: string, hasInbox: boolean, ports: readonly number[]): string;
  options: string[];
}

function kind({ name, version, places, prepare, options }: Recipe): ProxyKind {
  const program = name.toLowerCase();
  const testable = canStartMachines && spawnSync(program, version).status === 0;
  if (!testable)
    console.warn(`Not tested: ${name}. It needs root on Linux, and on Debian: apt-get install ${program} iproute2`);

  async function start(hasInbox: boolean, standIn?: Server, ports: readonly number[] = []): Promise<Proxy> {
    const directory = machineDirectory();
    for (const place of places) mkdirSync(join(directory, place), { recursive: true });
    const certificate = prepare(directory, hasInbox, ports);
    cpSync('build/node/away.html', join(directory, 'opt/website/current/build/node/away.html'));
    writeFileSync(join(directory, 'etc/hosts'), `127.0.0.1 localhost ${siteHosts.join(' ')} ${inboxHost}\n`);
    const outOf = standIn && join(directory, 'server.sock');
    if (standIn) await once(standIn.listen(outOf), 'listening');
    const machine = await startMachine(directory, [...places, '/etc/hosts'], outOf);
    const process = await run(machine, program, options);
    const logs = join(directory, 'var/log', program);
    return {
      machine,
      certificate,
      log: () => [process.output(), ...readAll(logs)].join(''),
      async stop() {
        await process.stop();
        await machine.stop();
      },
    };
  }

  return {
    name,
    testable,
    start: (standIn, ports) => start(false, standIn, ports),
    startWithInbox: () => start(true),
  };
}

async function run(machine: Machine, program: string, options: readonly string[]) {
  const [enter = '', ...rest] = [...machine.within, program, ...options];
  const env = { PATH: process.env['PATH'], HOME: `/var/lib/${program}` };
  const child = spawn(enter, rest, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (part) => (output += String(part)));
  const ended = once(child, 'close');
  await Promise.race([
    Promise.all([machine.listensAt(80), machine.listensAt(443)]),
    ended.then(() => Promise.reject(new Error(`${program} ended: ${output}`))),
  ]);
  return {
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function copy(directory: string, file: string): void {
  cpSync(file, join(directory, file));
}

function readAll(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8')) : [];
}

/** For 90 days, as usual authorities do: Caddy would ask for another one in the last third. */
function makeCertificate(hosts: readonly string[], certificate: string, key: string): string {
  mkdirSync(dirname(certificate), { recursive: true });
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=${hosts[0]}`;
  const names = ['-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`];
  execFileSync('openssl', [...request.split(' '), ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return readFileSync(certificate, 'utf8');
}
