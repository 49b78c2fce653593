import type { WordFiles } from './merge-words.ts';

export type { WordFiles } from './merge-words.ts';

/** One publication, as it is listed. */
export interface VersionHead {
  number: number;
  at: Date;
  /** The e-mail address of a person, or `the command`. */
  by: string;
  reason: string;
}

export interface WordsVersion extends VersionHead {
  files: WordFiles;
  /** When publications have changed files last, by their path, in UTC as `2026-11-21T09:30:00Z`. */
  changed?: Readonly<Record<string, string>>;
}

/** What somebody is writing. One for each person and file. `value` null: the file is to go; `base` null: the file is new. */
export interface WordsDraft {
  file: string;
  by: string;
  /** What the file held when the draft was begun. */
  base: unknown;
  value: unknown;
  savedAt: Date;
}
