import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { canInstall, install, runs } from './debian.ts';

// The tests run the configurations in deploy/ with the real nginx, in a network of its own, and the rules in
// docs/monitoring/ with Prometheus' own tool. Mozilla's Observatory scores the site behind nginx. Where they are missing they
// are installed, as root on Debian and its relatives; elsewhere those tests are skipped, and say so.
const needed = [
  ['nginx', 'nginx', '-v'],
  ['iproute2', 'ip', '-V'],
  ['openssl', 'openssl', 'version'],
  ['prometheus', 'promtool', '--version'],
  ['faketime', 'faketime', '--version'],
] as const;
const missing = needed.filter(([, program, option]) => !runs(program, option)).map(([name]) => name);

if (missing.length > 0) {
  const names = missing.join(' ');
  console.error(`${canInstall ? 'Installing' : 'Not tested without'} ${names}…`);
  if (canInstall && !install(missing))
    console.error(`${names} could not be installed: the tests that need them are skipped.`);
}
if (canInstall) installObservatory();

/** It brings some 230 packages, so it has a lock file of its own and a place where only its test looks. None may run a script. */
function installObservatory(): void {
  const lock = readFileSync('tooling/observatory/package-lock.json', 'utf8');
  const stamp = 'node_modules/.observatory/installed-lock';
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error('Installing Mozilla’s Observatory…');
  cpSync('tooling/observatory', 'node_modules/.observatory', { recursive: true });
  const command = 'npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --prefix node_modules/.observatory';
  if (spawnSync(command, { stdio: ['ignore', 2, 2], shell: true }).status === 0) writeFileSync(stamp, lock);
  else console.error('It could not be installed: the tests that need it are skipped.');
}
