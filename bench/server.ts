import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assertSameAnswers, cases, type Case } from './server-cases.ts';
import { load, type Load } from './server-load.ts';
import { findNginx, startNginx } from './server-nginx.ts';
import { reportProcesses, reportServer, type ComparedCase, type MeasuredCase } from './server-report.ts';
import { startOurs, type MeasuredServer } from './server-ours.ts';

/**
 * What the server answers in a second, and in a second of its own processor time, beside nginx with one worker, the same files
 * compressed in advance, and the same headers. Both run all the time and take turns.
 *
 *   npm run bench:server -- [--seconds 5] [--rounds 3] [--processes] [--keep-files-open]
 *
 * `--processes` measures one server process beside two as well. nginx is set as Debian sets it; `--keep-files-open` gives it a
 * cache of open files.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    processes: { type: 'boolean', default: false },
    'keep-files-open': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const directory = mkdtempSync(join(tmpdir(), 'bench-server-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const running: MeasuredServer[] = [];

try {
  const ours = await start(startOurs(join(directory, 'one'), 1));
  const program = findNginx();
  const setup = { directory, from: ours.url, cases, keepFilesOpen: values['keep-files-open'] };
  const nginx = program === undefined ? undefined : await start(startNginx(program, setup));
  if (nginx) for (const one of cases) await assertSameAnswers(one, ours.url, nginx.url);
  reportServer({ measured: await alternate(ours, nginx), memory: ours.memory(), seconds, rounds });
  if (values.processes) await compareProcesses(ours);
} finally {
  await Promise.all(running.map((server) => server.stop()));
}

async function start(starting: Promise<MeasuredServer>): Promise<MeasuredServer> {
  const server = await starting;
  running.push(server);
  return server;
}

async function alternate(ours: MeasuredServer, nginx: MeasuredServer | undefined): Promise<MeasuredCase[]> {
  const measured: MeasuredCase[] = cases.map((one) => ({ name: one.name, ours: [], nginx: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, one] of cases.entries()) {
      measured[index]?.ours.push(await measure(ours, one));
      if (nginx) measured[index]?.nginx.push(await measure(nginx, one));
    }
  }
  return measured;
}

/** A page, and what costs the server so much more than the clients that two processes show their gain on few processors. */
async function compareProcesses(one: MeasuredServer): Promise<void> {
  const two = await start(startOurs(join(directory, 'two'), 2));
  if (two.workers() < 2) throw new Error('WEB_CONCURRENCY=2 has started one process');
  const compared: ComparedCase[] = cases
    .filter(({ name }) => name === 'home' || name === 'contact API')
    .map(({ name }) => ({ name, one: [], two: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const result of compared) {
      const asked = cases.find(({ name }) => name === result.name);
      if (asked === undefined) continue;
      result.one.push(await measure(one, asked));
      result.two.push(await measure(two, asked));
    }
  }
  reportProcesses({ compared, memory: { one: one.memory(), two: two.memory() } });
}

/** A second to warm up, as the engine compiles what is used often. */
async function measure(server: MeasuredServer, one: Case): Promise<Load> {
  await load(server, one, 1);
  return load(server, one, seconds);
}
