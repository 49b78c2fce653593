import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgresServer } from '../enquiries/testing/postgres-server.ts';
import { sendContactEmailPath } from '../server/send-contact-email.ts';
import type { Figure } from './report.ts';
import { startUnlimitedSite, temporaryDirectory } from './start-site.ts';
import { type LoadResult, runWrk } from './wrk.ts';

const clients = 50;

/**
 * How many enquiries the server takes in a second, beside the same server answering without storing them, in the same run: what
 * durability costs. An acknowledged enquiry is on the disk: the rows are counted afterwards.
 */
export async function measureEnquiries(seconds: number, rounds: number): Promise<Figure[]> {
  const postgres = await startPostgresServer();
  try {
    return [
      ...(await compare('SQLite', `sqlite:${join(temporaryDirectory(), 'site.db')}`, 0.3)),
      // Its processes and the clients share the machine with the server.
      ...(await compare('PostgreSQL', postgres.url, 0.15)),
    ];
  } finally {
    await postgres.remove();
  }

  /** The two take turns, so that a machine that grows slow or quick meets both. */
  async function compare(database: string, url: string, least: number): Promise<Figure[]> {
    const results: Record<'ours' | 'reference', LoadResult[]> = { ours: [], reference: [] };
    let acknowledged = 0;
    let stored = 0;
    for (let round = 0; round < rounds; round += 1) {
      const unstored = await load({ DATABASE_URL: url, STORING: 'none' }, seconds);
      const received = await load({ DATABASE_URL: url }, seconds);
      results.reference.push(unstored.measured);
      results.ours.push(received.measured);
      acknowledged += received.acknowledged;
      stored = received.stored;
    }
    // What is under way at the end of a load may be stored as well: it is acknowledged to nobody.
    if (stored < acknowledged || stored > acknowledged + rounds * 2 * clients)
      throw new Error(`${acknowledged} were acknowledged, ${stored} are stored`);
    const row = (name: keyof LoadResult) => ({
      ours: results.ours.map((result) => result[name]),
      reference: results.reference.map((result) => result[name]),
    });
    const [name, aim] = [
      `${database}: enquiries a second of ${clients} clients`,
      ['ratio', 'at least', least] as const,
    ];
    return [
      { name, aim, rows: { accepted: row('perSecond') } },
      { name: `${database}: ms to the answer`, rows: { 'half of them': row('p50'), '99 of 100': row('p99') } },
    ];
  }
}

/** A server of its own for each load. `stored` is what the database holds after it. */
async function load(env: Record<string, string>, seconds: number) {
  const server = await startUnlimitedSite(env);
  const each = { url: server.url + sendContactEmailPath, status: 200, connections: clients };
  const warmUp = await runWrk({ ...each, seconds: 2, unique: randomUUID() });
  const measured = await runWrk({ ...each, seconds, unique: randomUUID() });
  await server.stop();
  const stored = Number(readFileSync(server.log, 'utf8'));
  return { measured, acknowledged: warmUp.requests + measured.requests, stored };
}
