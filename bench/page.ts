import lighthouse from 'lighthouse';
import * as words from '../content/words.ts';
import { freePort } from '../enquiries/testing/free-port.ts';
import { listPages } from '../site/routes.ts';
import { compare, type Figures } from './compare.ts';
import { launchBrowser } from './launch-browser.ts';
import type { Aim, Row } from './report.ts';
import { startChangedSite, startUnlimitedSite } from './start-server.ts';

/** What every page is to reach beside its limit page. Times are in milliseconds. */
const aims = {
  score: ['figure', 'at least', 100],
  'largest paint': ['ratio', 'at most', 1.05],
  'blocking time': ['difference', 'at most', 50],
  'layout shift': ['figure', 'at most', 0],
  'bytes in all': ['figure', 'at most', 65_000],
  'bytes of scripts': ['figure', 'at most', 5000],
} as const satisfies Record<string, Aim>;

/**
 * How soon each page is painted on a simulated slow phone, and what it costs, beside its limit page: the same HTML without scripts
 * and fonts. Each is viewed once, and those that miss an aim `runs` times: a busy machine can spoil one view.
 */
export async function measurePages(runs: number, chosen: readonly string[]): Promise<Row[]> {
  const known = listPages(words).map(({ path }) => path);
  const unknown = chosen.filter((path) => !known.includes(path));
  if (unknown.length > 0) throw new Error(`There is no page at ${unknown.join(', ')}.`);
  const site = await startUnlimitedSite();
  const limitSite = await startChangedSite(site, 'withoutScriptsAndFonts', known);
  const port = await freePort();
  await launchBrowser(`--remote-debugging-port=${port}`);
  // The first view of a browser that has just started is slower than all others.
  await view(`${limitSite.url}/`, port);
  const cases = (chosen.length > 0 ? chosen : known).map((path) => ({
    name: path,
    aims,
    ours: () => view(site.url + path, port),
    reference: () => view(limitSite.url + path, port),
  }));
  return compare(cases, runs, 'those that miss an aim');
}

/** The metrics that the score is made of, and what was transferred. */
const onlyAudits = [
  'first-contentful-paint',
  'speed-index',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'total-byte-weight',
  'network-requests',
];

/** Loads a page with nothing cached, on a phone with a slow line (150 ms, 1.6 Mbit/s) and a processor slowed four times. */
async function view(url: string, port: number): Promise<Figures> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
    onlyAudits,
    disableFullPageScreenshot: true,
  }).catch((fault: unknown) => console.error(fault));
  const { audits = {}, categories = {} } = result?.lhr ?? {};
  // Now and then the browser's trace of a view is not complete: such a view says nothing of the page, which is viewed again.
  const value = (audit: string) => audits[audit]?.numericValue ?? NaN;
  const requests = audits['network-requests']?.details;
  const items = requests?.type === 'table' ? requests.items : [];
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return {
    score: Math.round((categories['performance']?.score ?? NaN) * 100),
    'largest paint': value('largest-contentful-paint'),
    'blocking time': value('total-blocking-time'),
    'layout shift': value('cumulative-layout-shift'),
    'bytes in all': value('total-byte-weight'),
    'bytes of scripts': requests ? scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0) : NaN,
  } satisfies Record<keyof typeof aims, number>;
}
