import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgresServer } from '../enquiries/testing/postgres-server.ts';
import { createLog } from '../process/log.ts';
import { readConfig } from '../start/config.ts';
import { openCore } from '../start/open-core.ts';
import { contactFact, publishField } from '../start/testing/publish-field.ts';
import { startSteadyLoad } from '../start/testing/steady-load.ts';
import { compare, type Figures, type Options, type Row } from './report.ts';
import { startSite, temporaryDirectory, type RunningServer } from './start.ts';

const worst = 'ms from a publication to the page that shows it, on every server, at worst of 50';
const pages = 'ms to render and finish all pages of one change';
const late = 'ms of the answer that 1 of 100 visitors waits for longer';
const aims = { [worst]: ['figure', 'at most', 5000], [pages]: undefined, [late]: undefined } as const;
const publications = 50;

/** How soon visitors see what was published, and how long they wait meanwhile, beside the same load that nobody disturbs. */
export async function measure({ rounds }: Options): Promise<Row[]> {
  const postgres = await startPostgresServer();
  const rows = [
    ...(await publishOn(`sqlite:${join(temporaryDirectory(), 'site.db')}`, 1, rounds)),
    ...(await publishOn(postgres.url, 2, rounds)),
  ];
  await postgres.remove();
  return rows;
}

async function publishOn(DATABASE_URL: string, servers: number, rounds: number): Promise<Row[]> {
  const sites: RunningServer[] = [];
  for (let server = 0; server < servers; server += 1) sites.push(await startSite({ DATABASE_URL, LOG_LEVEL: 'info' }));
  const [{ url } = { url: '' }] = sites;
  const core = await openCore(readConfig({ DATABASE_URL }), createLog('silent'));
  let changes = 0;

  /** Resolves to how long the slowest server takes, in milliseconds. */
  async function publishOnce(): Promise<number> {
    const phone = `+44 117 496 ${String((changes += 1)).padStart(4, '0')}`;
    await publishField(core, contactFact('phone'), phone);
    const published = performance.now();
    for (const site of sites)
      while (!(await (await fetch(`${site.url}/contact`)).text()).includes(phone)) await setTimeout(20);
    return performance.now() - published;
  }

  async function ours(): Promise<Figures> {
    const reader = startSteadyLoad(url, 100);
    let slowest = 0;
    for (let count = 0; count < publications; count += 1) slowest = Math.max(slowest, await publishOnce());
    const { times } = await reader.stop();
    const made = sites.flatMap(({ output }) =>
      [...output.out.matchAll(/"milliseconds":(\d+),"msg":"the pages follow/g)].map(([, found]) => Number(found)),
    );
    return { [worst]: slowest, [pages]: middleOf(made, 0.5), [late]: middleOf(times, 0.99) };
  }

  async function reference(): Promise<Figures> {
    const reader = startSteadyLoad(url, 100);
    await setTimeout(publications * 600);
    return { [late]: middleOf((await reader.stop()).times, 0.99) };
  }

  const name = servers === 1 ? 'one server, SQLite' : `${servers} servers, PostgreSQL`;
  const rows = await compare([{ name, aims, ours, reference }], rounds);
  await core.close();
  for (const site of sites) await site.end('SIGTERM');
  return rows;
}

function middleOf(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? NaN;
}
