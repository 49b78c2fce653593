import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { install, runs } from '../debian.ts';
import { internetAddress, type DebianServer } from './debian-server.ts';

/** What a server finds on the internet, on the machine beside it: an authority for certificates, Node, and a mail server. */
export interface Internet {
  /** Files with the certificates that are to be believed: the authority's, and that of the hosts here. */
  roots: string[];
  /** Every mail that was taken so far. */
  mails(): string[];
  stop(): void;
}

const hosts = ['acme-v02.api.letsencrypt.org', 'acme-staging-v02.api.letsencrypt.org', 'nodejs.org'];

/** The names by which the server finds it, for the operator's own domain. */
export const internetHosts = (domain: string): string[] => [...hosts, `mail.${domain}`];

export async function startInternet({ outside }: DebianServer): Promise<Internet> {
  if (!runs('which', 'pebble') && !install(['pebble'])) throw new Error('There is no pebble');
  const directory = mkdtempSync(join(tmpdir(), 'internet-'));
  const front = join(directory, 'front.crt');
  const key = join(directory, 'front.key');
  const authority = join(directory, 'authority.crt');
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=internet'.split(' ');
  execFileSync('openssl', [...request, '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', front], {
    stdio: 'ignore',
  });
  writeFileSync(join(directory, 'mails'), '');
  offerNode(join(directory, 'nodejs.org/dist'));
  const places = { listenAddress: '127.0.0.1:14000', managementListenAddress: '127.0.0.1:15000' };
  const pebble = { ...places, certificate: front, privateKey: key, httpPort: 80, tlsPort: 443 };
  writeFileSync(join(directory, 'pebble.json'), JSON.stringify({ pebble }));

  // Pebble alone would wait at random, and refuse some of the right questions.
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' };
  const run = (...command: string[]) => {
    const [enter = '', ...rest] = [...outside, 'setpriv', '--pdeathsig', 'KILL', ...command];
    return spawn(enter, rest, { stdio: ['ignore', 'ignore', 'inherit'], env });
  };
  const programs = [run('pebble', '-config', join(directory, 'pebble.json'))];
  await setTimeout(1000);
  programs.push(run(process.execPath, join(import.meta.dirname, 'internet-server.ts'), directory, internetAddress));
  for (const until = performance.now() + 20_000; !existsSync(authority); await setTimeout(100))
    if (performance.now() > until) throw new Error('The authority did not start');
  return {
    roots: [front, authority],
    mails: () =>
      readFileSync(join(directory, 'mails'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => String(JSON.parse(line))),
    stop() {
      for (const program of programs) program.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The Node of this machine, packed as nodejs.org does: another version is not to be had there. */
function offerNode(dist: string): void {
  const name = `node-${process.version}-linux-${process.arch}`;
  const folder = join(dist, process.version);
  mkdirSync(join(folder, name, 'bin'), { recursive: true });
  cpSync(process.execPath, join(folder, name, 'bin/node'), { dereference: true });
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: folder });
  const checksum = createHash('sha256')
    .update(readFileSync(join(folder, `${name}.tar.gz`)))
    .digest('hex');
  writeFileSync(join(folder, 'SHASUMS256.txt'), `${checksum}  ${name}.tar.gz\n`);
}
