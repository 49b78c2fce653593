import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../tooling/browser.ts';

/** A browser without a window, which ends with this process. */
export function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = findBrowser();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--disable-quic', ...sandbox, ...args] });
}
