import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, judge, medians, readOptions, rounded } from './figures.ts';
import { assertSameAnswers, type Case, cases, headersFor } from './server-cases.ts';
import { startNginx } from './server-nginx.ts';
import { type RunningServer, startNode, temporaryDirectory } from './server-process.ts';
import { requireWrk, runWrk } from './wrk.ts';

/**
 * What the server answers in a second, and in a second of its own processor time, beside nginx with one worker, the same files
 * compressed in advance, and the same headers. Both run all the time and take turns.
 *
 *   npm run bench:server -- [--seconds 5] [--rounds 3]
 */
const { seconds, rounds } = readOptions({ seconds: 5, rounds: 3 });
const connections = 64;
requireWrk();
const directory = temporaryDirectory();
const ours = await startOurs();
const nginx = await startNginx(directory, ours.url);
try {
  if (nginx) for (const one of cases) await assertSameAnswers(one, ours.url, nginx.url);
  report(await alternate(), ours.memory());
} finally {
  await Promise.all([ours.stop(), nginx?.stop()]);
}

/** `npm start` as an operator has it: default settings, an empty SQLite database, a log that goes to a file. */
async function startOurs(): Promise<RunningServer> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const env = { DATABASE_URL: `sqlite:${join(directory, 'site.db')}` };
  return startNode(scripts.start.split(' ').slice(1), env, openSync(join(directory, 'log'), 'a'));
}

type Figures = Awaited<ReturnType<typeof measure>>;

/** Without nginx its figures are empty. */
type MeasuredCase = Record<'ours' | 'nginx', Figures[]> & { one: Case };

async function alternate(): Promise<MeasuredCase[]> {
  const measured: MeasuredCase[] = cases.map((one) => ({ one, ours: [], nginx: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const result of measured) {
      result.ours.push(await measure(ours, result.one));
      if (nginx) result.nginx.push(await measure(nginx, result.one));
    }
  }
  return measured;
}

/** Requests a second of time, a second of processor time that the server's processes used, and a latency. */
async function measure(server: RunningServer, { path, status, conditional }: Case) {
  const url = server.url + path;
  const load = { url, headers: await headersFor(url, conditional), status, connections };
  // To warm up, as the engine compiles what is used often.
  await runWrk({ ...load, seconds: 1 });
  const before = server.processorSeconds();
  const { requests, perSecond, p99 } = await runWrk({ ...load, seconds });
  return { 'per s': perSecond, 'per CPU s': requests / (server.processorSeconds() - before), 'p99 ms': p99 };
}

function report(measured: readonly MeasuredCase[], memory: number): void {
  const ratios: Figure[] = [];
  const rows: Record<string, Record<string, number>> = {};
  for (const { one, ...figures } of measured) {
    const ours = medians(figures.ours);
    rows[one.name] = columns('', ours);
    if (figures.nginx.length === 0) continue;
    const nginx = medians(figures.nginx);
    const ratio = ours['per CPU s'] / nginx['per CPU s'];
    rows[one.name] = { ...columns('', ours), ...columns('nginx ', nginx), 'ours / nginx per CPU s': rounded(ratio) };
    ratios.push([one.name, ratio]);
  }
  console.log(`Medians of ${rounds} rounds of ${seconds} s, ${connections} connections, beside nginx with one worker.`);
  console.log('wrk shares the processors with the server: judge by requests a second of processor time.');
  console.table(rows);
  const aim = 'at least 0.6 × nginx a second of processor time';
  if (ratios.length > 0) judge(aim, ratios, (ratio) => ratio >= 0.6);
  else console.log(`not compared  ${aim}: install nginx and libnginx-mod-http-brotli-static`);
  judge(`under 150 MB of memory (${memory} MB after the run)`, [['MB', memory]], (megabytes) => megabytes < 150);
}

function columns(of: string, figures: Figures): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [of + name, rounded(value, name === 'p99 ms' ? 1 : 0)]),
  );
}
