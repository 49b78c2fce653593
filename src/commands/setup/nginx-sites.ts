import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageDirectory } from '../../process/package-info.ts';
import type { Config } from '../../start/config.ts';
import { CommandFailure } from '../command.ts';
import type { Machine } from './machine.ts';

/** A site of nginx. Its file and its certificate have its name. Its second host redirects to the first. */
type NginxSite = { name: string; hosts: string[] };

/** Returns the sites of the settings: none without https, and that of the office if it has an address. */
export function listNginxSites({ siteUrl, inboxUrl }: Pick<Config, 'siteUrl' | 'inboxUrl'>): NginxSite[] {
  const { hostname: host, protocol } = new URL(siteUrl);
  const site = { name: 'website', hosts: [host, host.startsWith('www.') ? host.slice(4) : `www.${host}`] };
  const inbox = inboxUrl === undefined ? [] : [{ name: 'website-inbox', hosts: [new URL(inboxUrl).hostname] }];
  return protocol === 'https:' ? [site, ...inbox] : [];
}

/** Gets or extends a certificate by certbot, whose challenge nginx answers with Debian's site and with ours. */
export async function requestCertificate(machine: Machine, { name, hosts }: NginxSite, email: string): Promise<string> {
  const enabled = join(machine.root, 'etc/nginx/sites-enabled');
  // After a removal of the site there is neither.
  if (existsSync(enabled) && readdirSync(enabled).length === 0) {
    symlinkSync('../sites-available/default', join(enabled, 'default'));
    await machine.run('systemctl', 'reload-or-restart', 'nginx');
  }
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
  if (!existsSync(directory)) throw new CommandFailure('nginx is not installed: apt-get install nginx');
  const copy = mkdtempSync(join(tmpdir(), 'nginx-'));
  await machine.run('cp', '-a', directory, copy);
  try {
    for (const name of ['default', 'website', 'website-inbox'])
      rmSync(join(directory, 'sites-enabled', name), { force: true });
    for (const { name, hosts } of sites) {
      const template = readFileSync(
        join(packageDirectory, 'deploy', `${name.replace('website', 'nginx')}.conf`),
        'utf8',
      );
      const replaceHost = (_: string, prefix?: string) => hosts[prefix === undefined ? 1 : 0] ?? '';
      const configuration = template.replaceAll(/(www\.|inbox\.)?example\.com/g, replaceHost);
      const file = join(directory, 'sites-available', name);
      if (existsSync(file) && readFileSync(file, 'utf8') !== configuration) renameSync(file, `${file}.before`);
      writeFileSync(file, configuration);
      symlinkSync(`../sites-available/${name}`, join(directory, 'sites-enabled', name));
    }
    const file = join(directory, 'nginx.conf');
    writeFileSync(file, raiseConnectionLimits(readFileSync(file, 'utf8')));
    await machine.run('nginx', '-t');
  } catch (error) {
    rmSync(directory, { recursive: true });
    await machine.run('cp', '-a', join(copy, 'nginx'), directory);
    throw error;
  } finally {
    rmSync(copy, { recursive: true });
  }
  await machine.run('systemctl', 'reload-or-restart', 'nginx');
  return `it serves ${sites.flatMap(({ hosts }) => hosts).join(', ')}`;
}
