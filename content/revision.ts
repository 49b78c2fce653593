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

/** Where published words and drafts live. Durable on return, shared by all servers; rejects only on faults. */
export interface WordsStore {
  /** 0 where nothing was published. One small query. */
  newest(): Promise<number>;
  version(number: number): Promise<WordsVersion | null>;
  /** The newest first. */
  versions(): Promise<VersionHead[]>;
  /**
   * One transaction: the version after `after` is there, the drafts that went into it are gone as far as nobody has saved them
   * anew, and old versions are pruned: two years or the last 200 are kept, whichever is more. 'overtaken' where `after` is not the
   * newest any more: nothing is changed.
   */
  publish(
    made: Omit<WordsVersion, 'number' | 'at'> & {
      after: number;
      drafts?: readonly DraftHead[];
    },
  ): Promise<number | 'overtaken'>;
  /** All, or only those of a person or of a file. */
  drafts(only?: Partial<Pick<WordsDraft, 'file' | 'by'>>): Promise<WordsDraft[]>;
  draftHeads(): Promise<DraftHead[]>;
  /**
   * In the place of the person's earlier draft of the file. Resolves to when it was saved: never the time of an earlier one; 'full'
   * where it grows and goes beyond a limit: nothing is changed.
   */
  saveDraft(draft: Omit<WordsDraft, 'savedAt'>): Promise<Date | 'full'>;
  /** False where there is none. */
  discardDraft(file: string, by: string): Promise<boolean>;
}
