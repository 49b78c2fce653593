import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { startPostgresServer } from '../enquiries/testing/postgres-server.ts';
import { compose } from '../server/compose.ts';
import { readConfig } from '../server/config.ts';
import { sendContactEmailPath } from '../server/http/send-contact-email.ts';
import { createLog } from '../server/log.ts';
import { medians, readOptions, rounded } from './figures.ts';
import { startNode, temporaryDirectory } from './server-process.ts';
import { type LoadResult, requireWrk, runWrk } from './wrk.ts';

/**
 * How many enquiries the server takes in a second from 50 clients at once, beside the rate at which the same database
 * commits single rows one after another, in the same run on the same disk. An acknowledged enquiry is on the disk: the rows are
 * counted afterwards.
 *
 *   npm run bench:enquiries -- [--seconds 10] [--rounds 3]
 */
const { seconds, rounds } = readOptions({ seconds: 10, rounds: 3 });
const clients = 50;
requireWrk();
const directory = temporaryDirectory();
const postgres = await startPostgresServer();

try {
  await compare('SQLite', () => rawSqliteInserts(join(directory, 'raw.db')), `sqlite:${join(directory, 'site.db')}`);
  await compare('PostgreSQL', () => rawPostgresInserts(postgres.url), postgres.url);
} finally {
  await postgres.remove();
}

/** The two take turns, so that a disk that grows slow or quick meets both. */
async function compare(name: string, measureRaw: () => Promise<number>, databaseUrl: string): Promise<void> {
  const measured: (LoadResult & { raw: number })[] = [];
  let acknowledged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const raw = await measureRaw();
    const server = await startNode([join(import.meta.dirname, 'site-server.ts')], { DATABASE_URL: databaseUrl });
    const load = { url: server.url + sendContactEmailPath, status: 200, connections: clients };
    const warmUp = await runWrk({ ...load, seconds: 2, unique: randomUUID() });
    const received = await runWrk({ ...load, seconds, unique: randomUUID() });
    await server.stop();
    acknowledged += warmUp.requests + received.requests;
    measured.push({ ...received, raw });
  }
  // What is under way at the end of a load may be stored as well: it is acknowledged to nobody.
  const stored = await countStored(databaseUrl);
  if (stored < acknowledged || stored > acknowledged + rounds * 2 * clients)
    throw new Error(`${acknowledged} were acknowledged, ${stored} are stored`);
  const { raw, perSecond, p50, p99 } = medians(measured);
  console.log(`\n${name}, medians of ${rounds} rounds of ${seconds} s`);
  console.table({
    'raw single-row commits a second': Math.round(raw),
    [`enquiries accepted a second, ${clients} clients`]: Math.round(perSecond),
    'accepted / raw': rounded(perSecond / raw),
    'p50, ms': rounded(p50, 1),
    'p99, ms': rounded(p99, 1),
    'acknowledged in all, all of them stored': acknowledged,
  });
}

async function countStored(databaseUrl: string): Promise<number> {
  const composition = await compose(readConfig({ DATABASE_URL: databaseUrl }), createLog('silent'));
  const stored = await composition.enquiries.count({});
  await composition.close();
  return stored;
}

/** Single rows committed to disk in a second, one after another, by the driver alone: a new SQLite file, set as ours is. */
async function rawSqliteInserts(path: string): Promise<number> {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE raw (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO raw (text) VALUES (?)');
  const rate = await ratePerSecond(async (text) => void insert.run(text));
  database.close();
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  return rate;
}

/** The same for PostgreSQL, on one connection with a prepared statement. */
async function rawPostgresInserts(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE raw (id bigserial PRIMARY KEY, text text NOT NULL)');
  const insert = { name: 'insert', text: 'INSERT INTO raw (text) VALUES ($1)' };
  const rate = await ratePerSecond(async (text) => void (await client.query({ ...insert, values: [text] })));
  await client.query('DROP TABLE raw');
  await client.end();
  return rate;
}

async function ratePerSecond(insert: (text: string) => Promise<void>): Promise<number> {
  // About as long as one enquiry of the measurement.
  const text = 'x'.repeat(600);
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < seconds * 1000; count += 1) await insert(text);
  return (count / (performance.now() - start)) * 1000;
}
