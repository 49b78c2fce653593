import { findFirefox } from './browser.ts';
import { canInstall, install, runs } from './debian.ts';

// What the tests need beside Chromium: Firefox for the main journeys, Java for the Nu checker. Where they are missing they are
// installed, as root on Debian and its relatives; elsewhere somebody has to, since no test is left out for it.
const needed = [
  {
    name: 'firefox-esr',
    isThere: findFirefox() !== undefined,
    advice: 'Install Firefox, or name one in FIREFOX_PATH.',
  },
  { name: 'default-jre-headless', isThere: runs('java', '-version'), advice: 'Install Java 17 or newer.' },
];
const missing = needed.filter(({ isThere }) => !isThere);

if (missing.length > 0) {
  const names = missing.map(({ name }) => name);
  if (canInstall) console.error(`Installing ${names.join(' ')}…`);
  if (!canInstall || !install(names)) {
    console.error(`Missing for the tests: ${names.join(', ')}.`, ...missing.map(({ advice }) => advice));
    process.exit(1);
  }
}
