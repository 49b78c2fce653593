import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startPostgresServer } from '../enquiries/testing/postgres-server.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';
import { type Case, compare, type Figures } from './compare.ts';
import type { Row } from './report.ts';
import { startUnlimitedSite, temporaryDirectory } from './start-server.ts';
import { runWrk } from './wrk.ts';

const clients = 50;
const figure = `enquiries a second of ${clients} clients`;

/**
 * How many enquiries the server takes in a second, beside the same server answering without storing them, in the same run: what
 * durability costs. An acknowledged enquiry is on the disk: the rows are counted afterwards.
 */
export async function measureEnquiries(seconds: number, rounds: number): Promise<Row[]> {
  const postgres = await startPostgresServer();
  const compared = (name: string, url: string, least: number): Case => ({
    name,
    aims: { [figure]: ['ratio', 'at least', least] },
    ours: () => load({ DATABASE_URL: url }, seconds),
    reference: () => load({ DATABASE_URL: url, STORING: 'none' }, seconds),
  });
  const sqlite = compared('SQLite', `sqlite:${join(temporaryDirectory(), 'site.db')}`, 0.3);
  // Its processes and the clients share the machine with the server.
  const rows = await compare([sqlite, compared('PostgreSQL', postgres.url, 0.15)], rounds);
  await postgres.remove();
  return rows;
}

/** A server of its own for each load. */
async function load(env: Record<string, string>, seconds: number): Promise<Figures> {
  const server = await startUnlimitedSite(env);
  const each = { url: server.url + sendContactEmailPath, status: 200, connections: clients };
  const warmUp = await runWrk({ ...each, seconds: 2, unique: randomUUID() });
  const { requests, perSecond } = await runWrk({ ...each, seconds, unique: randomUUID() });
  const [before = NaN, after = NaN] = (await server.stop()).split('\n').map(Number);
  const acknowledged = env['STORING'] === 'none' ? 0 : warmUp.requests + requests;
  const stored = after - before;
  // What is under way at the end of a load may be stored as well: it is acknowledged to nobody.
  if (!(stored >= acknowledged && stored <= acknowledged + 2 * clients))
    throw new Error(`${acknowledged} were acknowledged, ${stored} are stored`);
  return { [figure]: perSecond };
}
