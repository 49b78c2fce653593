import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

// About as long as one enquiry of the measurement.
const text = 'x'.repeat(600);

/** Single rows committed to disk in a second, one after another, by the driver alone: a new SQLite file, set as ours is. */
export async function rawSqliteInserts(path: string, seconds: number): Promise<number> {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE raw (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO raw (text) VALUES (?)');
  const rate = await perSecond(seconds, async () => void insert.run(text));
  database.close();
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  return rate;
}

/** The same for PostgreSQL, on one connection with a prepared statement. */
export async function rawPostgresInserts(url: string, seconds: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE raw (id bigserial PRIMARY KEY, text text NOT NULL)');
  const insert = { name: 'insert', text: 'INSERT INTO raw (text) VALUES ($1)', values: [text] };
  const rate = await perSecond(seconds, async () => void (await client.query(insert)));
  await client.query('DROP TABLE raw');
  await client.end();
  return rate;
}

async function perSecond(seconds: number, once: () => Promise<void>): Promise<number> {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < seconds * 1000) {
    await once();
    count += 1;
  }
  return (count / (performance.now() - start)) * 1000;
}
