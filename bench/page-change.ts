import { parseArgs } from 'node:util';
import { describeLoad } from './machine-load.ts';
import { median } from './median.ts';
import { launchBrowser } from './page-browser.ts';
import { withPlainPageChange } from './page-change-reference.ts';
import { changePage, type PageChange } from './page-change-tab.ts';
import { acts, actFirst, type Answer, findTarget } from './page-first-act.ts';
import { serveCopy } from './page-site.ts';

/**
 * What a visitor with a slow processor, slowed four times, feels once a page is there. How soon the next page is painted after the
 * click on its link, beside the same pages whose script changes pages by as little as can do it, in turns. And how soon the first
 * thing that a visitor does is followed by a paint, while the page may still be busy with its start.
 *
 *   npm run bench:page-change -- [--runs 5]
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('--runs takes a whole number from 1.');
  process.exit(1);
}

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
const reference = await serveCopy(withPlainPageChange);
try {
  await reportChanges();
  await reportFirstActs();
  console.log(describeLoad());
} finally {
  await Promise.all([site.stop(), reference.stop()]);
  await browser.close();
}

async function reportChanges(): Promise<void> {
  const rows: Record<string, ReturnType<typeof summary>> = {};
  for (const [from, to] of pairs) {
    const changes: PageChange[] = [];
    const plain: PageChange[] = [];
    for (let run = 0; run < runs; run += 1) {
      changes.push(await changePage(browser, site.url, from, to));
      plain.push(await changePage(browser, reference.url, from, to));
    }
    rows[`${from} → ${to}`] = summary(changes, plain);
  }
  console.log(
    `From the click to the paint of the next page, medians of ${runs} in ms; a longest task of 0 is one under 50 ms`,
  );
  console.table(rows);
  const entries = Object.entries(rows);
  judge(
    'at most 1.25 × the reference’s time',
    entries.map(([pair, { ratio }]) => [pair, ratio]),
    1.25,
  );
  judge(
    'no task over 50 ms',
    entries.map(([pair, row]) => [pair, row['longest task']]),
    50,
  );
}

function summary(changes: readonly PageChange[], plain: readonly PageChange[]) {
  const painted = median(changes.map((change) => change.painted));
  const least = median(plain.map((change) => change.painted));
  return {
    'click to paint': Math.round(painted),
    reference: Math.round(least),
    ratio: Number((painted / least).toFixed(2)),
    'longest task': median(changes.map((change) => change.longestTask)),
    'the reference’s': median(plain.map((change) => change.longestTask)),
  };
}

async function reportFirstActs(): Promise<void> {
  const rows: Record<string, Record<string, string>> = {};
  const figures: Figure[] = [];
  for (const act of acts) {
    const target = await findTarget(browser, site.url, act);
    const row: Record<string, string> = {};
    for (const delay of delays) {
      const answers: Answer[] = [];
      for (let run = 0; run < runs; run += 1) answers.push(await actFirst(browser, site.url, act, target, delay));
      const [answered, left] = [false, true].map((isOfNextPage) =>
        answers.filter((answer) => answer.isOfNextPage === isOfNextPage).map(({ time }) => time),
      ) as [number[], number[]];
      const after = `${delay / 1000} s`;
      // What the browser tells of the lesser part of the runs is no figure for all of them.
      figures.push([`${act.name} after ${after}`, answered.length > runs / 2 ? median(answered) : NaN]);
      row[after] = [
        ...(answered.length > 0 ? [String(median(answered))] : []),
        ...(left.length > 0 ? [`next page ${Math.round(median(left))} (${left.length})`] : []),
      ].join(', ');
    }
    rows[act.name] = row;
  }
  console.log(`The first act, so long after the load: to the next paint, medians of ${runs} in ms.`);
  console.log(
    '“next page”: how often the browser left the page before it painted once more, and its time to the next page’s paint',
  );
  console.table(rows);
  judge('every first act answered by a paint in less than 200 ms', figures, 199);
}

type Figure = readonly [what: string, figure: number];

function judge(aim: string, figures: readonly Figure[], most: number): void {
  const missed = figures.filter(([, figure]) => figure > most);
  const unknown = figures.filter(([, figure]) => Number.isNaN(figure));
  const verdict = missed.length > 0 ? 'missed' : unknown.length > 0 ? 'not measured' : 'met';
  console.log(`${verdict.padEnd(13)} ${aim}`);
  for (const [what, figure] of missed) console.log(`${''.padEnd(13)} ${what}: ${figure}`);
  for (const [what] of unknown) console.log(`${''.padEnd(13)} ${what}: not measured`);
}
