import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canStartMachines, startMachine, type Machine } from './machine.ts';

/** nginx on ports 80 and 443 of a machine of its own, with its files in deploy/ as they are. */
export interface Proxy {
  machine: Machine;
  /** The certificates for its hosts, each signed by itself. */
  certificate: string;
  /** All that it has logged so far, wherever. */
  log(): string;
  stop(): Promise<void>;
}

export const siteUrl = 'https://www.example.com';
export const inboxHost = 'inbox.example.com';

const siteHosts = ['www.example.com', 'example.com'];
const places = ['/etc/nginx', '/etc/ssl', '/etc/letsencrypt', '/var/lib/nginx', '/var/log/nginx', '/run', '/opt'];

export const nginx = {
  /** Whether this machine has it, and can run it so. */
  testable: canStartMachines && spawnSync('nginx', ['-v']).status === 0,
  start,
};
if (!nginx.testable)
  console.warn('Not tested: nginx. It needs root on Linux, and on Debian: apt-get install nginx iproute2');

/** Makes all that nginx keeps so many seconds older. */
export function age({ machine }: Proxy, seconds: number): void {
  const cache = join(machine.directory, 'var/lib/nginx/website');
  for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const kept = readFileSync(file);
    // Behind the version of its format stands the second from which on the answer is too old.
    kept.writeBigInt64LE(kept.readBigInt64LE(8) - BigInt(seconds), 8);
    writeFileSync(file, kept);
  }
}

/**
 * @param standIns are made to listen, and stand at 127.0.0.1:3000 of its machine, and at the ports behind it
 * @param ports of the servers, where there are several
 */
async function start(standIns: readonly Server[] = [], ports: readonly number[] = [3000]): Promise<Proxy> {
  const directory = mkdtempSync(join(tmpdir(), 'machine-'));
  for (const place of places) mkdirSync(join(directory, place), { recursive: true });
  const certificate = configure(directory, ports);
  cpSync('build/node/away.html', join(directory, 'opt/website/current/build/node/away.html'));
  writeFileSync(join(directory, 'etc/hosts'), `127.0.0.1 localhost ${siteHosts.join(' ')} ${inboxHost}\n`);
  const outOf = standIns.map((_, index) => join(directory, `server-${index}.sock`));
  await Promise.all(standIns.map((server, index) => once(server.listen(outOf[index]), 'listening')));
  const machine = await startMachine(directory, [...places, '/etc/hosts'], outOf);
  const [enter, ...rest] = [...machine.within, 'nginx', '-g', 'daemon off;'];
  const child = spawn(enter, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (part) => (output += String(part)));
  const ended = once(child, 'close');
  await Promise.race([
    Promise.all([machine.listensAt(80), machine.listensAt(443)]),
    ended.then(() => Promise.reject(new Error(`nginx ended: ${output}`))),
  ]);
  const logs = join(directory, 'var/log/nginx');
  return {
    machine,
    certificate,
    log: () => [output, ...readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))].join(''),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await machine.stop();
    },
  };
}

/** Puts the files in their places as Debian has them, without its sites-enabled/default, and returns the certificates. */
function configure(directory: string, ports: readonly number[]): string {
  for (const file of ['/etc/nginx/nginx.conf', '/etc/nginx/mime.types', '/etc/ssl/openssl.cnf'])
    cpSync(file, join(directory, file));
  // The command by which the installer gives nginx more connections.
  const [more = 'false'] = /^ +sed -i .*nginx\.conf"$/m.exec(readFileSync('deploy/website-release', 'utf8')) ?? [];
  execFileSync('sh', ['-c', more], { env: { ...process.env, nginx: join(directory, 'etc/nginx') } });
  for (const name of ['modules-enabled', 'sites-enabled', 'conf.d']) mkdirSync(join(directory, 'etc/nginx', name));
  const files = join(directory, 'etc/nginx/conf.d');
  const configuration = readFileSync('deploy/nginx.conf', 'utf8');
  const servers = ports.map((port) => `  server 127.0.0.1:${port};`).join('\n');
  writeFileSync(join(files, 'website.conf'), configuration.replaceAll(/^  server 127.0.0.1:3000;/gm, servers));
  const certified = (hosts: readonly string[], name: string) =>
    makeCertificate(hosts, join(directory, 'etc/letsencrypt/live', name));
  cpSync('deploy/nginx-inbox.conf', join(files, 'website-inbox.conf'));
  return certified(siteHosts, 'website') + certified([inboxHost], 'website-inbox');
}

function makeCertificate(hosts: readonly string[], directory: string): string {
  mkdirSync(directory, { recursive: true });
  const [certificate, key] = [join(directory, 'fullchain.pem'), join(directory, 'privkey.pem')];
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=${hosts[0]}`;
  const names = ['-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`];
  execFileSync('openssl', [...request.split(' '), ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return readFileSync(certificate, 'utf8');
}
