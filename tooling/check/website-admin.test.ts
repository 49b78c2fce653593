import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';

const standIns = {
  id: 'echo 0',
  // The inbox is not switched on.
  systemctl: '[ $1 = is-enabled ] && { [ $3 != website-inbox.socket ]; exit; }; echo "$*"',
  runuser: 'shift 5; echo "admin $*"; for word; do [ ! -f "$word" ] || cat "$word"*; done; exit 3',
  install: 'for w; do shift; case $w in -o | website) ;; *) set -- "$@" "$w" ;; esac; done; /usr/bin/install "$@"',
};

/** Runs the operator's command where systemd and users have stand-ins. Returns its exit code and what it called. */
function runAdmin(...args: string[]) {
  const world = createTemporaryDirectory();
  const directory = join(world, 'a folder');
  for (const path of ['', 'backups']) mkdirSync(join(directory, path));
  for (const ending of ['', '.sha256', '.erased']) writeFileSync(join(directory, `a.db${ending}`), `data${ending}\n`);
  const script = readFileSync('deploy/website-admin', 'utf8').replace('/var/backups/website', '../a\\ folder/backups');
  for (const [name, text] of Object.entries({ ...standIns, 'website-admin': script }))
    writeFileSync(join(world, name), text.startsWith('#!') ? text : `#!/bin/sh\n${text}`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${world}:${process.env['PATH']}` };
  const result = spawnSync(join(world, 'website-admin'), args, { env, encoding: 'utf8', cwd: directory });
  const calls = result.stdout
    .replaceAll(/\S+ \S+\.restore-\d+/g, 'copies')
    .trim()
    .split('\n');
  return { status: result.status, calls, left: readdirSync(join(directory, 'backups')) };
}

const stopped = 'stop website.socket website-inbox.socket website.service';
const started = ['start website.socket', 'start website.service'];
it.each<[string, string[]]>([
  ['backup list --yes', ['admin backup list --yes']],
  ['backup restore website.db', ['admin backup restore website.db']],
  ['backup restore --yes website.db', [stopped, 'admin backup restore --yes website.db', ...started]],
  [
    'backup restore a.db --json --yes',
    [stopped, 'admin backup restore copies/a.db --json --yes', 'data', 'data.erased', 'data.sha256', ...started],
  ],
])('website-admin stops the server for a restore alone, and lets it read a backup from anywhere: %s', (call, calls) => {
  expect(runAdmin(...call.split(' '))).toEqual({ status: 3, calls, left: [] });
});
