import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryDirectory } from '../../enquiries/testing/temporary.ts';
import { readConfig } from '../../start/config.ts';

interface Service {
  image: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: Record<string, unknown>;
  [name: string]: unknown;
}

const file = 'deploy/compose.yaml';
const text = readFileSync(file, 'utf8');
const { services, volumes } = parse(text, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const all = Object.entries(services);
const sites = all.filter(([name]) => name.startsWith('site-')).map(([, service]) => service);
/** The variables that somebody has to set, with what Compose says without them. */
const required = new Map(
  [...text.matchAll(/\$\{([A-Z_]+):\?([^}]+)\}/g)].map(([, name = '', words = '']) => [name, words]),
);
const hasCompose = spawnSync('docker-compose', ['version']).status === 0;

describe('the file for Compose', () => {
  test('is one by the schema of the Compose Specification, and has none of the usual faults', () => {
    expect(faultsOf(file)).toEqual([]);
    const spoilt = join(temporaryDirectory(), 'compose.yaml');
    writeFileSync(spoilt, text.replace('stop_grace_period:', 'stop_grace:'));
    expect(faultsOf(spoilt)).toEqual(['invalid-schema']);
  });

  test('names every image by a digest, or asks for it', () => {
    for (const [, { image }] of all)
      expect(image).toMatch(/^\$\{WEBSITE_IMAGE:\?.*digest.*\}$|^docker\.io\/[\w/]+@\$\{[A-Z]+_DIGEST:\?.*digest.*\}$/);
  });

  test.skipIf(!hasCompose).each([...required])('is refused by Compose without %s: %s', (missing, words) => {
    const directory = temporaryDirectory();
    copyFileSync(file, join(directory, 'compose.yaml'));
    writeFileSync(join(directory, 'website.env'), '');
    const others = [...required.keys()].filter((name) => name !== missing);
    writeFileSync(join(directory, '.env'), others.map((name) => `${name}=sha256:0123\n`).join(''));
    const env = { PATH: process.env['PATH'], HOME: directory };
    const { status, stderr } = spawnSync('docker-compose', ['config'], { cwd: directory, env, encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toContain(words);
  });

  test('gives no service a right that it has no use for', () => {
    for (const [name, service] of all) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(service['cap_add']).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : undefined);
      expect(service['privileged']).toBeUndefined();
      expect(service['mem_limit']).toMatch(/^\d+m$/);
      expect(service['pids_limit']).toEqual(expect.any(Number));
      expect(service['restart']).toBe(name === 'backup' ? 'no' : 'unless-stopped');
    }
    expect(services['database']?.['networks']).toEqual(['back']);
    expect(all.filter(([, service]) => service['ports'] !== undefined).map(([name]) => name)).toEqual([
      'proxy',
      'mail',
    ]);
  });

  test('sets what the site knows', () => {
    for (const { environment = {} } of [...sites, services['backup'] ?? { image: '' }])
      expect(() => readConfig({}, Object.keys(environment))).not.toThrow();
    expect(sites).toHaveLength(2);
    expect(sites.map(({ environment }) => environment?.['TRUST_PROXY'])).toEqual(['1', '1']);
  });

  test('starts each service once what it needs is healthy, and gives it time to end', () => {
    for (const [, { depends_on = {} }] of all)
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        expect(condition).toBe('service_healthy');
        const { interval, timeout, start_period, start_interval } = services[needed]?.healthcheck ?? {};
        expect(seconds(timeout)).toBeLessThan(seconds(interval));
        expect(seconds(start_interval)).toBeLessThan(seconds(start_period));
      }
    // The server ends by itself within 10 s.
    for (const { stop_grace_period } of sites) expect(seconds(stop_grace_period)).toBeGreaterThan(10);
    expect(services['proxy']?.depends_on).toHaveProperty('site-1');
    expect(services['proxy']?.depends_on).toHaveProperty('site-2');
  });

  test('keeps the database and its backups in volumes, of which no other service writes the first', () => {
    const users = (volume: string) =>
      all
        .filter(([, service]) => JSON.stringify(service['volumes'] ?? []).includes(`"${volume}:`))
        .map(([name]) => name);
    expect(users('database')).toEqual(['database']);
    expect(users('backups')).toEqual(['site-1', 'site-2', 'backup']);
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(['database', 'backups']));
    expect(services['backup']?.['entrypoint']).toEqual(['node', 'admin.js', 'backup']);
  });

  test('has the proxy ask the servers that there are whether they could store an enquiry', () => {
    const { WEBSITE_SERVERS, WEBSITE_BALANCE } = services['proxy']?.environment ?? {};
    expect(WEBSITE_SERVERS).toBe('site-1:3000 site-2:3000');
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
    const balance = new RegExp(`^\\(${WEBSITE_BALANCE}\\) \\{\n([^}]*)`, 'm').exec(caddyfile)?.[1];
    expect(balance).toMatch(/^\s*health_uri \/readyz$/m);
    const [interval, timeout] = ['interval', 'timeout'].map((name) =>
      new RegExp(`health_${name} (\\d+)s`).exec(balance ?? ''),
    );
    expect(Number(timeout?.[1])).toBeLessThan(Number(interval?.[1]));
  });
});

/** The proxy stands open to everybody, and in which order a file says things is its own affair. */
function faultsOf(path: string): string[] {
  const linter = new DCLinter({ rules: { 'no-unbound-port-interfaces': 0 }, quiet: false, debug: false, exclude: [] });
  const messages = linter.lintFiles([path], false).flatMap((found) => found.messages);
  return messages
    .filter(({ category, severity }) => category !== 'style' || severity === 'critical')
    .map(({ rule }) => rule);
}

function seconds(duration: unknown): number {
  return Number(/^(\d+)s$/.exec(String(duration))?.[1]);
}
