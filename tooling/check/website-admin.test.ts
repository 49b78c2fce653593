import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';

const standIns = {
  id: 'echo 0',
  chown: '',
  systemctl: '[ "$1" = is-active ] || echo "$*"',
  runuser: 'shift 5; echo "admin $*"; for word; do [ ! -f "$word" ] || cat "$word"*; done; exit 3',
  install: 'for w; do shift; case $w in -o | website) ;; *) set -- "$@" "$w" ;; esac; done; /usr/bin/install "$@"',
};

/** Runs the operator's command where systemd and users have stand-ins. Returns its exit code and what it called. */
function runAdmin(...args: string[]) {
  const world = createTemporaryDirectory();
  const directory = join(world, 'a folder');
  for (const path of ['', 'backups']) mkdirSync(join(directory, path));
  for (const ending of ['', '.sha256', '.erased']) writeFileSync(join(directory, `a.db${ending}`), `data${ending}\n`);
  const script = readFileSync('deploy/website-admin', 'utf8').replace('/var/backups', '../a\\ folder/backups');
  for (const [name, text] of Object.entries({ ...standIns, 'website-admin': script }))
    writeFileSync(join(world, name), text.startsWith('#!') ? text : `#!/bin/sh\n${text}`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${world}:${process.env['PATH']}` };
  const { status, stdout } = spawnSync(join(world, 'website-admin'), args, { env, encoding: 'utf8', cwd: directory });
  const calls = stdout.replaceAll(/\S+ \S+website-restore-\w+/g, 'copies').replaceAll('\n', '; ');
  return { status, calls, left: readdirSync(join(directory, 'backups')) };
}

const stop = 'stop website.socket website-inbox.socket website.service';
it.each<[string, string]>([
  ['backup list --yes', 'admin backup list --yes; '],
  ['backup restore website.db', 'admin backup restore website.db; '],
  ['backup restore --yes x', `${stop}; admin backup restore --yes x; start website.service; `],
  ['backup restore a.db', 'admin backup restore copies/a.db; data; data.erased; data.sha256; '],
])('website-admin stops the server for a restore alone, and lets it read a backup from anywhere: %s', (call, calls) => {
  expect(runAdmin(...call.split(' '))).toEqual({ status: 3, calls, left: [] });
});
