import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Path in Debian's package. */
export const headlessShellPath = '/usr/bin/chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const chromiums = [...names.map((name) => `/usr/bin/${name}`), chromium.executablePath()];

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, Debian's headless shell, an installed one, or Playwright's; undefined
 * if there is none. The headless shell sets up no window per page, which takes the others twice as long as the page.
 */
export function findChromium(): string | undefined {
  return findExecutable('CHROMIUM_PATH', [headlessShellPath, ...chromiums]);
}

/** Returns the path of a Firefox: FIREFOX_PATH, or an installed one. Undefined if there is none. */
export function findFirefox(): string | undefined {
  return findExecutable('FIREFOX_PATH', ['/usr/bin/firefox-esr', '/usr/bin/firefox']);
}

function findExecutable(setting: string, usual: readonly string[]): string | undefined {
  const named = process.env[setting];
  return (named ? [named] : usual).find((path) => existsSync(path));
}
