import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { listBackups } from '../enquiries/storage/backups.ts';
import { latestSchema } from '../enquiries/storage/migrations.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import { checkBackup } from '../enquiries/storage/sqlite-backup-check.ts';
import {
  olderPostgres,
  olderRows,
  olderSchema,
  olderSqlite,
  sqliteNumber,
  upgraded,
} from '../enquiries/testing/older-database.ts';
import { execute, temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { temporaryDirectory, temporarySqlite } from '../enquiries/testing/temporary.ts';
import type { DatabasePlace } from './config.ts';
import { databaseAt } from './open-database.ts';

async function schemaIn(path: string): Promise<number> {
  const file = new DatabaseSync(path, { readOnly: true });
  return sqliteNumber(file).finally(() => file.close());
}

/** A database with rows, of the schema before the one that let people handle enquiries, and a look at the schema that it has now. */
const kinds: [kind: string, latest: number, make: () => Promise<[DatabasePlace, () => Promise<number>]>][] = [
  [
    'SQLite',
    latestSchema,
    async () => {
      const path = join(temporaryDirectory(), 'site.db');
      (await olderSqlite(path, olderRows(new Date()))).close();
      return [{ kind: 'sqlite', path }, () => schemaIn(path)];
    },
  ],
  [
    'PostgreSQL',
    // The schemas that are the same differ by one in their numbers.
    latestSchema - 1,
    async () => {
      const url = await temporaryPostgres();
      await olderPostgres(url, olderRows(new Date()));
      const read = () => execute<{ version: number }>(url, 'SELECT version FROM schema_version');
      return [{ kind: 'postgres', url }, async () => (await read())[0]?.version ?? 0];
    },
  ],
];

/** Opens a database and closes it. Resolves to the backups and migrations that were told of, and to what the database has. */
async function open(place: DatabasePlace, directory: string) {
  const made: string[] = [];
  const migrations: unknown[] = [];
  const backups = { directory, onMade: (path: string) => made.push(path) };
  const { database, dialect, ready, close } = databaseAt(place, {
    backups,
    onMigration: (...told) => migrations.push(told),
  });
  try {
    await ready();
    return { made, migrations, enquiries: await createSqlEnquiryStore(database, dialect).list({ limit: 10 }) };
  } finally {
    await close();
  }
}

describe.each(kinds)('a database of %s that is brought to a newer schema', (_kind, latest, makeOlder) => {
  it('is backed up before, as it is', async () => {
    const [place, schema] = await makeOlder();
    const directory = join(temporaryDirectory(), 'backups');
    const { made, migrations, enquiries } = await open(place, directory);
    expect(enquiries).toMatchObject(upgraded);
    expect(migrations).toEqual(
      ['begins', 'has ended'].map((state) => [state, olderSchema - (latestSchema - latest), latest]),
    );
    const [path = ''] = made;
    const name = join(directory, `website-…-before-schema-${latest}.db`);
    expect(made.map((one) => one.replace(/20[-\dT]+Z/, '…'))).toEqual([name]);
    expect([await schema(), await schemaIn(path)]).toEqual([latest, olderSchema]);
    expect(await checkBackup(path, directory, '1.2.3')).toMatchObject({ ok: true, contents: { enquiries: 5 } });
    renameSync(path, join(directory, 'site.db'));
    expect(await temporarySqlite(join(directory, 'site.db')).store.list({ limit: 10 })).toMatchObject(upgraded);
  });

  it('is backed up once, by whichever of several processes comes first', async () => {
    const [place] = await makeOlder();
    const directory = temporaryDirectory();
    const opened = await Promise.all([1, 2, 3].map(() => open(place, directory)));
    expect(opened.flatMap(({ made }) => made)).toHaveLength(1);
    expect((await open(place, directory)).made).toEqual([]);
  });
});

it('a migration that fails at each start leaves the schema as it was, one backup of it, and those of other releases', async () => {
  const path = join(temporaryDirectory(), 'site.db');
  const older = await olderSqlite(path);
  older.exec('CREATE TABLE people (in_the_way INTEGER)');
  older.close();
  const directory = temporaryDirectory();
  const ofAnother = join(directory, `website-2025-01-01T08-00-00Z-before-schema-${latestSchema}.db`);
  writeFileSync(ofAnother, 'made by other means');
  for (const _start of [1, 2, 3]) {
    await expect(open({ kind: 'sqlite', path }, directory)).rejects.toThrow('people already exists');
    expect(await schemaIn(path)).toBe(olderSchema);
    const [latest] = listBackups(directory);
    // Backups are named by the second.
    if (latest) renameSync(latest.path, latest.path.replace(/website-\d{4}/, 'website-2026'));
  }
  expect(listBackups(directory)).toMatchObject([{ beforeSchema: latestSchema }, { path: ofAnother }]);
});
