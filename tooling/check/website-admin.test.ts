import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';

const standIns = {
  id: 'echo 0',
  // The inbox is not switched on.
  systemctl: '[ $1 = is-enabled ] && { [ $3 != website-inbox.socket ]; exit; }; echo "$*" >>"$WORLD/log"',
  runuser: 'shift 5; echo "admin $*" >>"$WORLD/log"; for word; do [ ! -f "$word" ] || cat "$word"*; done; exit 3',
  install: 'for w; do shift; case $w in -[og] | website) ;; *) set -- "$@" "$w" ;; esac; done; /usr/bin/install "$@"',
};

/** Creates a machine without users and systemd, with a backup in the folder of backups and one elsewhere. */
function createMachine() {
  const world = createTemporaryDirectory();
  const backups = join(world, 'var/backups/website');
  const elsewhere = join(world, 'a folder');
  for (const path of [backups, elsewhere]) {
    mkdirSync(path, { recursive: true });
    for (const [ending, text] of [
      ['', 'data '],
      ['.sha256', 'sum '],
    ] as const)
      writeFileSync(join(path, `a.db${ending}`), text);
  }
  const script = readFileSync('deploy/website-admin', 'utf8').replace('=/var', `=${world}/var`);
  for (const [name, text] of Object.entries({ ...standIns, 'website-admin': script }))
    writeFileSync(join(world, name), name === 'website-admin' ? text : `#!/bin/sh\n${text}`, { mode: 0o755 });
  const env = { ...process.env, WORLD: world, PATH: `${world}:${process.env['PATH']}` };
  /** Runs the command. Returns its exit code, its output, and what it called. */
  function run(...args: string[]) {
    const { status, stdout } = spawnSync(join(world, 'website-admin'), args, { env, encoding: 'utf8', cwd: world });
    return { status, stdout, calls: readFileSync(join(world, 'log'), 'utf8').trim().split('\n') };
  }
  return { run, backups, elsewhere };
}

describe('website-admin', () => {
  it('passes on arguments and exit code', () => {
    const { run } = createMachine();
    expect(run('backup', 'list', '--yes')).toMatchObject({ status: 3, calls: ['admin backup list --yes'] });
  });

  it.each([
    ['a.db', '--yes'],
    ['--yes', 'a.db'],
  ])('stops the server while it restores, and starts what is switched on, however it ends: %s %s', (...args) => {
    const { run } = createMachine();
    const calls = [
      'stop website.socket website-inbox.socket website.service',
      `admin backup restore ${args.join(' ')}`,
      'start website.socket',
      'start website.service',
    ];
    expect(run('backup', 'restore', ...args)).toEqual({ status: 3, stdout: '', calls });
  });

  it('stops nothing without --yes', () => {
    const { run, backups } = createMachine();
    const path = join(backups, 'a.db');
    const result = { status: 3, stdout: 'data sum ', calls: [`admin backup restore ${path}`] };
    expect(run('backup', 'restore', path)).toEqual(result);
  });

  it('lets the server read a backup that lies elsewhere, with its checksum and what was erased, and leaves no copy', () => {
    const { run, backups, elsewhere } = createMachine();
    writeFileSync(join(elsewhere, 'a.db.erased'), 'erased');
    const { stdout, calls } = run('backup', 'restore', join(elsewhere, 'a.db'));
    expect([stdout, calls]).toEqual(['data erasedsum ', [expect.stringContaining(`restore ${backups}/.restore-`)]]);
    expect(readdirSync(backups)).toEqual(['a.db', 'a.db.sha256']);
  });
});
