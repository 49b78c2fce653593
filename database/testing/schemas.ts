import { DatabaseSync } from 'node:sqlite';
import { firstSchema, migrations } from '../migrations.ts';
import { sqliteSchema } from '../migrate.ts';
import { databaseOn } from '../sqlite-driver.ts';
import { execute } from './postgres.ts';

/** The migrations of a later release: one more, which changes a table that is there. */
export const laterMigrations = [
  ...migrations,
  {
    usableFrom: firstSchema + migrations.length,
    sql: [() => `ALTER TABLE enquiries ADD COLUMN budget TEXT NOT NULL DEFAULT '';`],
  },
];

/** The schemas of a database of this release and of that later one. */
export const [thisSchema, laterSchema] = [firstSchema + migrations.length - 1, firstSchema + migrations.length];

/** The number of the schema that a database has now. */
export async function schemaOf(url: string): Promise<number> {
  if (!url.startsWith('sqlite:'))
    return (await execute<{ version: number }>(url, 'SELECT version FROM schema_version'))[0]?.version ?? 0;
  using file = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
  return await sqliteSchema.number(databaseOn(async () => file));
}
