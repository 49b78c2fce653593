import { sql } from 'kysely';
import type { Database } from './sql-database.ts';

/** The versions of the database's software and of its schema, in words: "SQLite 3.51.2, schema 2". */
export async function databaseVersions(database: Database, kind: 'sqlite' | 'postgres'): Promise<string> {
  const { rows } = await queries[kind].execute(database);
  const [versions] = rows;
  if (versions === undefined) throw new Error('The database does not tell its version');
  return `${versions.software}, schema ${versions.schema}`;
}

interface Versions {
  software: string;
  schema: number;
}

const queries = {
  sqlite: sql<Versions>`
    SELECT 'SQLite ' || sqlite_version() AS software, user_version AS schema FROM pragma_user_version`,
  // What stands behind the number names the package that it came in.
  postgres: sql<Versions>`
    SELECT 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) AS software, version AS schema
    FROM schema_version`,
};
