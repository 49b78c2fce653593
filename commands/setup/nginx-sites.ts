import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageDirectory } from '../../process/package-info.ts';
import type { Config } from '../../start/config.ts';
import { CommandFailure } from '../command.ts';
import type { Machine } from './machine.ts';

/** A site of nginx. Its file and its certificate have its name. */
interface NginxSite {
  name: string;
  hosts: readonly string[];
  configuration: string;
}

/** Returns the sites with the hosts of the settings: none without https, and that of the office if it has an address. */
export function listNginxSites({ siteUrl, inboxUrl }: Pick<Config, 'siteUrl' | 'inboxUrl'>): NginxSite[] {
  const read = (file: string) => readFileSync(join(packageDirectory, 'deploy', file), 'utf8');
  const { hostname: host, protocol } = new URL(siteUrl);
  const otherHost = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
  const configuration = read('nginx.conf').replaceAll(/(www\.)?example\.com/g, (_, www) => (www ? host : otherHost));
  const sites = [{ name: 'website', hosts: [host, otherHost], configuration }];
  if (inboxUrl !== undefined) {
    const { hostname } = new URL(inboxUrl);
    const inboxConfiguration = read('nginx-inbox.conf').replaceAll('inbox.example.com', hostname);
    sites.push({ name: 'website-inbox', hosts: [hostname], configuration: inboxConfiguration });
  }
  return protocol === 'https:' ? sites : [];
}

/** Gets or extends a certificate by certbot, whose challenge nginx answers with Debian's site and with ours. */
export async function requestCertificate(machine: Machine, { name, hosts }: NginxSite, email: string): Promise<string> {
  const webroot = ['--webroot', '--webroot-path', '/var/www/html', '--deploy-hook', 'systemctl reload nginx'];
  const consent = ['--agree-tos', '--no-eff-email', '--email', email, '--non-interactive'];
  const domains = hosts.flatMap((host) => ['--domain', host]);
  await machine.run('certbot', 'certonly', ...webroot, '--cert-name', name, ...domains, ...consent);
  return `there is one for ${hosts.join(', ')}`;
}

/** Allows 10,000 connections in Debian's nginx.conf instead of 768, which slow clients fill. */
export function raiseConnectionLimits(configuration: string): string {
  const others = configuration.replaceAll(/^worker_rlimit_nofile.*\n/gm, '');
  return `worker_rlimit_nofile 20000;\n${others.replace(/worker_connections .*;/, 'worker_connections 10000;')}`;
}

/**
 * Gives nginx these sites in the place of Debian's default. What an operator changed stays beside it as `.before`. If
 * nginx refuses its new files, all are as before, and it rejects with a CommandFailure.
 */
export async function installNginxSites(machine: Machine, sites: readonly NginxSite[]): Promise<string> {
  const directory = join(machine.root, 'etc/nginx');
  if (!existsSync(directory)) throw new CommandFailure('it is not installed: apt-get install nginx certbot');
  const inNginx = (...names: string[]) => join(directory, ...names);
  const copy = mkdtempSync(join(tmpdir(), 'nginx-'));
  cpSync(directory, copy, { recursive: true, verbatimSymlinks: true });
  try {
    for (const name of ['default', 'website', 'website-inbox']) rmSync(inNginx('sites-enabled', name), { force: true });
    for (const { name, configuration } of sites) {
      const file = inNginx('sites-available', name);
      if (existsSync(file) && readFileSync(file, 'utf8') !== configuration) renameSync(file, `${file}.before`);
      writeFileSync(file, configuration);
      symlinkSync(`../sites-available/${name}`, inNginx('sites-enabled', name));
    }
    writeFileSync(inNginx('nginx.conf'), raiseConnectionLimits(readFileSync(inNginx('nginx.conf'), 'utf8')));
    await machine.run('nginx', '-t');
  } catch (error) {
    for (const folder of ['sites-available', 'sites-enabled']) rmSync(inNginx(folder), { recursive: true });
    cpSync(copy, directory, { recursive: true, verbatimSymlinks: true });
    throw error;
  } finally {
    rmSync(copy, { recursive: true });
  }
  await machine.run('systemctl', 'reload-or-restart', 'nginx');
  return `it serves ${sites.flatMap(({ hosts }) => hosts).join(', ')}`;
}
