import { createHash } from 'node:crypto';
import * as v from 'valibot';

import { withPrintedMarks, type WordFault } from '../../content/content-faults.ts';
import { schemaAt, takesParagraphs } from '../../content/field-schema.ts';
import { findWordFaults } from '../../content/judge-words.ts';
import { kindOf } from '../../content/kinds.ts';
import { mapTexts, same } from '../../content/merge-words.ts';
import { onceEach } from '../../content/once-each.ts';
import { dropControlCharacters } from '../../text/clean-text.ts';
import type { WordFiles, WordsDraft } from '../../content/revision.ts';
import type { RevisionStore } from '../../content/revisions.ts';

/** The words that people edit, and what they are writing. */
export interface EditedWords extends Pick<RevisionStore, 'drafts' | 'saveDraft' | 'discardDraft'> {
  /** Without drafts: what visitors read. */
  files(): Promise<WordFiles>;
}

/** What every act answers: all that the form shows beside what is typed. */
export interface WordsState {
  /** Stands for `files`: whoever has them already names it and is not sent them again. */
  tag: string;
  files?: WordFiles;
  /** Everybody's. */
  drafts: readonly WordsDraft[];
  /** What the person's own drafts make wrong, in other files too. */
  faults: readonly WordFault[];
  /** Nothing was done: the person's own draft was saved elsewhere meanwhile. */
  isOvertaken?: true;
}

export type EditingAct = 'open' | 'keep';

const file = v.pipe(
  v.string(),
  v.regex(/^(?:[a-z0-9-]+\/)?[a-z0-9-]+\.yaml$/),
  v.check((file) => kindOf(file) !== undefined),
);
const seen = { tag: v.optional(v.string()) };
/** The value of a file. No field of the words is nested deeper than nine times. */
export const valueOfFile = v.pipe(
  v.unknown(),
  v.check((value) => !isDeeper(value, 12)),
);
const draft = v.object({ ...seen, file, base: valueOfFile, value: valueOfFile, known: v.nullable(v.string()) });

type Act = (by: string, input: string | null) => Promise<WordsState | null>;
type Seen = v.InferOutput<v.ObjectSchema<typeof seen, undefined>>;

/** What people do to words. Each act gets JSON from a browser, and resolves to null where it is not what the act takes. */
export function createEditing(words: EditedWords): Record<EditingAct, Act> {
  /** The answer for a person. */
  async function state(by: string, seen: Seen, more: Partial<WordsState> = {}): Promise<WordsState> {
    const [files, drafts] = await Promise.all([words.files(), words.drafts()]);
    const tag = tagOf(files);
    const own = drafts.filter((draft) => draft.by === by);
    return { tag, ...(seen.tag === tag ? {} : { files }), drafts, faults: faultsCaused(files, own), ...more };
  }
  return {
    open: act(v.object(seen), state),

    /**
     * Keeps a draft, which may be unfinished; one that says what its base says is none. `known` is when the person's own was last
     * saved, as far as the browser knows.
     */
    keep: act(draft, async (by, { file, base, value, known, ...seen }) => {
      const [mine] = await words.drafts({ file, by });
      const kept = cleanWords(file, value);
      if (mine && mine.savedAt.toISOString() !== known && !same(mine.value, kept))
        return state(by, seen, { isOvertaken: true });
      if (same(base, kept)) await words.discardDraft(file, by);
      else if (!mine || !same(mine.value, kept) || !same(mine.base, base))
        await words.saveDraft({ file, by, base, value: kept });
      return state(by, seen);
    }),
  };
}

function act<Schema extends v.GenericSchema>(
  schema: Schema,
  run: (by: string, input: v.InferOutput<Schema>) => Promise<WordsState>,
) {
  const json = v.pipe(v.string(), v.parseJson(), schema);
  return async (by: string, input: string | null) => {
    const parsed = v.safeParse(json, input);
    return parsed.success ? run(by, parsed.output) : null;
  };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** The words with somebody's drafts, which come last: what is the same on two pages is said of the one that is being written. */
export function withDrafts(files: WordFiles, drafts: readonly Pick<WordsDraft, 'file' | 'value'>[]): WordFiles {
  const drafted = new Map(drafts.map(({ file, value }) => [file, value]));
  return Object.fromEntries([
    ...Object.entries(files).filter(([file]) => !drafted.has(file)),
    ...[...drafted].filter(([, value]) => value !== null),
  ]);
}

/** What is wrong in the files that drafts change, and elsewhere what was not wrong before. */
export function faultsCaused(files: WordFiles, drafts: readonly WordsDraft[]): WordFault[] {
  if (drafts.length === 0) return [];
  const before = namedFaults(files);
  const isDrafted = (file: string) => drafts.some((draft) => draft.file === file);
  return findWordFaults(withDrafts(files, drafts)).filter(
    (fault) => isDrafted(fault.file) || !before.has(JSON.stringify(fault)),
  );
}

const namedFaults = onceEach(
  (files) => new Set(findWordFaults(files as WordFiles).map((fault) => JSON.stringify(fault))),
);

/** Returns the value of a file with the marks of print, and without control characters: with line breaks only where a field takes them. */
export function cleanWords(file: string, value: unknown): unknown {
  return mapTexts(value, (text, path) => {
    const schema = schemaAt(file, path);
    // What software reads has a spelling of its own.
    if (path.at(-1) === 'code') return dropControlCharacters(text);
    const lines = dropControlCharacters(text).replaceAll('\t', ' ');
    return withPrintedMarks(schema && takesParagraphs(schema) ? lines : lines.replaceAll(/\n+/g, ' '));
  });
}

const tagOf = onceEach((files) => createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 16));
