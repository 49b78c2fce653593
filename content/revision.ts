/** The files of the words by their path from content/, with what each holds. */
export type WordFiles = Readonly<Record<string, unknown>>;

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

/** Whose draft of what there is, without its texts. */
export type DraftHead = Pick<WordsDraft, 'file' | 'by' | 'savedAt'>;

/** Most bytes of JSON of one draft, of one person's and of everybody's, each with what it was begun on and a KiB around it. */
export const draftLimits = { one: 256 * 1024, person: 2 * 1024 * 1024, all: 10 * 1024 * 1024 };

/** What a person reads whose draft is beyond a limit. */
export const draftsFull =
  'Not saved: drafts take up to 256 KB each, 2 MB of one person and 10 MB of everybody. Publish or take back some first.';
