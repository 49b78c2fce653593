import { withField } from '../../content/merge-words.ts';
import { createLog } from '../../process/log.ts';
import { readConfig } from '../config.ts';
import { openCore } from '../open-core.ts';
import { contactFact } from './publish-field.ts';

// Publishes a draft with its number in two files, and begins the next one in its place, until the process is killed.
const { liveWords, wordsStore } = await openCore(readConfig(process.env), createLog('silent'));
const by = 'anna@ours.example';
for (let number = (await wordsStore.newest()) + 1; ; number += 1) {
  const { files } = await liveWords.live();
  const changed = withField(files, contactFact('phone'), `+44 ${number}`);
  const both = withField(changed, { file: 'home.yaml', path: ['hero', 'headline'] }, `Number ${number}`);
  const savedAt = await wordsStore.saveDraft({ file: 'home.yaml', by, base: null, value: number });
  const drafts = [{ file: 'home.yaml', by, savedAt }];
  const published = await liveWords.publish({ by, reason: `${number}`, files: both, on: number - 1, drafts });
  if (published.outcome !== 'published') throw new Error(JSON.stringify(published));
  process.stdout.write('published\n');
}
