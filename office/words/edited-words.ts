import type { Content } from '../../content/kinds.ts';
import type { WordFiles, WordsStore } from '../../enquiries/core/words-store.ts';

/** What is edited: the words of the office's database, or the files of a checkout. */
export interface EditedWords extends Pick<WordsStore, 'drafts' | 'saveDraft' | 'discardDraft'> {
  /** Without drafts: what visitors read, or what the files hold. */
  files(): Promise<WordFiles>;
  /** Where nobody publishes: puts this in the place of a file; null removes it. */
  write?(file: string, value: unknown): Promise<void>;
}

/** The website with other words: pages are made one at a time. Each of these throws what the words do not allow. */
export interface PreviewedSite {
  words: Content;
  /** The addresses of its pages. */
  paths: readonly string[];
  /** A page or file as HTML, without styles. */
  render(path: string): string;
  /** The same with the styles that it can show, and without scripts. */
  finish(html: string): string;
}

/** What the editor works on. */
export interface EditorParts {
  edited: EditedWords;
  preview(files: WordFiles): PreviewedSite;
}
