import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const chromiums = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  chromium.executablePath(),
];
/** Where Debian's package puts it. */
export const headlessShell = '/usr/bin/chromium-headless-shell';
const firefoxes = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/**
 * The path of a Chromium: the one that CHROMIUM_PATH names, the machine's own, Playwright's, or Debian's headless shell. Undefined
 * where none is installed.
 */
export function findBrowser(): string | undefined {
  return find(process.env['CHROMIUM_PATH'], [...chromiums, headlessShell]);
}

/**
 * The same for tests, which take the headless shell where it is there: it has no window to set up around each page, which takes
 * the others twice as long as to show the page.
 */
export function findTestBrowser(): string | undefined {
  return find(process.env['CHROMIUM_PATH'], [headlessShell, ...chromiums]);
}

/** The path of a Firefox: the one that FIREFOX_PATH names, or the machine's own. Undefined where none is installed. */
export function findFirefox(): string | undefined {
  return find(process.env['FIREFOX_PATH'], firefoxes);
}

function find(named: string | undefined, usual: readonly string[]): string | undefined {
  return (named ? [named] : usual).find((path) => existsSync(path));
}
