import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findTestBrowser, headlessShell } from './browser.ts';
import { canInstall, install } from './debian.ts';

// The browser tests take Chromium's headless shell. Where it is missing it is installed, as root on Debian and its relatives, else
// by Playwright into the user's cache unless the machine has another Chromium: with that they pass as well, but take longer.
const isNamed = Boolean(process.env['CHROMIUM_PATH']);
if (!isNamed && canInstall && !existsSync(headlessShell)) {
  console.error('Installing a browser for the tests…');
  if (!install(['chromium-headless-shell']) && findTestBrowser()) {
    console.error(`It could not be installed: the tests take ${findTestBrowser()}, and longer.`);
  }
}
// The system faces that the site's fallbacks are made for: without them text moves when the fonts come.
if (canInstall && !existsSync('/usr/share/fonts/truetype/liberation')) install(['fonts-liberation']);
if (!findTestBrowser() && !installAnother()) {
  console.error('No browser could be installed: see above. Install Chromium, or name one in CHROMIUM_PATH.');
  process.exit(1);
}

function installAnother(): boolean {
  // Some relatives of Debian have no package of the shell.
  if (canInstall && install(['chromium']) && findTestBrowser()) return true;
  const command = 'playwright install chromium --only-shell';
  return spawnSync(command, { stdio: ['ignore', 2, 2], shell: true }).status === 0;
}
