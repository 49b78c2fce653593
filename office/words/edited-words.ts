import type { Content } from '../../content/kinds.ts';
import type { WordFiles, WordsStore } from '../../enquiries/core/words-store.ts';
import type { Preview } from '../../server/publication.ts';

/** The words that people edit, and what they are writing. */
export interface EditedWords extends Pick<WordsStore, 'drafts' | 'saveDraft' | 'discardDraft'> {
  /** Without drafts: what visitors read. */
  files(): Promise<WordFiles>;
}

/** The website with other words. */
export interface PreviewedSite extends Preview {
  words: Content;
}

/** What the editor works on. */
export interface EditorParts {
  edited: EditedWords;
  preview(files: WordFiles): PreviewedSite;
}
