import { expect, test as base } from '@playwright/test';

import { runWithSite, type RunningSite, type SiteOptions } from './start-site.ts';

export type { RunningSite };

interface Options extends SiteOptions {
  /**
   * Console messages that a test provokes. Any other message fails it. One expression, with `|` between several:
   * Playwright reads a list of two as a value and its options.
   */
  expectedMessages: RegExp[];
}

/** A test with the built site on its own port, on an empty database. Messages in the browser's console fail it. */
export const test = base.extend<Options & { site: RunningSite; quietConsole: void }, { shared: RunningSite }>({
  env: [{}, { option: true }],
  hasOffice: [false, { option: true }],
  replacements: [{}, { option: true }],
  expectedMessages: [[], { option: true }],

  site: async ({ env, hasOffice, replacements }, use) => runWithSite({ env, hasOffice, replacements }, use),

  // Here, though `testReadOnly` alone uses it: both kinds of tests then share their workers and browsers.
  // Playwright parses a fixture's dependencies from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  shared: [async ({}, use) => runWithSite({ env: {}, hasOffice: false, replacements: {} }, use), { scope: 'worker' }],

  baseURL: async ({ site }, use) => use(site.url),

  quietConsole: [
    async ({ page, expectedMessages }, use) => {
      const unexpected: string[] = [];
      const note = (text: string) => {
        if (![...expectedMessages, /^Clear-Site-Data header on /].some((expected) => expected.test(text)))
          unexpected.push(text);
      };
      page.on('console', (message) => note(message.text()));
      page.on('pageerror', (fault) => note(String(fault)));
      await use();
      expect(unexpected, 'the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

/** A test with one site per worker, for tests that only read pages and store nothing. */
export const testReadOnly = test.extend({ site: async ({ shared }, use) => use(shared) });

export { expect };
