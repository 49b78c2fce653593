import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const directory = mkdtempSync(join(tmpdir(), 'unit-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join('deploy', name), 'utf8');
const node = '/usr/lib/website/current/bin/node';
const server = read('website.service');
const backup = read('website-backup.service');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };

// systemd checks that the program exists, as it does on the site's server.
const units = globSync('deploy/*.{service,socket,timer}').map((file) => {
  const copy = join(directory, basename(file));
  writeFileSync(copy, readFileSync(file, 'utf8').replaceAll(node, process.execPath));
  if (file.endsWith('.service')) cpSync('deploy/hardening.conf', join(`${copy}.d`, 'hardening.conf'));
  return copy;
});
const services = units.filter((file) => file.endsWith('.service'));

function analyze(...command: string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync('systemd-analyze', command, { encoding: 'utf8' });
  return { status, stderr };
}

describe('the units of systemd', () => {
  test.each([
    [
      'the server as npm start does',
      server,
      scripts.start.replace('node ', '').replace('build/node/start/main.js', 'server.js'),
    ],
    ['the operator’s command to back up', backup, '/usr/lib/website/current/admin.js backup'],
  ])('run %s', (_what, unit, command) => expect(unit).toContain(`\nExecStart=${node} ${command}\n`));

  test('get their sockets from units that are there', () => {
    const [, sockets = ''] = /^Sockets=(.*)$/m.exec(server) ?? [];
    expect(sockets.split(' ').sort()).toEqual(globSync('*.socket', { cwd: 'deploy' }).sort());
  });

  test('bound the memory of the server, and outlive a process that the kernel ends for it', () =>
    expect(server).toMatch(/^MemoryMax=768M\n(?:#.*\n)*OOMPolicy=continue$/m));

  test('make up for a night in which the machine was off', () =>
    expect(read('website-backup.timer')).toMatch(/^Persistent=true$/m));

  test.skipIf(!hasSystemd)('are understood by systemd without a complaint', () =>
    expect(analyze('verify', ...units)).toEqual({ status: 0, stderr: '' }),
  );

  test.skipIf(!hasSystemd).each(services)('leave little open, as systemd counts it, 1.5 of 10 at most: %s', (file) =>
    expect(analyze('security', '--offline=yes', '--threshold=15', '--no-pager', file).status).toBe(0),
  );
});
