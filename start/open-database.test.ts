import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listBackups } from '../enquiries/storage/backups.ts';
import { latestSchema } from '../enquiries/storage/migrations.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import { checkBackup } from '../enquiries/storage/sqlite-backup-check.ts';
import { olderDatabases, olderSchema, olderSqlite, schemaOf, upgraded } from '../enquiries/testing/older-database.ts';
import { temporaryDirectory, temporarySqlite } from '../enquiries/testing/temporary.ts';
import { readConfig } from './config.ts';
import { databaseAt } from './open-database.ts';

/** Opens a database and closes it. Resolves to the backups and migrations that were told of, and to what the database has. */
async function open(url: string, directory: string) {
  const made: string[] = [];
  const migrations: unknown[] = [];
  const backups = { directory, onMade: (path: string) => made.push(path) };
  const { database, dialect, ready, close } = databaseAt(readConfig({ DATABASE_URL: url }).database, {
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

describe.each(olderDatabases)('a database of %s that is brought to a newer schema', (_kind, behind, makeOlder) => {
  const latest = latestSchema - behind;

  it('is backed up before, as it is', async () => {
    const url = await makeOlder();
    const directory = join(temporaryDirectory(), 'backups');
    const { made, migrations, enquiries } = await open(url, directory);
    expect(enquiries).toMatchObject(upgraded);
    expect(migrations).toEqual(['begins', 'has ended'].map((state) => [state, olderSchema - behind, latest]));
    const [path = ''] = made;
    const name = join(directory, `website-…-before-schema-${latest}.db`);
    expect(made.map((one) => one.replace(/20[-\dT]+Z/, '…'))).toEqual([name]);
    expect([await schemaOf(url), await schemaOf(`sqlite:${path}`)]).toEqual([latest, olderSchema]);
    expect(await checkBackup(path, directory, '1.2.3')).toMatchObject({ ok: true, contents: { enquiries: 5 } });
    renameSync(path, join(directory, 'site.db'));
    expect(await temporarySqlite(join(directory, 'site.db')).store.list({ limit: 10 })).toMatchObject(upgraded);
  });

  it('is backed up once, by whichever of several processes comes first', async () => {
    const url = await makeOlder();
    const directory = temporaryDirectory();
    const opened = await Promise.all([1, 2, 3].map(() => open(url, directory)));
    expect(opened.flatMap(({ made }) => made)).toHaveLength(1);
    expect((await open(url, directory)).made).toEqual([]);
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
    await expect(open(`sqlite:${path}`, directory)).rejects.toThrow('people already exists');
    expect(await schemaOf(`sqlite:${path}`)).toBe(olderSchema);
    const [latest] = listBackups(directory);
    // Backups are named by the second.
    if (latest) renameSync(latest.path, latest.path.replace(/website-\d{4}/, 'website-2026'));
  }
  expect(listBackups(directory)).toMatchObject([{ beforeSchema: latestSchema }, { path: ofAnother }]);
});
