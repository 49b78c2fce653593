import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { internetAddress, type DebianServer } from './debian-server.ts';

/** What a server finds on the internet, on the machine beside it: an authority for certificates, Node, and a mail server. */
export interface Internet {
  /** The certificate of the authority. */
  root: string;
  /** Every mail that was taken so far. */
  mails(): string[];
  stop(): void;
}

const authorities = ['acme-v02.api.letsencrypt.org', 'acme-staging-v02.api.letsencrypt.org'];

/** The names by which the server finds it, for the operator's own domain. */
export const internetHosts = (domain: string): string[] => [...authorities, 'nodejs.org', `mail.${domain}`];

// Let's Encrypt has its directory at another path than Caddy, which is an authority for ACME as well.
const caddyfile = (directory: string): string => `{
  admin off
  skip_install_trust
  storage file_system ${directory}/authority
}
${authorities.join(', ')} {
  tls internal
  rewrite /directory /acme/local/directory
  acme_server
}
nodejs.org {
  tls internal
  root * ${directory}/nodejs.org
  file_server
}
`;

export async function startInternet({ outside }: DebianServer): Promise<Internet> {
  const directory = mkdtempSync(join(tmpdir(), 'internet-'));
  const mailFile = join(directory, 'mails');
  writeFileSync(mailFile, '');
  writeFileSync(join(directory, 'Caddyfile'), caddyfile(directory));
  offerNode(join(directory, 'nodejs.org/dist'));
  const run = (...command: string[]) => {
    const [enter = '', ...rest] = [...outside, 'setpriv', '--pdeathsig', 'KILL', ...command];
    return spawn(enter, rest, { stdio: ['ignore', 'ignore', 'ignore'], env: { ...process.env, HOME: directory } });
  };
  const programs = [
    run('caddy', 'run', '--config', join(directory, 'Caddyfile')),
    run(process.execPath, join(import.meta.dirname, 'mail-server.ts'), internetAddress, mailFile),
  ];
  const root = join(directory, 'authority/pki/authorities/local/root.crt');
  for (const until = performance.now() + 20_000; !existsSync(root); await setTimeout(100))
    if (performance.now() > until) throw new Error('The authority did not start');
  return {
    root,
    mails: () =>
      readFileSync(mailFile, 'utf8')
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
