import { DatabaseSync } from 'node:sqlite';
import { SqliteDriver, type CompiledQuery, type DatabaseConnection } from 'kysely';
import { migrate } from '../../database/migrate.ts';
import type { Database } from '../../database/database.ts';
import {
  createSqliteQueries,
  createSqliteDatabase,
  adaptToKysely,
  busyTimeout,
  sqliteSchema,
} from '../../database/sqlite-driver.ts';
import type { Faults } from './faults.ts';
import type { Process, World } from './world.ts';

export type SimulatedDatabase = Awaited<ReturnType<typeof createDatabase>>;

/** Creates an in-memory database with a connection per process. `file` is for checks: it has no faults. */
export async function createDatabase(world: World, faults: () => Faults) {
  const file = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  const database = createSqliteDatabase(async () => file);
  await migrate(database, sqliteSchema, { place: ':memory:' });
  const lock = createLock(world, file);

  /** Runs one statement. Its process may die before, during or after it. */
  async function execute<Row>(process: Process, query: CompiledQuery, on: DatabaseConnection) {
    await world.step(process, world.between(0.1, 2), faults().death);
    await lock.take(process);
    try {
      if (query.sql !== 'rollback' && world.chance(faults().failure)) throw new Error('the statement failed');
      const result = await on.executeQuery<Row>(query);
      world.note(`${process.name} ${query.sql.slice(0, 40)}: ${result.rows.length || result.numAffectedRows || 0}`);
      if (file.isTransaction) return result;
      await world.step(process, world.between(0, 2), faults().death);
      if (world.chance(faults().lostAnswer)) throw new Error('the connection was lost');
      return result;
    } finally {
      // A transaction holds the lock to its end.
      if (!file.isTransaction) lock.release(process);
    }
  }

  /** Creates a connection. Releasing it ends an open transaction. */
  function connect(process: Process): Database {
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
    return createSqliteQueries(() => new FaultyDriver({ database: adaptToKysely(file) }));
  }

  return { file, connect, ...lock };
}

/** Creates the lock of the file. */
function createLock(world: World, file: DatabaseSync) {
  let holder: Process | undefined;

  async function take(process: Process): Promise<void> {
    const isTaken = (): boolean => holder !== undefined && holder !== process;
    for (const giveUpAt = world.elapsed() + busyTimeout; isTaken(); await world.step(process, 20))
      if (world.elapsed() >= giveUpAt) throw new Error('database is locked');
    holder = process;
  }

  /** Releases the lock of a process, which may have died, and rolls back its open transaction. */
  function release(process: Process): void {
    if (holder !== process) return;
    if (file.isTransaction) file.exec('rollback');
    holder = undefined;
  }

  function lockFor(milliseconds: number): void {
    world.note(`locked for ${Math.round(milliseconds)} ms`);
    const stranger: Process = { name: 'a stranger', isAlive: true, die: () => {} };
    const giveBack = () => world.after(milliseconds, () => release(stranger));
    void take(stranger).then(giveBack, () => {});
  }
  return { take, release, lockFor };
}
