import { spawnSync } from 'node:child_process';
import { findBrowser } from './browser.ts';

// The browser tests take the machine's own Chromium; where there is none it is installed, as root on Debian and its
// relatives, else by Playwright into the user's cache.
if (!findBrowser()) {
  console.error('Installing a browser for the tests…');
  const isRootOnDebian = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  const commands = isRootOnDebian
    ? ['apt-get update -qq', 'apt-get install -y -qq --no-install-recommends chromium']
    : ['playwright install chromium --only-shell'];
  for (const command of commands) {
    const { status } = spawnSync(command, {
      stdio: ['ignore', 2, 2],
      shell: true,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) {
      console.error(
        `No browser could be installed: ${command} failed. Install Chromium, or name one in CHROMIUM_PATH.`,
      );
      process.exit(1);
    }
  }
}
