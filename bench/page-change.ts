import { describeLoad, type Figure, judge, median, medians, readOptions, rounded } from './figures.ts';
import { desk, launchBrowser, openSlowTab } from './page-browser.ts';
import { serveCopy } from './page-copies.ts';
import { acts, actFirst, findTarget } from './page-first-act.ts';

/**
 * What a visitor with a slow processor, slowed four times, feels once a page is there. How soon the next page is painted after the
 * click on its link, beside the same pages whose script changes pages by as little as can do it, in turns. And how soon the first
 * thing that a visitor does is followed by a paint, while the page may still be busy with its start.
 *
 *   npm run bench:page-change -- [--runs 5]
 */
const { runs } = readOptions({ runs: 5 });

/** From a page to one that it links to: by the header, by a card, to and from the page with the form. */
const pairs = [
  ['/', '/about'],
  ['/', '/services/dynamics-365'],
  ['/products', '/products/shipguru'],
  ['/about', '/contact'],
  ['/contact', '/'],
] as const;
/** Milliseconds since the page has loaded. */
const delays = [200, 1000, 3000];

const browser = await launchBrowser();
const site = await serveCopy();
const reference = await serveCopy('withPlainPageChange');
try {
  await reportChanges();
  await reportFirstActs();
  console.log(describeLoad());
} finally {
  await Promise.all([site.stop(), reference.stop()]);
  await browser.close();
}

/** In milliseconds. */
interface PageChange {
  /** From the click to the end of the frame that shows the next page. */
  painted: number;
  /** The longest task since the click, those that the next page starts with included. 0: none of 50 ms or more. */
  longestTask: number;
}

async function reportChanges(): Promise<void> {
  const rows: Record<string, Record<string, number>> = {};
  const ratios: Figure[] = [];
  const tasks: Figure[] = [];
  for (const [from, to] of pairs) {
    const changes: PageChange[] = [];
    const plainChanges: PageChange[] = [];
    for (let run = 0; run < runs; run += 1) {
      changes.push(await changePage(site.url, from, to));
      plainChanges.push(await changePage(reference.url, from, to));
    }
    const [change, plain] = [medians(changes), medians(plainChanges)];
    const pair = `${from} → ${to}`;
    const ratio = rounded(change.painted / plain.painted);
    ratios.push([pair, ratio]);
    tasks.push([pair, change.longestTask]);
    rows[pair] = {
      'click to paint': Math.round(change.painted),
      reference: Math.round(plain.painted),
      ratio,
      'longest task': change.longestTask,
      'the reference’s': plain.longestTask,
    };
  }
  console.log(`From the click to the paint of the next page, medians of ${runs} in ms; a task of 0 is one under 50 ms`);
  console.table(rows);
  judge('at most 1.25 × the reference’s time', ratios, (ratio) => ratio <= 1.25);
  judge('no task over 50 ms', tasks, (longest) => longest <= 50);
}

/** Goes from one page to another as a visitor does: the page has come to rest, the pointer rests on the link, then a click. */
async function changePage(url: string, from: string, to: string): Promise<PageChange> {
  const page = await openSlowTab(browser, desk);
  await page.goto(url + from, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  const watched = await page.evaluateHandle(watchChange);
  await page.locator(`a[href="${to}"]`).filter({ visible: true }).first().hover();
  // The least time between the pointer's coming to rest, or the finger's touching, and the click.
  await page.waitForTimeout(80);
  await page.mouse.down();
  await page.mouse.up();
  // For so long the next page is watched. Nothing is asked of it meanwhile: the answer would be work of its own.
  await page.waitForTimeout(2000);
  const change = await watched.jsonValue();
  await page.close();
  if (!(change.painted > 0)) throw new Error(`The click on ${from} did not bring ${to}`);
  return change;
}

/** Runs in the browser. What it returns is filled in later. */
function watchChange(): PageChange {
  const change = { painted: NaN, longestTask: 0 };
  const heading = document.querySelector('main h1');
  addEventListener('click', ({ timeStamp }) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('main h1') === heading) return;
      observer.disconnect();
      // The frame's own work follows its callbacks, and this task that work.
      requestAnimationFrame(() => setTimeout(() => (change.painted = performance.now() - timeStamp)));
    }).observe(document.body, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) change.longestTask = Math.max(change.longestTask, duration);
    }).observe({ type: 'longtask' });
  });
  return change;
}

async function reportFirstActs(): Promise<void> {
  const rows: Record<string, Record<string, string>> = {};
  const figures: Figure[] = [];
  for (const act of acts) {
    const target = await findTarget(browser, site.url, act);
    const row: Record<string, string> = (rows[act.name] = {});
    for (const delay of delays) {
      const answered: number[] = [];
      const left: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const { time, isOfNextPage } = await actFirst(browser, site.url, act, target, delay);
        (isOfNextPage ? left : answered).push(time);
      }
      const after = `${delay / 1000} s`;
      // What the browser tells of the lesser part of the runs is no figure for all of them.
      figures.push([`${act.name} after ${after}`, answered.length > runs / 2 ? median(answered) : NaN]);
      row[after] = [
        ...(answered.length > 0 ? [String(median(answered))] : []),
        ...(left.length > 0 ? [`next page ${Math.round(median(left))} (${left.length})`] : []),
      ].join(', ');
    }
  }
  console.log(`The first act, so long after the load: to the next paint, medians of ${runs} in ms.`);
  console.log(
    '“next page”: how often the browser left the page before it painted once more, and its time to the next page’s paint',
  );
  console.table(rows);
  judge('every first act answered by a paint in less than 200 ms', figures, (time) => time < 200);
}
