import lighthouse, { type TraceEvent } from 'lighthouse';
import * as content from '../../src/content/release-content.ts';
import { findFreePort } from '../../src/process/testing/find-free-port.ts';
import { listPages } from '../../src/site/routes.ts';
import { type Aim, measureCases, type Figures, type BenchOptions, type ReportRow } from './report.ts';
import { launchBrowser, startSite } from './start.ts';

/** Aims of every page, some relative to its reference, most by Lighthouse's names. Times are in milliseconds. */
const aims = {
  score: ['figure', 'at least', 100],
  'largest-contentful-paint': ['ratio', 'at most', 1.05],
  'total-blocking-time': ['figure', 'at most', 50],
  'cumulative-layout-shift': ['figure', 'at most', 0],
  'total-byte-weight': ['figure', 'at most', 56_000],
  'bytes of scripts': ['figure', 'at most', 5000],
  // For the fonts.
  'whole layouts after the first paint': ['figure', 'at most', 1],
} as const satisfies Record<string, Aim>;

/**
 * Measures the paint of each page on a simulated slow phone, and its cost. Reference: the same page without what it
 * loads after its first paint. Pages that miss an aim are measured `rounds` times: a busy machine can spoil one view.
 */
export async function measure({ rounds, paths }: BenchOptions): Promise<ReportRow[]> {
  const known = listPages(content).map(({ path }) => path);
  const unknown = paths.filter((path) => !known.includes(path));
  if (unknown.length > 0) throw new Error(`There is no page at ${unknown.join(', ')}.`);
  const site = await startSite();
  const port = await findFreePort();
  await launchBrowser(`--remote-debugging-port=${port}`);
  // The first view of a new browser is the slowest.
  await measureView(site.url, port);
  const cases = (paths.length > 0 ? paths : known).map((path) => ({
    name: path,
    aims,
    ours: () => measureView(site.url + path, port),
    reference: () => measureView(site.url + path, port, ['*.js', '*.woff2', '*.css']),
  }));
  return measureCases(cases, rounds, false);
}

/** Loads a page uncached on a phone with a slow connection (150 ms, 1.6 Mbit/s) and a processor slowed four times. */
async function measureView(url: string, port: number, blockedUrlPatterns: string[] = []): Promise<Figures> {
  const flags = { port, onlyCategories: ['performance'], disableFullPageScreenshot: true, blockedUrlPatterns };
  const result = await lighthouse(url, flags).catch((error: unknown) => console.error(error));
  const { audits = {}, categories = {} } = result?.lhr ?? {};
  // A browser's trace is sometimes incomplete, and says nothing about the page: then the view is repeated.
  const requests = audits['network-requests']?.details;
  const items = requests?.type === 'table' ? requests.items : [];
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return {
    ...Object.fromEntries(Object.keys(aims).map((audit) => [audit, audits[audit]?.numericValue ?? NaN])),
    score: Math.round((categories['performance']?.score ?? NaN) * 100),
    'bytes of scripts': requests ? scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0) : NaN,
    'whole layouts after the first paint': countLateLayouts(result?.artifacts.Trace.traceEvents),
  };
}

/** Counts the layouts after the first paint of more than half of the page; NaN if the trace has no paint. */
function countLateLayouts(events: readonly TraceEvent[] = []): number {
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint');
  const late = events.filter(({ name, ts, args }) => {
    const { dirtyObjects = 0, totalObjects = 0 } = Object(args.beginData) as Record<string, number>;
    return name === 'Layout' && ts > Number(painted?.ts) && dirtyObjects > totalObjects / 2;
  });
  return painted ? late.length : NaN;
}
