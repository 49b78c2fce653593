import lighthouse from 'lighthouse';
import * as words from '../content/words.ts';
import { freePort } from '../process/testing/free-port.ts';
import { listPages } from '../site/routes.ts';
import { serveChanged } from './changed-site.ts';
import { type Aim, compare, type Figures, type Options, type Row } from './report.ts';
import { launchBrowser, startSite } from './start.ts';

/** What every page is to reach beside its limit page, most of it by Lighthouse's names. Times are in milliseconds. */
const aims = {
  score: ['figure', 'at least', 100],
  'largest-contentful-paint': ['ratio', 'at most', 1.05],
  'total-blocking-time': ['figure', 'at most', 50],
  'cumulative-layout-shift': ['figure', 'at most', 0],
  'total-byte-weight': ['figure', 'at most', 56_000],
  'bytes of scripts': ['figure', 'at most', 5000],
} as const satisfies Record<string, Aim>;

/**
 * How soon each page is painted on a simulated slow phone, and what it costs, beside its limit page: the same HTML without scripts
 * and fonts. Each is viewed once, and those that miss an aim `rounds` times: a busy machine can spoil one view.
 */
export async function measure({ rounds, addresses: chosen }: Options): Promise<Row[]> {
  const known = listPages(words).map(({ path }) => path);
  const unknown = chosen.filter((path) => !known.includes(path));
  if (unknown.length > 0) throw new Error(`There is no page at ${unknown.join(', ')}.`);
  const site = await startSite();
  const limits = await serveChanged(site, known, withoutScriptsAndFonts);
  const port = await freePort();
  await launchBrowser(`--remote-debugging-port=${port}`);
  // The first view of a browser that has just started is slower than all others.
  await view(`${limits}/`, port);
  const cases = (chosen.length > 0 ? chosen : known).map((path) => ({
    name: path,
    aims,
    ours: () => view(site.url + path, port),
    reference: () => view(limits + path, port),
  }));
  return compare(cases, rounds, false);
}

/** Makes a page its limit page, which no page with these words and styles can undercut: nothing else is fetched, and nothing runs. */
function withoutScriptsAndFonts(source: string): string {
  return source
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="(?:font|script)")[^>]*>/g, '')
    .replaceAll(/@font-face\s*\{[^}]*\}/g, '');
}

/** Loads a page with nothing cached, on a phone with a slow line (150 ms, 1.6 Mbit/s) and a processor slowed four times. */
async function view(url: string, port: number): Promise<Figures> {
  const flags = { port, onlyCategories: ['performance'], disableFullPageScreenshot: true };
  const result = await lighthouse(url, flags).catch((fault: unknown) => console.error(fault));
  const { audits = {}, categories = {} } = result?.lhr ?? {};
  // Now and then the browser's trace of a view is not complete: such a view says nothing of the page, which is viewed again.
  const requests = audits['network-requests']?.details;
  const items = requests?.type === 'table' ? requests.items : [];
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return {
    ...Object.fromEntries(Object.keys(aims).map((audit) => [audit, audits[audit]?.numericValue ?? NaN])),
    score: Math.round((categories['performance']?.score ?? NaN) * 100),
    'bytes of scripts': requests ? scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0) : NaN,
  };
}
