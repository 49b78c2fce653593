import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startPostgresServer } from '../enquiries/testing/postgres-server.ts';
import { countStored } from './count-stored.ts';
import { measureReceiving, type Receiving } from './measure-receiving.ts';
import { median } from './median.ts';
import { rawPostgresInserts, rawSqliteInserts } from './raw-inserts.ts';

/**
 * How many enquiries the server takes in a second from 50 clients at once, beside the rate at which the same database
 * commits single rows one after another, in the same run on the same disk. An acknowledged enquiry is on the disk: the rows are
 * counted afterwards. Seconds a measurement: the first argument, 10 without one.
 */
const seconds = Number(process.argv[2] ?? 10);
const rounds = 3;
const directory = mkdtempSync(join(tmpdir(), 'bench-'));
const postgres = await startPostgresServer();

try {
  const sqlite = `sqlite:${join(directory, 'site.db')}`;
  report('SQLite', sqlite, await alternate(() => rawSqliteInserts(join(directory, 'raw.db'), seconds), sqlite));
  report('PostgreSQL', postgres.url, await alternate(() => rawPostgresInserts(postgres.url, seconds), postgres.url));
} finally {
  await postgres.remove();
  rmSync(directory, { recursive: true, force: true });
}

interface Round {
  raw: number;
  received: Receiving;
}

/** The two take turns, so that a disk that grows slow or quick meets both. */
async function alternate(raw: () => Promise<number>, databaseUrl: string): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({ raw: await raw(), received: await measureReceiving(databaseUrl, seconds) });
  }
  const acknowledged = measured.reduce((sum, { received }) => sum + received.acknowledged, 0);
  const stored = await countStored(databaseUrl);
  if (stored < acknowledged) throw new Error(`${acknowledged} were acknowledged, ${stored} are stored`);
  return measured;
}

function report(name: string, databaseUrl: string, measured: Round[]): void {
  const raw = median(measured.map((round) => round.raw));
  const perSecond = median(measured.map(({ received }) => received.perSecond));
  const p50 = median(measured.map(({ received }) => received.p50));
  const p99 = median(measured.map(({ received }) => received.p99));
  const refused = measured.reduce((sum, { received }) => sum + received.others, 0);
  console.log(`\n${name} (${new URL(databaseUrl).protocol}), medians of ${rounds} rounds of ${seconds} s`);
  console.table({
    'raw single-row commits a second': Math.round(raw),
    'enquiries accepted a second, 50 clients': Math.round(perSecond),
    'accepted / raw': Number((perSecond / raw).toFixed(2)),
    'p50, ms': p50,
    'p99, ms': p99,
    'p99 / p50': Number((p99 / p50).toFixed(1)),
    'answers other than accepted': refused,
  });
}
