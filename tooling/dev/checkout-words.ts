import { globSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { contentText, readContent } from '../../content/read-content.ts';
import type { WordFiles, WordsStore } from '../../enquiries/core/words-store.ts';
import type { EditedWords } from '../../office/words/edited-words.ts';

/**
 * The words of a checkout. What is typed is kept as in the office, in the database of development.
 * @param directory the project's
 */
export function createCheckoutWords(directory: string, drafts: WordsStore): EditedWords {
  // To read them all with each key would be felt.
  let known = '';
  let files: WordFiles = {};
  return {
    ...drafts,
    async files() {
      const found = globSync('content/**/*.yaml', { cwd: directory });
      const now = found.map((file) => `${file} ${statSync(join(directory, file)).mtimeMs}`).join();
      if (now !== known) ({ files } = readContent(directory));
      known = now;
      return files;
    },
    async write(file, value) {
      const path = join(directory, 'content', file);
      if (value === null) rmSync(path);
      else writeFileSync(path, contentText(file, value));
    },
  };
}
