import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findBrowser } from '../tooling/browser.ts';

/** One view of a page as Lighthouse sees it. Times are in milliseconds. */
export interface PhoneView {
  /** 0 to 100. */
  performance: number;
  largestPaint: number;
  firstPaint: number;
  blockingTime: number;
  layoutShift: number;
  /** All that was transferred, headers included. */
  bytes: number;
}

export interface Phone {
  /** Loads the page with nothing cached, on a phone with a slow line (150 ms, 1.6 Mbit/s) and a processor slowed four times. */
  view(url: string): Promise<PhoneView>;
  close(): Promise<void>;
}

/** Starts one browser for all views. */
export async function launchPhone(): Promise<Phone> {
  const chromePath = findBrowser();
  if (chromePath === undefined) throw new Error('No Chromium was found. CHROMIUM_PATH names one.');
  const chrome = await launch({
    chromePath,
    // The launcher's own flags keep the browser from looking up its maker's hosts.
    chromeFlags: ['--headless=new', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  return { view: (url) => viewAtLast(url, chrome.port), close: async () => chrome.kill() };
}

/** Now and then the browser's trace of a view is not complete: such a view says nothing of the page. */
async function viewAtLast(url: string, port: number): Promise<PhoneView> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await view(url, port);
    } catch (fault) {
      if (tries === 3) throw fault;
    }
  }
}

async function view(url: string, port: number): Promise<PhoneView> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
    onlyAudits: [...Object.values(audits), 'speed-index'],
    disableFullPageScreenshot: true,
  });
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { lhr } = result;
  const value = (audit: string): number => {
    const found = lhr.audits[audit];
    if (typeof found?.numericValue === 'number') return found.numericValue;
    throw new Error(`${url}: no ${audit}. ${found?.errorMessage ?? ''}`);
  };
  return {
    performance: Math.round((lhr.categories['performance']?.score ?? NaN) * 100),
    largestPaint: value(audits.largestPaint),
    firstPaint: value(audits.firstPaint),
    blockingTime: value(audits.blockingTime),
    layoutShift: value(audits.layoutShift),
    bytes: value(audits.bytes),
  };
}

/** With speed-index, these hold every metric that the performance score is made of; all other audits are left out. */
const audits = {
  largestPaint: 'largest-contentful-paint',
  firstPaint: 'first-contentful-paint',
  blockingTime: 'total-blocking-time',
  layoutShift: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
} as const;
