import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import { canStartMachines, machineDirectory, startMachine, type Machine } from './machine.ts';
import { launchCopy } from './site-process.ts';

/** nginx or Caddy on ports 80 and 443 of a machine of its own, with its file in deploy/ as it is. */
export interface Proxy {
  machine: Machine;
  /** The certificate for www.example.com and example.com, signed by itself. */
  certificate: string;
  /** All that it has logged so far, wherever. */
  log(): string;
  stop(): Promise<void>;
}

export interface ProxyKind {
  name: string;
  /** Whether this machine has it, and can run it so. */
  testable: boolean;
  /** @param standIn is made to listen, and stands at 127.0.0.1:3000 of its machine */
  start(standIn?: Server): Promise<Proxy>;
}

export const siteUrl = 'https://www.example.com';

export const nginx = kind({
  name: 'nginx',
  version: ['-v'],
  places: ['/etc/nginx', '/etc/ssl', '/var/lib/nginx', '/var/log/nginx', '/run'],
  prepare(directory) {
    // As Debian has it, without its sites-enabled/default, which the operator removes.
    for (const name of ['nginx.conf', 'mime.types']) copy(directory, `/etc/nginx/${name}`);
    for (const name of ['modules-enabled', 'sites-enabled']) mkdirSync(join(directory, 'etc/nginx', name));
    copy(directory, '/etc/ssl/openssl.cnf');
    cpSync('deploy/nginx.conf', join(directory, 'etc/nginx/conf.d/website.conf'));
    return makeCertificate(
      join(directory, 'etc/ssl/website/certificate.pem'),
      join(directory, 'etc/ssl/website/key.pem'),
    );
  },
  options: ['-g', 'daemon off;'],
});

export const caddy = kind({
  name: 'Caddy',
  version: ['version'],
  places: ['/etc/caddy', '/var/lib/caddy'],
  prepare(directory) {
    cpSync('deploy/Caddyfile', join(directory, 'etc/caddy/Caddyfile'));
    // Where Caddy looks for what it was given before: it does not ask for another.
    const authority = 'var/lib/caddy/.local/share/caddy/certificates/acme-v02.api.letsencrypt.org-directory';
    const [first, second] = ['www.example.com', 'example.com'].map((host) => join(directory, authority, host, host));
    const certificate = makeCertificate(`${first}.crt`, `${first}.key`);
    for (const part of ['crt', 'key']) cpSync(`${first}.${part}`, `${second}.${part}`);
    writeFileSync(`${first}.json`, '{"sans":["www.example.com"],"issuer_data":{}}');
    writeFileSync(`${second}.json`, '{"sans":["example.com"],"issuer_data":{}}');
    return certificate;
  },
  options: ['run', '--config', '/etc/caddy/Caddyfile'],
});

/** A proxy with the whole site behind it, each a process of its own. */
export async function startWithSite({ start }: ProxyKind): Promise<Proxy> {
  const proxy = await start();
  const env = { LOG_LEVEL: 'silent', PORT: '3000', SITE_URL: siteUrl, TRUST_PROXY: '1' };
  const site = launchCopy(env, ['server/main.ts'], proxy.machine.withinNetwork);
  await site.address().catch(async (fault: unknown) => {
    await proxy.stop();
    throw fault;
  });
  return {
    ...proxy,
    async stop() {
      await site.end('SIGTERM');
      await proxy.stop();
    },
  };
}

interface Recipe {
  name: string;
  version: string[];
  /** What it reads and writes: its own on the machine. */
  places: string[];
  /** Fills the places, and returns the certificate. */
  prepare(directory: string): string;
  options: string[];
}

function kind({ name, version, places, prepare, options }: Recipe): ProxyKind {
  const program = name.toLowerCase();
  const testable = canStartMachines && spawnSync(program, version).status === 0;
  if (!testable)
    console.warn(`Not tested: ${name}. It needs root on Linux, and on Debian: apt-get install ${program} iproute2`);
  return {
    name,
    testable,
    async start(standIn) {
      const directory = machineDirectory();
      for (const place of places) mkdirSync(join(directory, place), { recursive: true });
      const certificate = prepare(directory);
      writeFileSync(join(directory, 'etc/hosts'), '127.0.0.1 localhost www.example.com example.com\n');
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
    },
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
function makeCertificate(certificate: string, key: string): string {
  mkdirSync(dirname(certificate), { recursive: true });
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=www.example.com';
  const names = ['-addext', 'subjectAltName=DNS:www.example.com,DNS:example.com'];
  execFileSync('openssl', [...request.split(' '), ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return readFileSync(certificate, 'utf8');
}
