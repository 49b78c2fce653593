import { launch } from 'chrome-launcher';
import lighthouse, { type Artifacts, type Result } from 'lighthouse';
import { findBrowser } from '../tooling/browser.ts';

/** One view of a page as Lighthouse sees it, or the medians of several. Times are in milliseconds. NaN is what was not measured. */
export interface PhoneView {
  /** 0 to 100. */
  performance: number;
  largestPaint: number;
  blockingTime: number;
  layoutShift: number;
  /** All that was transferred, headers included. */
  bytes: number;
  /** What of it was scripts. */
  scripts: number;
  /** The processor time of the page's main thread. */
  mainThread: number;
}

/**
 * Starts one browser for all views. Each loads the page with nothing cached, on a phone with a slow line (150 ms, 1.6 Mbit/s) and
 * a processor slowed four times. Throws without a browser.
 */
export async function launchPhone() {
  const chromePath = findBrowser();
  if (chromePath === undefined) throw new Error('No Chromium was found. CHROMIUM_PATH names one.');
  // The launcher's own flags keep the browser from looking up its maker's hosts.
  const chromeFlags = ['--headless=new', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const chrome = await launch({ chromePath, chromeFlags });
  process.once('exit', () => chrome.kill());
  return { view: (url: string) => viewAtLast(url, chrome.port), close: () => chrome.kill() };
}

/** Now and then the browser's trace of a view is not complete: such a view says nothing of the page. */
function viewAtLast(url: string, port: number, tries = 3): Promise<PhoneView> {
  return view(url, port).catch((fault: unknown) => {
    if (tries > 1) return viewAtLast(url, port, tries - 1);
    console.error(fault);
    return notMeasured;
  });
}

const figureAudits = [
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'total-byte-weight',
];
/** The further metrics that the performance score is made of, and the list of what was transferred. All others are left out. */
const furtherAudits = ['first-contentful-paint', 'speed-index', 'network-requests'];

function readAudits(value: (audit: string) => number) {
  return {
    largestPaint: value('largest-contentful-paint'),
    blockingTime: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
  };
}

const notMeasured: PhoneView = { ...readAudits(() => NaN), performance: NaN, scripts: NaN, mainThread: NaN };

async function view(url: string, port: number): Promise<PhoneView> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
    onlyAudits: [...figureAudits, ...furtherAudits],
    disableFullPageScreenshot: true,
  });
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { lhr, artifacts } = result;
  const figures = readAudits((audit) => {
    const found = lhr.audits[audit];
    if (typeof found?.numericValue === 'number') return found.numericValue;
    throw new Error(`${url}: no ${audit}. ${found?.errorMessage ?? ''}`);
  });
  return {
    ...figures,
    performance: Math.round((lhr.categories['performance']?.score ?? NaN) * 100),
    scripts: bytesOfScripts(lhr),
    mainThread: mainThreadTime(artifacts, url) * (lhr.configSettings.throttling?.cpuSlowdownMultiplier ?? NaN),
  };
}

function bytesOfScripts({ audits }: Result): number {
  const details = audits['network-requests']?.details;
  if (details?.type !== 'table') return NaN;
  const scripts = details.items.filter(({ resourceType }) => resourceType === 'Script');
  return scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0);
}

/**
 * In milliseconds, not slowed. The audit of main-thread work adds up how long tasks last, waits for a processor that is busy with
 * other programs included: its ratio to the limit page's came out between 0.9 and 1.4 in four views, that of processor time between
 * 1.3 and 1.6.
 */
function mainThreadTime({ Trace }: Artifacts, url: string): number {
  const events: readonly TimedEvent[] = Trace.traceEvents;
  const start = events.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url);
  // One of phase X has an end; the trace may have none for its last.
  const isTaskSince = ({ pid, tid, ts }: TimedEvent, event: TimedEvent): boolean =>
    event.name === 'RunTask' && event.ph === 'X' && event.pid === pid && event.tid === tid && event.ts >= ts;
  const tasks = start ? events.filter((event) => isTaskSince(start, event)) : [];
  return tasks.length > 0 ? tasks.reduce((sum, { tdur = NaN }) => sum + tdur / 1000, 0) : NaN;
}

/** Lighthouse's types leave out what no audit reads: processor time, in microseconds. */
type TimedEvent = Artifacts['Trace']['traceEvents'][number] & { tdur?: number };
