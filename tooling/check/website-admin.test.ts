import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTemporaryDirectory } from '../../src/database/testing/temporary-sqlite.ts';

const standIns = {
  id: 'echo 0',
  chown: '',
  systemctl: '[ "$1" = is-active ] || echo "$*"',
  runuser: 'shift 3; [ $1 != sh ] || exec "$@"; shift 2; echo "admin $*"; exit 3',
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
  const calls = stdout.replaceAll(directory, 'here').replaceAll('\n', '; ');
  return { status, calls, left: readdirSync(join(directory, 'backups')) };
}

const stop = 'stop website.socket website-inbox.socket website.service';
it.each<[string, string]>([
  ['backup list --yes', 'admin backup list --yes; '],
  ['backup restore website.db', 'admin backup restore website.db; '],
  ['backup restore --yes x', `${stop}; admin backup restore --yes x; start website.service; `],
  ['backup restore a.db', 'admin backup restore here/a.db; '],
])('website-admin stops the server for a restore alone: %s', (call, calls) => {
  expect(runAdmin(...call.split(' '))).toEqual({ status: 3, calls, left: [] });
});

/** Makes a backup root's in a folder whose owner may not write to it, but may change that. */
function closeFolder(world: string, link?: string): void {
  if (link !== undefined) symlinkSync(join(world, 'nobodys'), join(world, link));
  chownSync(join(world, 'nobodys/a.db'), 0, 0);
  chmodSync(join(world, 'nobodys'), 0o555);
}

const backups = [
  'roots/a.db',
  'roots/a.db.sha256',
  'roots/z.erased',
  'nobodys/a.db',
  'nobodys/inner/a.db',
  'open/a.db',
];
const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);

/** Restores `path` for nobody, by root, in a world of root's whose folder `nobodys` is nobody's. Returns what nobody reads. */
function restore(path: string, lay: (world: string) => void) {
  // Not below /tmp, where anybody writes.
  const world = mkdtempSync('/run/website-admin-');
  onTestFinished(() => rmSync(world, { recursive: true }));
  chmodSync(world, 0o755);
  for (const name of ['backups/other', 'secret', ...backups]) {
    mkdirSync(dirname(join(world, name)), { recursive: true });
    writeFileSync(join(world, name), name, { mode: 0o600 });
  }
  for (const name of ['nobodys', 'nobodys/a.db']) chownSync(join(world, name), nobody, nobody);
  chmodSync(join(world, 'open'), 0o1777);
  lay(world);
  const admin = `for word; do :; done; cat "$word" "$word.sha256" "$(dirname "$word")"/*.erased 2>/dev/null; exit 3`;
  writeFileSync(join(world, 'admin'), admin);
  const script = readFileSync('deploy/website-admin', 'utf8')
    .replace('user=website', 'user=nobody')
    .replace(/admin='.*'/, `admin='sh ${world}/admin'`)
    .replace('/var/backups', `${world}/backups`);
  const args = ['-c', script, 'website-admin', 'backup', 'restore', path];
  const { status, stdout } = spawnSync('sh', args, { encoding: 'utf8', cwd: world });
  return [status, stdout, readdirSync(join(world, 'backups'))];
}
const link = (path: string, target: string) => (world: string) => symlinkSync(join(world, target), join(world, path));

it.skipIf(process.getuid?.() !== 0).each<[string, string, lay: (world: string) => void, number, read: string]>([
  ['is read where it is', 'nobodys/a.db', () => {}, 3, 'nobodys/a.db'],
  ['is copied where that is root’s', 'roots/a.db', () => {}, 3, 'roots/a.dbroots/a.db.sha256roots/z.erased'],
  ['is a link', 'nobodys/b.db', link('nobodys/b.db', 'secret'), 1, ''],
  ['has a checksum that is a link', 'nobodys/a.db', link('nobodys/a.db.sha256', 'secret'), 1, ''],
  ['has a list that is a link', 'nobodys/a.db', link('nobodys/x.erased', 'secret'), 1, ''],
  ['is where a folder is a link', 'nobodys/way/a.db', link('nobodys/way', 'roots'), 1, ''],
  ['is where a folder of root’s may be swapped', 'nobodys/inner/a.db', () => {}, 1, ''],
  ['is where anybody writes', 'open/a.db', () => {}, 1, ''],
  ['is in a closed folder of that user', 'nobodys/a.db', (world) => closeFolder(world), 1, ''],
  ['is behind a link of root’s', 'roots/way/a.db', (world) => closeFolder(world, 'roots/way'), 1, ''],
  ['is beside a link of root’s', 'roots/a.db', link('roots/x.erased', 'nobodys/a.db'), 1, ''],
])(
  'a backup that root names gives the server’s user no other file of root’s: it %s',
  (_what, path, lay, status, read) => {
    expect(restore(path, lay)).toEqual([status, read, ['other']]);
  },
);
