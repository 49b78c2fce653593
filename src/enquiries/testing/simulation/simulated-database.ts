import { DatabaseSync } from 'node:sqlite';
import { SqliteDriver, type CompiledQuery, type DatabaseConnection } from 'kysely';
import { migrateSchema } from '../../../database/migrate.ts';
import type { Database } from '../../../database/database.ts';
import {
  createSqliteDatabaseByDriver,
  createSqliteDatabase,
  adaptToKysely,
  busyTimeoutMs,
  sqliteSchemaDialect,
} from '../../../database/sqlite-driver.ts';
import type { FaultProbabilities } from './faults.ts';
import type { SimulatedProcess, SimulatedWorld } from './world.ts';

/** Database of a run. */
export type SimulatedDatabase = Awaited<ReturnType<typeof createSimulatedDatabase>>;

/** Creates an in-memory database with a connection per process. `file` is for checks: it has no faults. */
export async function createSimulatedDatabase(world: SimulatedWorld, faults: () => FaultProbabilities) {
  const file = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  const database = createSqliteDatabase(async () => file);
  await migrateSchema(database, sqliteSchemaDialect, { location: ':memory:' });
  file.exec(mergeRecords);
  const lock = createLock(world, file);

  /** Runs one statement. Its process may die before, during or after it. */
  async function execute<Row>(process: SimulatedProcess, query: CompiledQuery, on: DatabaseConnection) {
    await world.sleepInProcess(process, world.between(0.1, 2), faults().death);
    await lock.take(process);
    try {
      if (query.sql !== 'rollback' && world.chance(faults().failure)) throw new Error('the statement failed');
      const result = await on.executeQuery<Row>(query);
      const rows = result.rows.length || result.numAffectedRows || 0;
      world.addToTrace(`${process.name} ${query.sql.slice(0, 40)}: ${rows}`);
      if (file.isTransaction) return result;
      await world.sleepInProcess(process, world.between(0, 2), faults().death);
      if (world.chance(faults().lostAnswer)) throw new Error('the connection was lost');
      return result;
    } finally {
      // A transaction holds the lock to its end.
      if (!file.isTransaction) lock.release(process);
    }
  }

  /** Creates a connection. Releasing it ends an open transaction. */
  function connect(process: SimulatedProcess): Database {
    class FaultyDriver extends SqliteDriver {
      override async acquireConnection(): Promise<DatabaseConnection> {
        const on = await super.acquireConnection();
        return {
          executeQuery: <Row>(query: CompiledQuery) => execute<Row>(process, query, on),
          streamQuery: on.streamQuery,
        };
      }
      override releaseConnection = async () => lock.release(process);
    }
    return createSqliteDatabaseByDriver(() => new FaultyDriver({ database: adaptToKysely(file) }));
  }

  return { file, connect, ...lock };
}

/** For checks: where each enquiry's conversation is, and each commit that left one merged, with the messages until then. */
const mergeRecords = `
  CREATE TEMP VIEW conversations AS SELECT own.id, own.merged_into, coalesce(own.merged_into, own.id) AS target,
    coalesce(joined.status, own.status) AS status
    FROM enquiries AS own LEFT JOIN enquiries AS joined ON joined.id = own.merged_into;
  CREATE TEMP TABLE merges (id TEXT, target TEXT, status TEXT, last_message INTEGER);
  CREATE TEMP TRIGGER keep_merges AFTER UPDATE ON enquiries WHEN new.merged_into IS NOT NULL BEGIN
    INSERT INTO merges SELECT new.id, new.merged_into, new.status, max(rowid) FROM messages; END`;

/** Creates the lock of the file. */
function createLock(world: SimulatedWorld, file: DatabaseSync) {
  let holder: SimulatedProcess | undefined;

  async function take(process: SimulatedProcess): Promise<void> {
    const isTaken = (): boolean => holder !== undefined && holder !== process;
    for (const giveUpAt = world.monotonicNow() + busyTimeoutMs; isTaken(); await world.sleepInProcess(process, 20))
      if (world.monotonicNow() >= giveUpAt) throw new Error('database is locked');
    holder = process;
  }

  /** Releases the lock of a process, which may have died, and rolls back its open transaction. */
  function release(process: SimulatedProcess): void {
    if (holder !== process) return;
    if (file.isTransaction) file.exec('rollback');
    holder = undefined;
  }

  function lockFor(milliseconds: number): void {
    world.addToTrace(`locked for ${Math.round(milliseconds)} ms`);
    const stranger: SimulatedProcess = { name: 'a stranger', isAlive: true, die: () => {} };
    const giveBack = () => world.setTimer(milliseconds, () => release(stranger));
    void take(stranger).then(giveBack, () => {});
  }
  return { take, release, lockFor };
}
