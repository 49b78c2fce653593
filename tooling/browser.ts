import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of a Chromium: the one that CHROMIUM_PATH names, the machine's own, or Playwright's. Undefined where none is installed. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  return [...(named ? [named] : usualPlaces), chromium.executablePath()].find((path) => existsSync(path));
}
