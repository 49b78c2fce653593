import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { setField } from '../content/merge-content.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { assertPublishedContentRenders } from './check-published-content.ts';
import { readConfig } from './config.ts';
import { openApplicationCore } from './open-application-core.ts';
import { describeDatabaseLocation } from './site-database.ts';
import { createRecordedLog } from './testing/test-server.ts';

const headline = { file: 'home.yaml', path: ['hero', 'headline'] };

/** A database in which somebody has published a headline. */
async function publishedOn(headlineText: string) {
  const config = readConfig({ DATABASE_URL: `sqlite:${join(createTemporaryDirectory(), 'site.db')}` });
  const core = await openApplicationCore(config, createRecordedLog().log);
  const { releaseFiles } = await core.contentRepository.readLiveContent();
  const files = setField(releaseFiles, headline, headlineText);
  await core.revisionStore.publishRevision({ by: 'anna', reason: 'New', files, baseRevision: 0 });
  await core.close();
  return config;
}

it('an update is refused where it could not show what was published, with file, field and what to do', async () => {
  await expect(assertPublishedContentRenders(await publishedOn('New words'))).resolves.toBeUndefined();
  const refused = assertPublishedContentRenders(await publishedOn('x'.repeat(500)));
  await expect(refused).rejects.toThrow(/home\.yaml hero headline has 500 characters.*content import FILE/);
});

it('a version is refused where a newer one has changed the database', async () => {
  const config = await publishedOn('New words');
  using database = new DatabaseSync(describeDatabaseLocation(config.database));
  database.exec(`INSERT INTO schema_history
    SELECT version + 1, version + 1, '9.9.9', migrated_at FROM schema_history ORDER BY version DESC LIMIT 1`);
  await expect(assertPublishedContentRenders(config)).rejects.toThrow('9.9.9');
});

it('an update is not refused where the database is away or none, and makes none', async () => {
  const path = join(createTemporaryDirectory(), 'site.db');
  for (const url of [`sqlite:${path}`, 'postgres://nobody@127.0.0.1:1/none'])
    await expect(assertPublishedContentRenders(readConfig({ DATABASE_URL: url }))).resolves.toBeUndefined();
  expect(existsSync(path)).toBe(false);
});
