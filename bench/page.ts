import { parseArgs } from 'node:util';
import { pages } from '../app/routes.ts';
import { median } from './median.ts';
import { launchBrowser } from './page-browser.ts';
import { measureFormUse } from './page-form.ts';
import { measureHeap } from './page-heap.ts';
import { withoutScriptsAndFonts } from './page-limit.ts';
import { launchPhone, type PhoneView } from './page-phone.ts';
import { describeRoute, isWorthAnotherLook, type MeasuredRoute, reportAsJson, reportAsTable } from './page-report.ts';
import { serveCopy } from './page-site.ts';

/**
 * How soon each page is painted on a simulated slow phone, and what it costs, beside its limit page: the same HTML with scripts
 * and fonts taken out. Both are served from memory by the real server in processes of their own, and take turns. Each is viewed
 * once, and those that miss an aim as often as `--runs` says, while there is time. At last the form of the contact page is used.
 *
 *   npm run bench:page -- [--runs 3] [--json] [/about /contact …]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' }, json: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const known = pages.map(({ path }) => path);
const unknown = positionals.filter((route) => !known.includes(route));
if (!Number.isInteger(runs) || runs < 1 || unknown.length > 0) {
  console.error(
    unknown.length > 0 ? `There is no page at ${unknown.join(', ')}.` : '--runs takes a whole number from 1.',
  );
  process.exit(1);
}
const routes = positionals.length > 0 ? positionals : known;
/** Milliseconds for the views: with heaps and form, all routes take less than a quarter of an hour. */
const timeForViews = 12 * 60_000;

const site = await serveCopy();
const limitSite = await serveCopy(withoutScriptsAndFonts);
try {
  const views = await viewRoutes();
  const browser = await launchBrowser();
  const measured: MeasuredRoute[] = [];
  for (const one of views) {
    const heap = (await measureHeap(browser, site.url + one.route).catch(complain)) ?? NaN;
    measured.push({ ...middle(one), heap });
  }
  const form = await measureFormUse(browser, site.url).catch(complain);
  await browser.close();
  if (values.json) reportAsJson(measured, form);
  else reportAsTable(measured, form);
} finally {
  await Promise.all([site.stop(), limitSite.stop()]);
}

interface Views {
  route: string;
  pages: PhoneView[];
  limits: PhoneView[];
}

async function viewRoutes(): Promise<Views[]> {
  const end = performance.now() + timeForViews;
  const phone = await launchPhone();
  const view = async ({ route, pages, limits }: Views): Promise<void> => {
    pages.push(await phone.view(site.url + route));
    limits.push(await phone.view(limitSite.url + route));
  };
  // The first view of a browser that has just started is slower than all others.
  await phone.view(`${limitSite.url}/`);
  const all: Views[] = routes.map((route) => ({ route, pages: [], limits: [] }));
  for (const one of all) {
    await view(one);
    console.error(describeRoute(middle(one)));
  }
  for (const one of all.filter((one) => isWorthAnotherLook(middle(one)))) {
    if (performance.now() > end) {
      console.error(`No time is left to look at ${one.route} again.`);
      continue;
    }
    while (one.pages.length < runs) await view(one);
    console.error(describeRoute(middle(one)));
  }
  await phone.close();
  return all;
}

/** Each figure's own median. */
function middle({ route, pages, limits }: Views): MeasuredRoute {
  return { route, runs: pages.length, page: middleOf(pages), limit: middleOf(limits), heap: NaN };
}

function middleOf(views: readonly PhoneView[]): PhoneView {
  const of = (read: (view: PhoneView) => number): number =>
    median(views.map(read).filter((value) => !Number.isNaN(value)));
  return {
    performance: of((view) => view.performance),
    largestPaint: of((view) => view.largestPaint),
    blockingTime: of((view) => view.blockingTime),
    layoutShift: of((view) => view.layoutShift),
    bytes: of((view) => view.bytes),
    scripts: of((view) => view.scripts),
    mainThread: of((view) => view.mainThread),
  };
}

/** What cannot be measured is reported as that, beside the rest. */
function complain(fault: unknown): undefined {
  console.error(fault);
}
