import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../schema.ts';
import { readSchemaVersion } from '../migrate.ts';
import { createSqliteDatabase, sqliteSchemaDialect } from '../sqlite-driver.ts';
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
    sql: () => [`ALTER TABLE enquiries ADD COLUMN budget TEXT NOT NULL DEFAULT ''`],
  },
];

/** The number of the schema that a database has now. */
export async function readSchemaNumber(url: string): Promise<number> {
  if (!url.startsWith('sqlite:'))
    return (
      (await executeStatement<{ version: number }>(url, 'SELECT max(version) AS version FROM schema_history'))[0]
        ?.version ?? 0
    );
  using file = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
  return (
    await readSchemaVersion(
      createSqliteDatabase(async () => file),
      sqliteSchemaDialect,
    )
  ).version;
}
