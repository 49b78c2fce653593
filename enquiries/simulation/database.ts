import { DatabaseSync } from 'node:sqlite';
import { SqliteDriver, type CompiledQuery, type QueryResult } from 'kysely';
import { migrate, sqliteSchema } from '../storage/migrate.ts';
import type { Database } from '../storage/sql-database.ts';
import { databaseBy, databaseOn, kyselyDriver } from '../storage/sqlite-driver.ts';
import type { Faults } from './faults.ts';
import type { World } from './world.ts';

/** A process as its surroundings know it. */
export interface Process {
  readonly name: string;
  isAlive: boolean;
  /** Ends it, at once and for good: whatever its code waits for never comes. */
  die(): void;
}

/** For how long a statement waits for the lock, in milliseconds: as the real one does. */
const patience = 5000;

export type SimulatedDatabase = Awaited<ReturnType<typeof createDatabase>>;

/** One database in memory that all processes use, each by a connection of its own. `file` is for the checks: it knows no faults. */
export async function createDatabase(world: World, faults: () => Faults) {
  const file = await openFile();
  const driver = kyselyDriver(file);
  const lock = createLock(world, file);
  let awayUntil = 0;

  /** One statement: asked, done, answered; and at each of these its process may die. */
  async function execute<Row>(process: Process, query: CompiledQuery): Promise<QueryResult<Row>> {
    await step(process, world.between(0.1, 2));
    if (!lock.isHeldBy(process)) await lock.take(process);
    try {
      return await executeLocked<Row>(process, query);
    } finally {
      // A transaction keeps the lock to its end.
      if (!file.isTransaction) lock.release(process);
    }
  }

  async function executeLocked<Row>(process: Process, { sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (world.elapsed() < awayUntil) throw new Error('the database is away');
    if (sql !== 'rollback' && world.chance(faults().failure)) throw new Error('the statement failed');
    const statement = driver.prepare(sql);
    const result = statement.reader
      ? { rows: statement.all(parameters) as Row[] }
      : { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
    world.note(`${process.name} ${sql.slice(0, 40)}: ${result.rows.length || result.numAffectedRows || 0}`);
    if (file.isTransaction) return result;
    await step(process, world.between(0, 2));
    if (world.chance(faults().lostAnswer)) throw new Error('the connection was lost');
    return result;
  }

  async function step(process: Process, milliseconds: number): Promise<void> {
    await world.sleep(milliseconds);
    if (process.isAlive && world.chance(faults().death)) process.die();
    await living(process);
  }

  return {
    file,
    connect: (process: Process): Database =>
      connection(
        (query) => execute(process, query),
        () => lock.release(process),
      ),
    /** Takes the lock away from a process that has died, with all that it had not committed. */
    forget: lock.release,
    lockFor(milliseconds: number): void {
      world.note(`locked for ${Math.round(milliseconds)} ms`);
      void lock.take(stranger).then(
        () => world.after(milliseconds, () => lock.release(stranger)),
        () => {},
      );
    },
    awayFor(milliseconds: number): void {
      world.note(`away for ${Math.round(milliseconds)} ms`);
      awayUntil = Math.max(awayUntil, world.elapsed() + milliseconds);
    },
  };
}

const stranger: Process = { name: 'a stranger', isAlive: true, die: () => {} };

/** Remembers in what state what was erased was. */
async function openFile(): Promise<DatabaseSync> {
  const file = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  await migrate(
    databaseOn(async () => file),
    sqliteSchema,
    { place: ':memory:', release: 'simulated' },
  );
  file.exec(`
    CREATE TABLE erased (id TEXT PRIMARY KEY, state TEXT NOT NULL);
    CREATE TRIGGER erasing AFTER DELETE ON deliveries WHEN old.channel = 'mail'
    BEGIN INSERT INTO erased VALUES (old.enquiry_id, old.state); END`);
  return file;
}

/** The lock of the file. Who releases it with a transaction open rolls that back. */
function createLock(world: World, file: DatabaseSync) {
  let holder: Process | undefined;
  let waiting: (() => void)[] = [];

  async function take(process: Process, giveUpAt = world.elapsed() + patience): Promise<void> {
    if (holder === undefined) {
      holder = process;
      return;
    }
    if (world.elapsed() >= giveUpAt) throw new Error('database is locked');
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      world.after(giveUpAt - world.elapsed(), resolve);
    });
    await living(process);
    await take(process, giveUpAt);
  }

  return {
    isHeldBy: (process: Process) => holder === process,
    take,
    release(process: Process): void {
      if (holder !== process) return;
      if (file.isTransaction) file.exec('rollback');
      holder = undefined;
      const next = waiting;
      waiting = [];
      for (const look of next) look();
    },
  };
}

/** @param end called once a connection is given back: a transaction that could not be ended ends with it */
function connection(execute: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>, end: () => void): Database {
  const nothing = (): never => {
    throw new Error('Nothing is streamed, and no other connection is opened');
  };
  const driver = Object.assign(new SqliteDriver({ database: nothing }), {
    init: async () => {},
    acquireConnection: async () => ({ executeQuery: execute, streamQuery: nothing }),
    releaseConnection: async () => end(),
  });
  return databaseBy(() => driver);
}

/** Resolves while the process lives, and never once it has died. */
export async function living({ isAlive }: Process): Promise<void> {
  if (!isAlive) await new Promise(() => {});
}
