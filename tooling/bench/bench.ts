import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { printReport, type Benchmark } from './report.ts';

const benches: Readonly<Record<string, { load: () => Promise<Benchmark>; needs?: string }>> = {
  page: { load: () => import('./page.ts'), needs: 'browser' },
  change: { load: () => import('./page-change.ts'), needs: 'browser' },
  enquiries: { load: () => import('./enquiries.ts') },
  inbox: { load: () => import('./inbox.ts') },
  updates: { load: () => import('./updates.ts'), needs: 'proxies' },
};

const usage = `npm run bench -- <bench> [--rounds 3] [--seconds 5 (of each load)]   measures the site; fails where an aim is missed

page [/about …]  how fast each page, or these, shows on a simulated phone, beside itself without what loads after its first paint
change           how soon the next page shows on a slow processor, beside a plain change of page
enquiries        enquiries stored a second, beside those that are read and refused
inbox            counts and folders of the inbox with 100,000 open enquiries
updates          requests lost while the site is updated, and how long one waits, without a proxy and behind nginx`;

// Servers and files are removed however a benchmark ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// Debian has nginx and ip in a folder that only root's shell searches.
process.env['PATH'] += ':/usr/sbin';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '5' } },
});
const [name = '', ...paths] = positionals;
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const bench = benches[name];
if (!bench || ![rounds, seconds].every((given) => Number.isInteger(given) && given > 0)) {
  console.log(usage);
  process.exit(name === '' ? 0 : 2);
}
// Each benchmark reports a missing requirement itself.
for (const script of [
  ['tooling/build/build.ts', '--if-stale'],
  ...(bench.needs ? [['tooling/install.ts', bench.needs]] : []),
])
  if (spawnSync(process.execPath, script, { stdio: 'inherit' }).status !== 0) process.exit(1);
const { measure } = await bench.load();
process.exit(printReport(await measure({ rounds, seconds, paths })) ? 0 : 1);
