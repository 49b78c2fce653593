import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import * as words from '../content/words.ts';
import { listPages } from '../site/routes.ts';
import { findBrowser } from '../tooling/browser.ts';
import { type Aim, type Figure, judge, type Row } from './report.ts';
import { startChangedSite, startUnlimitedSite } from './start-site.ts';

/** What is measured of each view, and what every page is to reach beside its limit page. Times are in milliseconds. */
const aims = {
  score: ['figure', 'at least', 100],
  'largest paint': ['ratio', 'at most', 1.05],
  'blocking time': ['difference', 'at most', 50],
  'layout shift': ['figure', 'at most', 0],
  'bytes in all': ['figure', 'at most', 65_000],
  'bytes of scripts': ['figure', 'at most', 5000],
} as const satisfies Record<string, Aim>;

type View = Record<keyof typeof aims, number>;
const names = Object.keys(aims) as (keyof View)[];

interface Views {
  path: string;
  ours: View[];
  reference: View[];
}

/**
 * How soon each page is painted on a simulated slow phone, and what it costs, beside its limit page: the same HTML without scripts
 * and fonts. Both are served from memory and take turns. Each is viewed once, and those that miss an aim `runs` times, while there
 * is time: a busy machine can spoil one view.
 */
export async function measurePages(runs: number, chosen: readonly string[]): Promise<Figure[]> {
  const known = listPages(words).map(({ path }) => path);
  const unknown = chosen.filter((path) => !known.includes(path));
  if (unknown.length > 0) throw new Error(`There is no page at ${unknown.join(', ')}.`);
  const all: Views[] = (chosen.length > 0 ? chosen : known).map((path) => ({ path, ours: [], reference: [] }));

  // All pages take less than a quarter of an hour.
  const end = performance.now() + 12 * 60_000;
  const site = await startUnlimitedSite();
  const limitSite = await startChangedSite(site, 'withoutScriptsAndFonts', known);
  const phone = await launchPhone();
  async function view({ path, ours, reference }: Views, times: number): Promise<void> {
    while (ours.length < times) {
      ours.push(await phone.view(site.url + path));
      reference.push(await phone.view(limitSite.url + path));
    }
    console.error(`${path}: views ${ours.length}`);
  }
  // The first view of a browser that has just started is slower than all others.
  await phone.view(`${limitSite.url}/`);
  for (const one of all) await view(one, 1);
  for (const one of all.filter(isShort)) {
    if (performance.now() < end) await view(one, runs);
    else console.error(`No time is left to look at ${one.path} again.`);
  }
  phone.close();
  await Promise.all([site.stop(), limitSite.stop()]);
  return names.map((name) => ({
    name,
    aim: aims[name],
    rows: Object.fromEntries(all.map((views) => [views.path, rowOf(views, name)])),
  }));
}

function isShort(views: Views): boolean {
  return names.some((name) => judge(aims[name], rowOf(views, name)) !== 'met');
}

function rowOf({ ours, reference }: Views, name: keyof View): Row {
  return { ours: ours.map((view) => view[name]), reference: reference.map((view) => view[name]) };
}

/**
 * Starts one browser for all views. Each loads the page with nothing cached, on a phone with a slow line (150 ms, 1.6 Mbit/s) and
 * a processor slowed four times.
 */
async function launchPhone() {
  const chromePath = findBrowser();
  if (chromePath === undefined) throw new Error('No Chromium was found. CHROMIUM_PATH names one.');
  // The launcher's own flags keep the browser from looking up its maker's hosts.
  const chromeFlags = ['--headless=new', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const chrome = await launch({ chromePath, chromeFlags });
  process.once('exit', () => chrome.kill());
  return { view: (url: string) => viewAtLast(url, chrome.port), close: () => chrome.kill() };
}

/** Now and then the browser's trace of a view is not complete: such a view says nothing of the page. */
function viewAtLast(url: string, port: number, tries = 3): Promise<View> {
  return view(url, port).catch((fault: unknown) => {
    if (tries > 1) return viewAtLast(url, port, tries - 1);
    console.error(fault);
    return Object.fromEntries(names.map((name) => [name, NaN])) as View;
  });
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

async function view(url: string, port: number): Promise<View> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
    onlyAudits,
    disableFullPageScreenshot: true,
  });
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { audits, categories } = result.lhr;
  const value = (audit: string): number => {
    const found = audits[audit];
    if (typeof found?.numericValue === 'number') return found.numericValue;
    throw new Error(`${url}: no ${audit}. ${found?.errorMessage ?? ''}`);
  };
  const requests = audits['network-requests']?.details;
  const items = requests?.type === 'table' ? requests.items : [];
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  return {
    score: Math.round((categories['performance']?.score ?? NaN) * 100),
    'largest paint': value('largest-contentful-paint'),
    'blocking time': value('total-blocking-time'),
    'layout shift': value('cumulative-layout-shift'),
    'bytes in all': value('total-byte-weight'),
    'bytes of scripts': scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0),
  };
}
