import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { pages } from '../app/routes.ts';
import { findBrowser } from '../tooling/browser.ts';
import { median } from './median.ts';
import { changePage, watchFirstView } from './page-change-tab.ts';
import { serveDirectory } from './page-site.ts';

/**
 * What a visitor with a slow phone feels once a page is there: how long hydration holds the browser, and how soon the next page
 * is painted after the click on its link. The processor is slowed four times, the line is not.
 *
 *   npm run bench:page-change -- [--runs 3] [/about /contact …]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
});
const runs = Number(values.runs);
const known = pages.map(({ path }) => path).filter((path) => path !== '/');
const unknown = positionals.filter((path) => !known.includes(path));
if (!Number.isInteger(runs) || runs < 1 || unknown.length > 0) {
  console.error(
    unknown.length > 0 ? `No change of page leads to ${unknown.join(', ')}.` : '--runs takes a whole number from 1.',
  );
  process.exit(1);
}

const directory = mkdtempSync(join(tmpdir(), 'bench-page-change-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
cpSync('build/client', join(directory, 'pages'), { recursive: true });

const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const site = await serveDirectory(join(directory, 'pages'));
try {
  const longest = [];
  for (let run = 0; run < runs; run += 1) longest.push(Math.max(0, ...(await watchFirstView(browser, site.url))));
  console.log(
    `Hydration of the home page, processor slowed 4 times: longest task ${median(longest)} ms (0: none over 50)`,
  );

  const rows: Record<string, { 'click to paint': number; 'longest task': number }> = {};
  for (const path of positionals.length > 0 ? positionals : known) {
    const changes = [];
    for (let run = 0; run < runs; run += 1) changes.push(await changePage(browser, site.url, path));
    const task = median(changes.map(({ longTasks }) => Math.max(0, ...longTasks)));
    rows[path] = { 'click to paint': median(changes.map(({ painted }) => painted)), 'longest task': task };
    console.error(`${path}: ${rows[path]['click to paint']} ms`);
  }
  console.log(`Medians of ${runs} in ms; tasks of 50 ms or less count as 0`);
  console.table(rows);
  judge('the next page painted within 100 ms of the click', (row) => row['click to paint'] < 100);
  judge('no task over 50 ms', (row) => row['longest task'] === 0);

  function judge(aim: string, meets: (row: (typeof rows)[string]) => boolean): void {
    const missed = Object.entries(rows).flatMap(([path, row]) => (meets(row) ? [] : [path]));
    console.log(missed.length === 0 ? `met     ${aim}` : `missed  ${aim}: ${missed.join(', ')}`);
  }
} finally {
  await site.stop();
  await browser.close();
}
