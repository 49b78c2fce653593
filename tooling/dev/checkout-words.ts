import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { wordFiles } from '../../content/put-together.ts';
import { asRead, contentText, readContentFiles } from '../../content/read-content.ts';
import type { WordFiles, WordsDraft } from '../../enquiries/core/words-store.ts';
import type { EditedWords } from '../../office/words/edited-words.ts';

/**
 * The words of a checkout. What is typed survives the end of the server, in a file beside the packages.
 * @param directory the project's
 */
export function createCheckoutWords(directory: string): EditedWords {
  const place = join(directory, 'node_modules', '.cache', 'word-drafts.json');
  const drafts = (): WordsDraft[] => {
    if (!existsSync(place)) return [];
    const stored = JSON.parse(readFileSync(place, 'utf8')) as (Omit<WordsDraft, 'savedAt'> & { savedAt: string })[];
    return stored.map((draft) => ({ ...draft, savedAt: new Date(draft.savedAt) }));
  };
  const without = (file: string, by: string) => drafts().filter((draft) => draft.file !== file || draft.by !== by);
  function store(all: readonly WordsDraft[]): void {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, JSON.stringify(all));
  }

  // To read them all with each key would be felt.
  let known = '';
  let files: WordFiles = {};
  return {
    async files() {
      const found = globSync('content/**/*.yaml', { cwd: directory });
      const now = found.map((file) => `${file} ${statSync(join(directory, file)).mtimeMs}`).join();
      if (now !== known) files = wordFiles(asRead(readContentFiles(directory)));
      known = now;
      return files;
    },
    drafts: async () => drafts(),
    async saveDraft(draft) {
      const savedAt = new Date();
      store([...without(draft.file, draft.by), { ...draft, savedAt }]);
      return savedAt;
    },
    async discardDraft(file, by) {
      const rest = without(file, by);
      const isThere = rest.length < drafts().length;
      if (isThere) store(rest);
      return isThere;
    },
    async write(file, value) {
      const path = join(directory, 'content', file);
      if (value === null) rmSync(path);
      else writeFileSync(path, contentText(file, value));
    },
  };
}
