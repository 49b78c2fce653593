import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate, postgresSchema, sqliteSchema } from '../storage/migrate.ts';
import { databaseOn } from '../storage/sqlite-driver.ts';
import { execute, temporaryPostgres } from './postgres.ts';
import { temporaryDirectory } from './temporary.ts';

/** How many migrations the last schema without channels and handling had. */
export const olderSchema = 3;

const older = { place: 'older', release: '0.0.0', known: olderSchema };

/** Makes a file of that schema, and leaves it open. */
export async function olderSqlite(path: string, rows = ''): Promise<DatabaseSync> {
  const file = new DatabaseSync(path);
  await migrate(
    databaseOn(async () => file),
    sqliteSchema,
    older,
  );
  file.exec(rows);
  return file;
}

/** The same in an empty database of PostgreSQL. */
export async function olderPostgres(url: string, rows: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  await migrate(new Kysely({ dialect: new PostgresDialect({ pool }) }), postgresSchema, older);
  await pool.query(rows);
  await pool.end();
}

/** Such a database with rows, of either kind: its URL, and how many numbers its schemas are behind those of SQLite. */
export const olderDatabases: [kind: string, behind: number, make: () => Promise<string>][] = [
  [
    'SQLite',
    0,
    async () => {
      const path = join(temporaryDirectory(), 'site.db');
      (await olderSqlite(path, olderRows(new Date()))).close();
      return `sqlite:${path}`;
    },
  ],
  [
    'PostgreSQL',
    1,
    async () => {
      const url = await temporaryPostgres();
      await olderPostgres(url, olderRows(new Date()));
      return url;
    },
  ],
];

/** The number of the schema that a database has now. */
export async function schemaOf(url: string): Promise<number> {
  if (!url.startsWith('sqlite:'))
    return (await execute<{ version: number }>(url, 'SELECT version FROM schema_version'))[0]?.version ?? 0;
  using file = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
  return await sqliteSchema.number(databaseOn(async () => file));
}

/** The rows of such a database: one of each state, long ago, and one of a minute ago. */
export function olderRows(now: Date): string {
  const recent = new Date(now.getTime() - 60_000).toISOString();
  const long = '2025-01-01T12:00:00.000Z';
  const rows = [
    ['delivered', long],
    ['due', long],
    ['failed', long],
    ['quarantined', long],
    ['delivered', recent],
  ] as const;
  return rows
    .map(([state, at], index) => {
      const id = `01a1fc16-0000-7000-8000-${String(index).padStart(12, '0')}`;
      const told = state === 'quarantined' ? 1 : 0;
      return `
        INSERT INTO enquiries (id, received_at, name, email, company, subject, message)
          VALUES ('${id}', '${at}', 'Ada', 'ada@example.com', '', 'Old', 'Number ${index}');
        INSERT INTO deliveries (enquiry_id, message_id, state, queued_at, attempts, due_at, delivered_at, last_reason, in_hand, to_tell)
          VALUES ('${id}', '<${index}@ours.example>', '${state}', '${at}', 3, '${at}', NULL, 'because', 0, ${told});`;
    })
    .join('\n');
}

/** How the upgraded database shows them, the newest id first. */
export const upgraded = [
  { handling: 'waiting', delivery: { state: 'delivered', attempts: 3 } },
  { handling: 'set aside', delivery: { state: 'quarantined', lastReason: 'because' } },
  { handling: 'waiting', delivery: { state: 'failed', lastReason: 'because' } },
  { handling: 'waiting', delivery: { state: 'due', messageId: '<1@ours.example>' } },
  { handling: 'answered', answeredAt: null, message: 'Number 0', delivery: { state: 'delivered' } },
];
