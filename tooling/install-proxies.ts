import { canInstall, install, runs } from './debian.ts';

// The tests run the configurations in deploy/ with the real nginx and Caddy. Where they are missing they are installed, as root on
// Debian and its relatives; elsewhere those tests are skipped, and say so.
const needed = { nginx: '-v', caddy: 'version', openssl: 'version' };
const missing = Object.entries(needed).flatMap(([name, option]) => (runs(name, option) ? [] : [name]));

if (missing.length > 0) {
  const names = missing.join(' ');
  console.error(`${canInstall ? 'Installing' : 'Not tested without'} ${names}…`);
  if (canInstall && !install(missing))
    console.error(`${names} could not be installed: the tests of deploy/ are skipped.`);
}
