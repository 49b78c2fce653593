import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setField } from '../content/merge-content.ts';
import { temporaryDirectory } from '../database/testing/temporary.ts';
import { checkContent } from './check-content.ts';
import { readConfig } from './config.ts';
import { openCore } from './open-core.ts';
import { recordedLog } from './testing/site-under-test.ts';

const headline = { file: 'home.yaml', path: ['hero', 'headline'] };

/** A database in which somebody has published a headline. */
async function publishedOn(headlineText: string) {
  const config = readConfig({ DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}` });
  const core = await openCore(config, recordedLog().log);
  const { released } = await core.liveWords.live();
  const files = setField(released, headline, headlineText);
  await core.wordsStore.publish({ by: 'anna', reason: 'New', files, after: 0 });
  await core.close();
  return config;
}

it('an update is refused where it could not show what was published, with file, field and what to do', async () => {
  await expect(checkContent(await publishedOn('New words'))).resolves.toBeUndefined();
  const refused = checkContent(await publishedOn('x'.repeat(500)));
  await expect(refused).rejects.toThrow(/home\.yaml hero headline has 500 characters.*content import FILE/);
});

it('an update is not refused where the database is away or none, and makes none', async () => {
  const path = join(temporaryDirectory(), 'site.db');
  for (const url of [`sqlite:${path}`, 'postgres://nobody@127.0.0.1:1/none'])
    await expect(checkContent(readConfig({ DATABASE_URL: url }))).resolves.toBeUndefined();
  expect(existsSync(path)).toBe(false);
});
