import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const unit = readFileSync('deploy/website.service', 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const directory = mkdtempSync(join(tmpdir(), 'unit-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// systemd looks whether the program exists, which it does on the machine of the site.
const units = globSync('deploy/*.{service,socket,timer}').map((file) => {
  const copy = join(directory, basename(file));
  writeFileSync(copy, readFileSync(file, 'utf8').replaceAll('/usr/local/bin/node', process.execPath));
  return copy;
});

describe('the service of systemd', () => {
  test('runs what npm start runs, from a release, and may not forbid V8 its compiler', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    const command = scripts.start.replace('build/node/start/main.js', 'server.js');
    expect(unit).toContain(`\nExecStart=/usr/local/bin/${command}\n`);
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
  });

  test('gets its sockets from units that are there', () => {
    const [, sockets = ''] = /^Sockets=(.*)$/m.exec(unit) ?? [];
    expect(sockets.split(' ').sort()).toEqual(globSync('*.socket', { cwd: 'deploy' }).sort());
  });

  test.skipIf(!hasSystemd)('is understood by systemd with all that belongs to it, without a complaint', () => {
    const { status, stderr } = analyze('verify', ...units);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.skipIf(!hasSystemd).each(units.filter((file) => file.endsWith('.service')))(
    'leaves little open, as systemd counts it, 1.5 of 10 at most: %s',
    (file) => {
      expect(analyze('security', '--offline=yes', '--threshold=15', '--no-pager', file).status).toBe(0);
      expect(analyze('security', '--offline=yes', '--threshold=1', '--no-pager', file).status).not.toBe(0);
    },
  );
});

describe('the daily backup of systemd', () => {
  const file = (name: string): string => readFileSync(join('deploy', name), 'utf8');
  const timer = file('website-backup.timer');
  const service = file('website-backup.service');

  /** What systemd has to say of the two, as they stand beside each other. */
  function analyzeBoth(...command: string[]): { status: number | null; stderr: string } {
    const [unitFile, timerFile] = [join(directory, 'website-backup.service'), join(directory, 'website-backup.timer')];
    writeFileSync(unitFile, service.replace('/usr/local/bin/node', process.execPath));
    writeFileSync(timerFile, timer);
    return spawnSync('systemd-analyze', [...command, unitFile, ...(command[0] === 'verify' ? [timerFile] : [])], {
      encoding: 'utf8',
    });
  }

  test('runs the operator’s command, and makes up for a night in which the machine was off', () => {
    expect(service).toMatch(/^ExecStart=\/usr\/local\/bin\/node \/opt\/website\/current\/admin\.js backup$/m);
    expect(service).not.toMatch(/^MemoryDenyWriteExecute/m);
    expect(timer).toMatch(/^Persistent=true$/m);
  });

  test('may do no more than the server', () => {
    const limits = (text: string) => {
      const lines = text.slice(text.indexOf('UMask=')).split('\n');
      return lines.filter((line) => /^\w+=/.test(line) && !line.startsWith('WantedBy='));
    };
    expect(limits(service)).toEqual(limits(unit));
  });

  test.skipIf(!hasSystemd)('is understood by systemd, without a complaint, and leaves little open', () => {
    const { status, stderr } = analyzeBoth('verify');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(analyzeBoth('security', '--offline=yes', '--threshold=15', '--no-pager').status).toBe(0);
    expect(spawnSync('systemd-analyze', ['calendar', /^OnCalendar=(.*)$/m.exec(timer)?.[1] ?? '']).status).toBe(0);
  });
});

function analyze(...command: string[]): { status: number | null; stderr: string } {
  return spawnSync('systemd-analyze', command, { encoding: 'utf8' });
}
