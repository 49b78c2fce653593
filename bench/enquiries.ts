import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startPostgresServer } from '../enquiries/testing/postgres-server.ts';
import { compose } from '../start/compose.ts';
import { readConfig } from '../process/config.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';
import { createLog } from '../process/log.ts';
import { judge, medians, readOptions, rounded } from './figures.ts';
import { startNode, temporaryDirectory } from './server-process.ts';
import { type LoadResult, requireWrk, runWrk } from './wrk.ts';

/**
 * How many enquiries the server takes in a second from 50 clients at once, beside the same server answering without storing them,
 * in the same run: what durability costs. An acknowledged enquiry is on the disk: the rows are counted afterwards.
 *
 *   npm run bench:enquiries -- [--seconds 10] [--rounds 3]
 */
const { seconds, rounds } = readOptions({ seconds: 10, rounds: 3 });
const clients = 50;
requireWrk();
const directory = temporaryDirectory();
const postgres = await startPostgresServer();

try {
  await compare('SQLite', `sqlite:${join(directory, 'site.db')}`, 0.3);
  // Its processes and the clients share the machine with the server.
  await compare('PostgreSQL', postgres.url, 0.15);
} finally {
  await postgres.remove();
}

/** The two take turns, so that a machine that grows slow or quick meets both. */
async function compare(name: string, databaseUrl: string, aim: number): Promise<void> {
  const measured: (LoadResult & { unstored: number })[] = [];
  let acknowledged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [, unstored] = await load({ DATABASE_URL: databaseUrl, STORING: 'none' });
    const [warmUp, received] = await load({ DATABASE_URL: databaseUrl });
    acknowledged += warmUp.requests + received.requests;
    measured.push({ ...received, unstored: unstored.perSecond });
  }
  // What is under way at the end of a load may be stored as well: it is acknowledged to nobody.
  const stored = await countStored(databaseUrl);
  if (stored < acknowledged || stored > acknowledged + rounds * 2 * clients)
    throw new Error(`${acknowledged} were acknowledged, ${stored} are stored`);
  const { unstored, perSecond, p50, p99 } = medians(measured);
  console.log(`\n${name}, medians of ${rounds} rounds of ${seconds} s`);
  console.table({
    'answered a second without storing': Math.round(unstored),
    [`enquiries accepted a second, ${clients} clients`]: Math.round(perSecond),
    'p50, ms': rounded(p50, 1),
    'p99, ms': rounded(p99, 1),
    'acknowledged in all, all of them stored': acknowledged,
  });
  judge(
    `${name}: at least ${aim} of what is answered without storing`,
    [['accepted / answered', perSecond / unstored]],
    (ratio) => ratio >= aim,
  );
}

async function load(env: Record<string, string>): Promise<[warmUp: LoadResult, received: LoadResult]> {
  const server = await startNode([join(import.meta.dirname, 'site-server.ts')], env);
  const each = { url: server.url + sendContactEmailPath, status: 200, connections: clients };
  const warmUp = await runWrk({ ...each, seconds: 2, unique: randomUUID() });
  const received = await runWrk({ ...each, seconds, unique: randomUUID() });
  await server.stop();
  return [warmUp, received];
}

async function countStored(databaseUrl: string): Promise<number> {
  const composition = await compose(readConfig({ DATABASE_URL: databaseUrl }), createLog('silent'));
  const stored = await composition.enquiries.count({});
  await composition.close();
  return stored;
}
