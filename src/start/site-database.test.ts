import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listBackups } from '../database/backups.ts';
import { databaseUrlCases } from '../database/testing/test-postgres.ts';
import { createTestStore, insertSamples } from '../enquiries/testing/test-store.ts';
import {
  laterMigrations,
  laterSchemaVersion,
  readSchemaNumber,
  currentSchemaVersion,
} from '../database/testing/schemas.ts';
import { createTemporaryDirectory, openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { readConfig } from './config.ts';
import { createSiteDatabase } from './site-database.ts';

/** Makes a database with an enquiry, as this release does. */
async function makeDatabase(url: string): Promise<string> {
  const { database, dialect, close } = createSiteDatabase(readConfig({ DATABASE_URL: url }).database);
  await insertSamples(createTestStore({ database, dialect }), 1);
  await close();
  return url;
}

/** Opens a database as a later release does, and closes it. Resolves to the backups and migrations that were told of. */
async function openLater(url: string, directory: string, migrations = laterMigrations) {
  const backups: string[] = [];
  const told: unknown[] = [];
  const { ensureOpen, close } = createSiteDatabase(readConfig({ DATABASE_URL: url }).database, {
    migrations,
    backups: { directory, erasedListPath: join(directory, 'none'), onMade: (path) => backups.push(path) },
    onMigration: (...state) => told.push(state),
  });
  return await ensureOpen()
    .then(() => ({ backups, told }))
    .finally(close);
}

describe.each(databaseUrlCases)('a database of %s that is brought to a newer schema', (_kind, makeUrl) => {
  it('is backed up before, as it is, once, by whichever of several processes comes first', async () => {
    const url = await makeDatabase(await makeUrl());
    const directory = join(createTemporaryDirectory(), 'backups');
    const opened = await Promise.all([1, 2, 3].map(() => openLater(url, directory)));
    expect(opened.flatMap(({ told }) => told)).toEqual(
      ['begins', 'has ended'].map((state) => [state, currentSchemaVersion, laterSchemaVersion]),
    );
    const [path = '', ...more] = opened.flatMap(({ backups }) => backups);
    const name = join(directory, `website-…-before-schema-${laterSchemaVersion}.db`);
    expect([path.replace(/20[-\dT]+Z/, '…'), ...more]).toEqual([name]);
    expect(await readSchemaNumber(url)).toBe(laterSchemaVersion);
    renameSync(path, join(directory, 'site.db'));
    expect(await openTemporarySqlite(join(directory, 'site.db')).store.count({})).toBe(1);
  });

  it('stays as it is where it cannot be backed up', async () => {
    const url = await makeDatabase(await makeUrl());
    const directory = join(createTemporaryDirectory(), 'backups');
    writeFileSync(directory, '');
    const reason = /^this release changes its schema, and the backup before .*: \S+ is no directory$/;
    await expect(openLater(url, directory)).rejects.toMatchObject({ reason: expect.stringMatching(reason) });
    expect(await readSchemaNumber(url)).toBe(currentSchemaVersion);
    rmSync(directory);
    expect((await openLater(url, directory)).backups).toHaveLength(1);
  });
});

it('a migration that fails at each start leaves the schema as it was, one backup of it, and those of other releases', async () => {
  const url = await makeDatabase(`sqlite:${join(createTemporaryDirectory(), 'site.db')}`);
  const directory = createTemporaryDirectory();
  const ofAnother = join(directory, `website-2025-01-01T08-00-00Z-before-schema-${laterSchemaVersion}.db`);
  writeFileSync(ofAnother, 'made by other means');
  const failing = laterMigrations.map((migration) => ({
    ...migration,
    sql: (types: Parameters<typeof migration.sql>[0]) => [
      ...migration.sql(types),
      'CREATE TABLE people (in_the_way INTEGER)',
    ],
  }));
  for (const _start of [1, 2, 3]) {
    await expect(openLater(url, directory, failing)).rejects.toThrow('people already exists');
    expect(await readSchemaNumber(url)).toBe(currentSchemaVersion);
    const [latest] = listBackups(directory);
    // Backups are named by the second.
    if (latest) renameSync(latest.path, latest.path.replace(/website-\d{4}/, 'website-2026'));
  }
  expect(listBackups(directory)).toMatchObject([{ beforeSchema: laterSchemaVersion }, { path: ofAnother }]);
});
