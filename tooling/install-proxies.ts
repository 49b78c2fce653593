import { canInstall, install, runs } from './debian.ts';

// The tests run the configurations in deploy/ with the real nginx and Caddy, and the rules in docs/monitoring/ with Prometheus' own
// tool. Where they are missing they are installed, as root on Debian and its relatives; elsewhere those tests are skipped, and say so.
const needed = [
  ['nginx', 'nginx', '-v'],
  ['caddy', 'caddy', 'version'],
  ['openssl', 'openssl', 'version'],
  ['prometheus', 'promtool', '--version'],
] as const;
const missing = needed.filter(([, program, option]) => !runs(program, option)).map(([name]) => name);

if (missing.length > 0) {
  const names = missing.join(' ');
  console.error(`${canInstall ? 'Installing' : 'Not tested without'} ${names}…`);
  if (canInstall && !install(missing))
    console.error(`${names} could not be installed: the tests that need them are skipped.`);
}
