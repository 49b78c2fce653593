import type { Browser } from '@playwright/test';
import { listPages } from '../site/routes.ts';
import * as words from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { medians, readOptions } from './figures.ts';
import { launchBrowser, phone as phoneScreen } from './page-browser.ts';
import { serveCopy } from './page-copies.ts';
import { launchPhone, type PhoneView } from './page-phone.ts';
import { type FormUse, isWorthAnotherLook, type MeasuredRoute, report } from './page-report.ts';

/**
 * How soon each page is painted on a simulated slow phone, and what it costs, beside its limit page: the same HTML with scripts
 * and fonts taken out. Both are served from memory by the real server in processes of their own, and take turns. Each is viewed
 * once, and those that miss an aim as often as `--runs` says, while there is time. At last the form of the contact page is used.
 *
 *   npm run bench:page -- [--runs 3] [/about /contact …]
 */
const { runs, positionals } = readOptions({ runs: 3 }, true);
const known = listPages(words).map(({ path }) => path);
const unknown = positionals.filter((route) => !known.includes(route));
if (unknown.length > 0) throw new Error(`There is no page at ${unknown.join(', ')}.`);
const routes = positionals.length > 0 ? positionals : known;

const site = await serveCopy();
const limitSite = await serveCopy('withoutScriptsAndFonts');
try {
  const views = await viewRoutes();
  const browser = await launchBrowser();
  const measured: MeasuredRoute[] = [];
  for (const one of views)
    measured.push(middle(one, (await measureHeap(browser, site.url + one.route).catch(complain)) ?? NaN));
  const form = await measureFormUse(browser).catch(complain);
  await browser.close();
  report(measured, form ?? { bytes: NaN, scripts: NaN });
} finally {
  await Promise.all([site.stop(), limitSite.stop()]);
}

/** What cannot be measured is reported as that, beside the rest. */
function complain(fault: unknown): undefined {
  console.error(fault);
}

type Views = Record<'pages' | 'limits', PhoneView[]> & { route: string };

async function viewRoutes(): Promise<Views[]> {
  // With heaps and form, all routes take less than a quarter of an hour.
  const end = performance.now() + 12 * 60_000;
  const phone = await launchPhone();
  // The first view of a browser that has just started is slower than all others.
  await phone.view(`${limitSite.url}/`);
  const view = async (one: Views, times: number): Promise<void> => {
    while (one.pages.length < times) {
      one.pages.push(await phone.view(site.url + one.route));
      one.limits.push(await phone.view(limitSite.url + one.route));
    }
    console.error(`${one.route}: views ${one.pages.length}`);
  };
  const all: Views[] = routes.map((route) => ({ route, pages: [], limits: [] }));
  for (const one of all) await view(one, 1);
  for (const one of all.filter((one) => isWorthAnotherLook(middle(one)))) {
    if (performance.now() < end) await view(one, runs);
    else console.error(`No time is left to look at ${one.route} again.`);
  }
  phone.close();
  return all;
}

function middle({ route, pages, limits }: Views, heap = NaN): MeasuredRoute {
  return { route, runs: pages.length, page: medians(pages), limit: medians(limits), heap };
}

/**
 * How many bytes of JavaScript's heap are in use once a page has loaded, all that it starts by itself included, and what is no
 * longer needed is gone. Some 0.6 MB of them are the browser's own. Not in Lighthouse's tab: its helpers would count.
 */
async function measureHeap(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage(phoneScreen);
  await page.goto(url, { waitUntil: 'networkidle' });
  // What waits for an idle moment after the load may not have been asked for at that time.
  await page.waitForTimeout(500);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await page.close();
  return usedSize;
}

/** A visit of the contact page with nothing cached: its form comes alive, is filled in and sent, and the enquiry is stored. */
async function measureFormUse(browser: Browser): Promise<FormUse> {
  const page = await browser.newPage(phoneScreen);
  const session = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  const use: FormUse = { bytes: 0, scripts: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    use.bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') use.scripts += encodedDataLength;
  });
  await session.send('Network.enable');

  await page.goto(`${site.url}/contact`, { waitUntil: 'networkidle' });
  for (const [name, value] of Object.entries(fields)) await page.locator(`main [name="${name}"]`).fill(value);
  await page.locator('[data-island][data-live]').waitFor();
  await page.getByRole('button', { name: words.contactPage.form.submit }).click();
  await page.locator('#outcome').getByText(words.contactPage.form.success.title).waitFor();
  await page.waitForLoadState('networkidle');
  await page.close();
  return use;
}
