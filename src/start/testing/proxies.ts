import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { raiseConnectionLimits } from '../../commands/setup/nginx-sites.ts';
import { canStartMachines, startMachine, type Machine } from './machine.ts';

/** nginx on ports 80 and 443 of its own machine, with the unmodified files of deploy/. */
export interface Proxy {
  machine: Machine;
  /** Self-signed certificates of its hosts. */
  certificate: string;
  /** Returns all of its logs so far. */
  log(): string;
  stop(): Promise<void>;
}

export const siteUrl = 'https://www.example.com';
export const officeHost = 'inbox.example.com';

const siteHosts = ['www.example.com', 'example.com'];
const ownPaths = '/etc/nginx /etc/ssl /etc/letsencrypt /var/lib/nginx /var/log/nginx /run /usr/lib/website'.split(' ');

export const nginx = {
  /** True if nginx is installed and machines can be created. */
  isTestable: canStartMachines && spawnSync('nginx', ['-v']).status === 0,
  start: startNginx,
};
if (!nginx.isTestable)
  console.warn('Not tested: nginx. It needs root on Linux, and on Debian: apt-get install nginx iproute2');

/** Makes everything in nginx's cache older by some seconds. */
export function ageCache({ machine }: Proxy, seconds: number): void {
  const cache = join(machine.directory, 'var/lib/nginx/website');
  for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const kept = readFileSync(file);
    // After the version of the file format stands the time, in seconds, at which the response expires.
    kept.writeBigInt64LE(kept.readBigInt64LE(8) - BigInt(seconds), 8);
    writeFileSync(file, kept);
  }
}

/**
 * @param standIns servers that get to listen at 127.0.0.1:3000 of its machine, and at the ports after it
 * @param ports of the servers, if there are several
 */
async function startNginx(standInServers: readonly Server[] = [], ports: readonly number[] = [3000]): Promise<Proxy> {
  const directory = mkdtempSync(join(tmpdir(), 'machine-'));
  for (const place of ownPaths) mkdirSync(join(directory, place), { recursive: true });
  const certificate = writeConfiguration(directory, ports);
  cpSync('build/node/away.html', join(directory, 'usr/lib/website/current/build/node/away.html'));
  writeFileSync(join(directory, 'etc/hosts'), `127.0.0.1 localhost ${siteHosts.join(' ')} ${officeHost}\n`);
  const outOf = standInServers.map((_, index) => join(directory, `server-${index}.sock`));
  await Promise.all(standInServers.map((server, index) => once(server.listen(outOf[index]), 'listening')));
  const machine = await startMachine(directory, [...ownPaths, '/etc/hosts'], outOf);
  const [enter, ...rest] = [...machine.commandPrefix, 'nginx', '-g', 'daemon off;'];
  const child = spawn(enter, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (part) => (output += String(part)));
  const ended = once(child, 'close');
  await Promise.race([
    Promise.all([machine.waitForPort(80), machine.waitForPort(443)]),
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

/** Puts the configuration where Debian has it, without sites-enabled/default. Returns the certificates. */
function writeConfiguration(directory: string, ports: readonly number[]): string {
  for (const file of ['/etc/nginx/nginx.conf', '/etc/nginx/mime.types', '/etc/ssl/openssl.cnf'])
    cpSync(file, join(directory, file));
  const main = join(directory, 'etc/nginx/nginx.conf');
  writeFileSync(main, raiseConnectionLimits(readFileSync(main, 'utf8')));
  for (const name of ['modules-enabled', 'sites-enabled', 'conf.d']) mkdirSync(join(directory, 'etc/nginx', name));
  const files = join(directory, 'etc/nginx/conf.d');
  const configuration = readFileSync('deploy/nginx.conf', 'utf8');
  const servers = ports.map((port) => `  server 127.0.0.1:${port};`).join('\n');
  writeFileSync(join(files, 'website.conf'), configuration.replaceAll(/^  server 127.0.0.1:3000;/gm, servers));
  const certified = (hosts: readonly string[], name: string) =>
    makeCertificate(hosts, join(directory, 'etc/letsencrypt/live', name));
  cpSync('deploy/nginx-inbox.conf', join(files, 'website-inbox.conf'));
  return certified(siteHosts, 'website') + certified([officeHost], 'website-inbox');
}

function makeCertificate(hosts: readonly string[], directory: string): string {
  mkdirSync(directory, { recursive: true });
  const [certificate, key] = [join(directory, 'fullchain.pem'), join(directory, 'privkey.pem')];
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=${hosts[0]}`;
  const names = ['-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`];
  execFileSync('openssl', [...request.split(' '), ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return readFileSync(certificate, 'utf8');
}
