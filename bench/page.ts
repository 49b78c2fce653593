import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pages } from '../app/routes.ts';
import { median } from './median.ts';
import { copyWithLimitPages } from './page-limit.ts';
import { launchPhone, type PhoneView } from './page-phone.ts';
import { describeRoute, reportAsJson, reportAsTable } from './page-report.ts';
import { serveDirectory } from './page-site.ts';

/**
 * How soon each page is painted on a simulated slow phone, beside its limit page: the same HTML with scripts and fonts taken
 * out. Both are served from memory by the real server in processes of their own, and take turns.
 *
 *   npm run bench:page -- [--runs 3] [--json] [/about /contact …]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, json: { type: 'boolean', default: false } },
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

const directory = mkdtempSync(join(tmpdir(), 'bench-page-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
copyWithLimitPages('build/client', { pages: join(directory, 'pages'), limits: join(directory, 'limits') });

const phone = await launchPhone();
const site = await serveDirectory(join(directory, 'pages'));
const limitSite = await serveDirectory(join(directory, 'limits'));
try {
  // The first view of a browser that has just started is slower than all others.
  await phone.view(`${limitSite.url}/`);
  const measured = [];
  for (const route of positionals.length > 0 ? positionals : known) {
    const views: PhoneView[] = [];
    const limits: PhoneView[] = [];
    for (let run = 0; run < runs; run += 1) {
      views.push(await phone.view(site.url + route));
      limits.push(await phone.view(limitSite.url + route));
    }
    const result = { route, page: middle(views), limit: middle(limits) };
    console.error(describeRoute(result));
    measured.push(result);
  }
  if (values.json) reportAsJson(measured, runs);
  else reportAsTable(measured, runs);
} finally {
  await Promise.all([site.stop(), limitSite.stop()]);
  await phone.close();
}

/** Each figure's own median. */
function middle(views: readonly PhoneView[]): PhoneView {
  const middleOf = (read: (view: PhoneView) => number): number => median(views.map(read));
  return {
    performance: middleOf((view) => view.performance),
    largestPaint: middleOf((view) => view.largestPaint),
    firstPaint: middleOf((view) => view.firstPaint),
    blockingTime: middleOf((view) => view.blockingTime),
    layoutShift: middleOf((view) => view.layoutShift),
    bytes: middleOf((view) => view.bytes),
  };
}
