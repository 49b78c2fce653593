import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Where Debian's package puts it. */
export const headlessShell = '/usr/bin/chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const chromiums = [...names.map((name) => `/usr/bin/${name}`), chromium.executablePath()];

/**
 * The path of a Chromium: the one that CHROMIUM_PATH names, Debian's headless shell, the machine's own, or Playwright's. Undefined where
 * none is installed. The shell has no window to set up around each page, which takes the others twice as long as to show the page.
 */
export function findBrowser(): string | undefined {
  return find('CHROMIUM_PATH', [headlessShell, ...chromiums]);
}

/** The path of a Firefox: the one that FIREFOX_PATH names, or the machine's own. Undefined where none is installed. */
export function findFirefox(): string | undefined {
  return find('FIREFOX_PATH', ['/usr/bin/firefox-esr', '/usr/bin/firefox']);
}

function find(setting: string, usual: readonly string[]): string | undefined {
  const named = process.env[setting];
  return (named ? [named] : usual).find((path) => existsSync(path));
}
