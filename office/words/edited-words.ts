import type { Content } from '../../content/kinds.ts';
import type { WordFiles, WordsStore } from '../../enquiries/core/words-store.ts';
import type { Preview } from '../../server/publication.ts';

/** What is edited: the words of the office's database, or the files of a checkout. */
export interface EditedWords extends Pick<WordsStore, 'drafts' | 'saveDraft' | 'discardDraft'> {
  /** Without drafts: what visitors read, or what the files hold. */
  files(): Promise<WordFiles>;
  /** Where nobody publishes: puts this in the place of a file; null removes it. */
  write?(file: string, value: unknown): Promise<void>;
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
