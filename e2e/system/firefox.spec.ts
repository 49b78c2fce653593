import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Page } from 'puppeteer-core';
import { findFirefox } from '../../tooling/browser.ts';
import { expect, test as base } from '../site.ts';
import { makeJourney } from './engine-journey.ts';

/** A test in Debian's Firefox, by WebDriver BiDi: Playwright drives only its own build. Console messages fail it. */
const test = base.extend<{ tab: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright parses a fixture's dependencies here.
  tab: async ({}, use) => {
    const executablePath = findFirefox();
    if (executablePath === undefined) throw new Error('No Firefox was found. FIREFOX_PATH names one.');
    // Run as root, Firefox refuses another user's home directory, which containers may set.
    const home = mkdtempSync(join(tmpdir(), 'firefox-'));
    const browser = await launch({
      browser: 'firefox',
      executablePath,
      defaultViewport: null,
      args: ['--width=1280', '--height=800'],
      env: { ...process.env, HOME: home },
      // Enables the Navigation API (page changes without a new document), which not every Firefox has on by default.
      extraPrefsFirefox: { 'dom.navigation.webidl.enabled': true },
      timeout: 90_000,
      protocolTimeout: 90_000,
    });
    const tab = await browser.newPage();
    const said: string[] = [];
    tab.on('console', (message) => said.push(message.text()));
    // The driver's own messages sometimes reach a page that has gone.
    tab.on('pageerror', (fault) => void (/__bidi_args/.test(String(fault)) || said.push(String(fault))));
    await use(tab);
    await browser.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    expect(said, 'the browser console').toEqual([]);
  },
});
test.slow();

test('Firefox shows pages, leads on by a menu, returns by Back, and sends an enquiry', async ({ tab, site }) => {
  // The driver's own waiting evaluates strings, which the pages' Content-Security-Policy blocks.
  await makeJourney(site, {
    open: async (path) => void (await tab.goto(site.url + path)),
    back: () => tab.evaluate(() => history.back()),
    textOf: (selector) => tab.$eval(selector, (element) => element.textContent.trim()).catch(() => ''),
    click: (selector) => expect(() => tab.click(selector)).toPass(),
    type: (selector, text) => tab.type(selector, text),
  });
});
