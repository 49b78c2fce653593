import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { site } from '../content/words.ts';
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
const command = promisify(execFile);
const admin = 'build/node/commands/admin.js';

/** How soon visitors see what was published, and how long they wait meanwhile, beside the same load that nobody disturbs. */
export async function measure({ rounds }: Options): Promise<Row[]> {
  const postgres = await startPostgresServer('authentication_timeout=60s');
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
  const env = { ...process.env, DATABASE_URL };
  const call = async (act: string) => void (await command(process.execPath, [admin, 'words', act], { env }));
  const core = await openCore(readConfig(env), createLog('silent'));
  const phones = [site.contact.phone, '+44 117 496 0999'];
  await publishField(core, contactFact('phone'), phones[1]);
  await core.close();
  let changes = 1;

  /** Takes the other number: resolves to how long the slowest server takes, in milliseconds. */
  async function publishOnce(): Promise<number> {
    const phone = phones[(changes += 1) % 2] ?? '';
    await call('undo');
    const published = performance.now();
    for (const { url } of sites)
      while (!(await (await fetch(`${url}/contact`)).text()).includes(phone)) await setTimeout(20);
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
    // As often the same command, which publishes nothing.
    for (let count = 0; count < publications; count += 1) await call('list').then(() => setTimeout(500));
    return { [late]: middleOf((await reader.stop()).times, 0.99) };
  }

  const name = servers === 1 ? 'one server, SQLite' : `${servers} servers, PostgreSQL`;
  const rows = await compare([{ name, aims, ours, reference }], rounds);
  for (const site of sites) await site.end('SIGTERM');
  return rows;
}

function middleOf(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? NaN;
}
