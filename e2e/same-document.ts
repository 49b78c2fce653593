import type { Page } from '@playwright/test';

/** Lets `isSameDocument` tell later whether the browser has loaded another document since. */
export const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
export const isSameDocument = (page: Page) => page.evaluate(() => 'marked' in window);
