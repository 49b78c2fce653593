import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../tooling/browser.ts';

/** The screen of Lighthouse's phone. */
export const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** As wide as the header needs to show its links. */
export const desk: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** An empty tab with nothing cached, its processor slowed four times, the line not. */
export async function openSlowTab(browser: Browser, screen: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(screen);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}
