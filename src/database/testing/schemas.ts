import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../schema.ts';
import { executeStatement } from './test-postgres.ts';

/** The schema of a database of this release. */
export const currentSchemaVersion = migrations.at(-1)?.schema ?? 0;

/** The schema of a database of a later release. */
export const laterSchemaVersion = currentSchemaVersion + 1;

/** The migrations of that later release: one more, which changes a table that is there. */
export const laterMigrations = [
  ...migrations,
  {
    schema: laterSchemaVersion,
    oldestCompatibleSchema: laterSchemaVersion,
    sql: () => [`ALTER TABLE enquiries ADD COLUMN later TEXT NOT NULL DEFAULT ''`],
  },
];

/** The number of the schema that a database has now. */
export async function readSchemaNumber(url: string): Promise<number> {
  const query = 'SELECT max(version) AS version FROM schema_history';
  if (!url.startsWith('sqlite:')) return Number((await executeStatement(url, query))[0]?.['version']);
  using file = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
  return Number(file.prepare(query).get()?.['version']);
}
