import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test as base } from '@playwright/test';
import { launch, type Browser, type Page } from 'puppeteer-core';

import { findFirefox } from '../../../tooling/browser.ts';
import { withSite, type Site } from '../../start-site.ts';

/**
 * A test in Debian's Firefox, by WebDriver BiDi: Playwright drives only a Firefox of its own making. The tab is empty, as wide as
 * a desk, and must say nothing on its console but `expectedMessages`: neither that a page's policy refused something, nor a fault of a
 * script. `scripts`: whether pages may run some, which Firefox takes from its profile, when it starts.
 */
export const test = base.extend<
  { expectedMessages: RegExp; site: Site; tab: Page },
  { scripts: boolean; firefox: Browser }
>({
  expectedMessages: [/^$/, { option: true }],
  scripts: [true, { option: true, scope: 'worker' }],

  firefox: [
    async ({ scripts }, use) => {
      const executablePath = findFirefox();
      if (executablePath === undefined) throw new Error('No Firefox was found. FIREFOX_PATH names one.');
      // As root it refuses to start in the home of somebody else, which containers may set.
      const home = mkdtempSync(join(tmpdir(), 'firefox-'));
      const browser = await launch({
        browser: 'firefox',
        executablePath,
        defaultViewport: null,
        env: { ...process.env, HOME: home },
        // With the Navigation API, which changes pages without a new document: not every Firefox has it by itself.
        extraPrefsFirefox: { 'javascript.enabled': scripts, 'dom.navigation.webidl.enabled': true },
        // Nothing here takes as long; a slow machine may.
        timeout: 90_000,
        protocolTimeout: 90_000,
      });
      await use(browser);
      await browser.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see that it takes nothing.
  site: async ({}, use) => withSite({ env: {}, inbox: false, parts: {} }, use),

  // Closed before its site is, so that nothing a page still loads is cut off while it is shown.
  tab: async ({ firefox, site, expectedMessages }, use) => {
    const context = await firefox.createBrowserContext();
    const tab = await context.newPage();
    await resize(tab, 1280);
    const said: string[] = [];
    tab.on('console', (message) => said.push(message.text()));
    tab.on('pageerror', (fault) => said.push(String(fault)));
    await use(tab);
    await context.close();
    expect(
      said.filter((text) => !expectedMessages.test(text)),
      `the console at ${site.url}`,
    ).toEqual([]);
  },
});

/** Makes the window as wide as a desk or a phone. */
export async function resize(tab: Page, width: number): Promise<void> {
  try {
    await tab.setViewport({ width, height: 800 });
  } catch (fault) {
    // It also turns the screen, which a Firefox before 144 cannot; the width is set all the same.
    if (!String(fault).includes('setScreenOrientationOverride')) throw fault;
  }
}

export { expect };
