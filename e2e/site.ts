import { expect, test as base } from '@playwright/test';

import { withSite, type Site, type SiteOptions } from './start-site.ts';

export type { Site };

interface Options extends SiteOptions {
  /**
   * Messages of the browser's console that a test provokes. Any other, of whatever kind, fails it. One expression, with `|`
   * where there are several: Playwright reads a list of two as a value and its options.
   */
  expectedMessages: RegExp[];
}

/** A test with the built site running on a port of its own, on an empty database, and a browser console that must stay silent. */
export const test = base.extend<Options & { site: Site; quietConsole: void }>({
  env: [{}, { option: true }],
  inbox: [false, { option: true }],
  parts: [{}, { option: true }],
  expectedMessages: [[], { option: true }],

  site: async ({ env, inbox, parts }, use) => withSite({ env, inbox, parts }, use),

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

/** The same with one site for all tests of a worker: for those that read pages and store nothing. */
export const testOfPages = test.extend<object, { shared: Site }>({
  // Playwright reads what a fixture needs from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  shared: [async ({}, use) => withSite({ env: {}, inbox: false, parts: {} }, use), { scope: 'worker' }],
  site: async ({ shared }, use) => use(shared),
});

export { expect };
