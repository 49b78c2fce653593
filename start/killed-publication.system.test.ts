import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fieldAt } from '../content/merge-words.ts';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { readConfig } from './config.ts';
import { openCore } from './open-core.ts';
import { launchForTest } from './testing/site-process.ts';
import { contactFact } from './testing/publish-field.ts';
import { recordedLog } from './testing/site-under-test.ts';

it('killed at any moment of a publication, a process leaves the old words or the new ones, whole', async () => {
  const DATABASE_URL = `sqlite:${join(temporaryDirectory(), 'site.db')}`;
  const core = await openCore(readConfig({ DATABASE_URL }), recordedLog().log);
  let found = 0;
  for (let kill = 0; kill < 8; kill += 1) {
    const publishing = launchForTest({ DATABASE_URL }, 'testing/publish-for-ever.ts');
    // The first is there, and others follow as fast as they can.
    await publishing.says(/published/);
    for (let turn = 0; turn < kill * 3; turn += 1) await core.wordsStore.newest();
    await publishing.end();
    const { number, files } = await core.liveWords.live();
    // Each publication writes its number into two files.
    const [phone, headline] = [contactFact('phone'), { file: 'home.yaml', path: ['hero', 'headline'] }];
    expect([fieldAt(files, phone), fieldAt(files, headline)]).toEqual([`+44 ${number}`, `Number ${number}`]);
    // What went into it is no draft any more.
    expect((await core.wordsStore.drafts()).map(({ value }) => value)).not.toContain(number);
    expect(number).toBeGreaterThan(found);
    found = number;
  }
  await core.close();
});
