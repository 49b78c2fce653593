import { spawnSync } from 'node:child_process';

// The tests run the configurations in deploy/ with the real nginx and Caddy. Where they are missing they are installed, as root on
// Debian and its relatives; elsewhere those tests are skipped, and say so.
const needed = { nginx: ['nginx', '-v'], caddy: ['caddy', 'version'], openssl: ['openssl', 'version'] };
const missing = Object.entries(needed).flatMap(([name, command]) => (runs(command) ? [] : [name]));

if (missing.length > 0) {
  const isRootOnDebian = process.getuid?.() === 0 && runs(['apt-get', '--version']);
  const names = missing.join(' ');
  console.error(`${isRootOnDebian ? 'Installing' : 'Not tested without'} ${names}…`);
  // Neither may start as a service of this machine: they would take its ports.
  const install = `apt-get install -y -qq --no-install-recommends ${names}`;
  if (isRootOnDebian && !(apt('apt-get update -qq') && apt(install)))
    console.error(`${names} could not be installed: the tests of deploy/ are skipped.`);
}

function runs([command = '', ...options]: string[]): boolean {
  return spawnSync(command, options, { stdio: 'ignore' }).status === 0;
}

function apt(command: string): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return spawnSync(command, { stdio: ['ignore', 2, 2], shell: true, env }).status === 0;
}
