import { resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

import { readContent } from '../content/read-content.ts';

/** The module that reads the words where sources run. */
export const wordsFile = 'content/words.ts';

/**
 * The same module as builds have it: the words themselves, read and checked now. Throws a ContentError that names every fault.
 * @param directory the project's
 * @param drafts texts of files that are not saved yet, by their path from `directory`
 */
export function wordsModule(directory: string, drafts?: ReadonlyMap<string, string>): string {
  return Object.entries(readContent(directory, drafts))
    .map(([name, words]) => `export const ${name} = ${JSON.stringify(words)};\n`)
    .join('');
}

/** Gives Vite the words instead of what reads them, and anew with each file of theirs that changes, comes or goes. */
export function wordsPlugin(directory: string, drafts?: ReadonlyMap<string, string>): Plugin {
  const module = resolve(directory, wordsFile).split(sep).join('/');
  const content = resolve(directory, 'content').split(sep).join('/');
  return {
    name: 'words',
    enforce: 'pre',
    load: (id) => (id === module ? wordsModule(directory, drafts) : undefined),
    hotUpdate: {
      order: 'pre',
      handler({ file }) {
        if (!file.startsWith(`${content}/`) || !file.endsWith('.yaml')) return undefined;
        return [...(this.environment.moduleGraph.getModulesByFile(module) ?? [])];
      },
    },
  };
}
