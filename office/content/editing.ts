import { createHash } from 'node:crypto';
import * as v from 'valibot';

import { curlQuotes, type ContentIssue } from '../../content/content-issues.ts';
import { findFieldSchema, canHoldParagraphs } from '../../content/field-schema.ts';
import { validateContent } from '../../content/validate-content.ts';
import { findContentType } from '../../content/content-types.ts';
import { mapTexts, isEqualJson, type ContentFiles } from '../../content/merge-content.ts';
import { cacheResults } from '../../content/cache-results.ts';
import { dropControlCharacters } from '../../text/clean-text.ts';
import type { Draft } from '../../content/revisions.ts';
import type { WordsParts } from './publish.tsx';

/** Stores of the live content and of the drafts. */
export type EditedWords = Pick<WordsParts, 'liveWords' | 'wordsStore'>;

/** Response of every editing action: all that the form shows beside the typed text. */
export interface WordsState {
  /** Version of `files`: a client that sends it back is not sent the same files again. */
  tag: string;
  files?: ContentFiles;
  /** Drafts of everybody. */
  drafts: readonly Draft[];
  /** Issues caused by the person's own drafts, in other files too. */
  faults: readonly ContentIssue[];
  /** Conflict: nothing was saved, because another window saved the person's draft meanwhile. */
  isOvertaken?: true;
}

const file = v.pipe(
  v.string(),
  v.regex(/^(?:[a-z0-9-]+\/)?[a-z0-9-]+\.yaml$/),
  v.check((file) => findContentType(file) !== undefined),
);
const seen = { tag: v.optional(v.string()) };
/** Schema of a file's value. No field of the content is nested deeper than nine levels. */
export const valueOfFile = v.pipe(
  v.unknown(),
  v.check((value) => !isDeeper(value, 12)),
);
const draft = v.object({ ...seen, file, base: valueOfFile, value: valueOfFile, known: v.nullable(v.string()) });

type Seen = v.InferOutput<v.ObjectSchema<typeof seen, undefined>>;

/** Editing actions. Each takes JSON of a browser, and resolves to null if it is invalid. */
export const editingActs = {
  open: act(v.object(seen), stateFor),

  /**
   * Saves a draft, which may be unfinished; one that equals its base is deleted. `known` is the time of the last save
   * that the browser knows of.
   */
  keep: act(draft, async (words, by, { file, base, value, known, ...seen }) => {
    const { wordsStore } = words;
    const [mine] = await wordsStore.drafts({ file, by });
    const kept = cleanContent(file, value);
    if (mine && mine.savedAt.toISOString() !== known && !isEqualJson(mine.value, kept))
      return { ...(await stateFor(words, by, seen)), isOvertaken: true };
    if (isEqualJson(base, kept)) await wordsStore.discardDraft(file, by);
    else if (!mine || !isEqualJson(mine.value, kept) || !isEqualJson(mine.base, base))
      await wordsStore.saveDraft({ file, by, base, value: kept });
    return stateFor(words, by, seen);
  }),
};

export type EditingAct = keyof typeof editingActs;

function act<Schema extends v.GenericSchema>(
  schema: Schema,
  run: (words: EditedWords, by: string, input: v.InferOutput<Schema>) => Promise<WordsState>,
) {
  const json = v.pipe(v.string(), v.parseJson(), schema);
  return async (words: EditedWords, by: string, input: string | null) => {
    const parsed = v.safeParse(json, input);
    return parsed.success ? run(words, by, parsed.output) : null;
  };
}

async function stateFor({ liveWords, wordsStore }: EditedWords, by: string, seen: Seen): Promise<WordsState> {
  const [{ files }, drafts] = [await liveWords.live(), await wordsStore.drafts()];
  const tag = tagOf(files);
  const own = drafts.filter((draft) => draft.by === by);
  return { tag, ...(seen.tag === tag ? {} : { files }), drafts, faults: findCausedIssues(files, own) };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Returns the content with drafts applied. They come last, so that duplicates are reported for the draft. */
export function applyDrafts(files: ContentFiles, drafts: readonly Pick<Draft, 'file' | 'value'>[]): ContentFiles {
  const drafted = new Map(drafts.map(({ file, value }) => [file, value]));
  return Object.fromEntries([
    ...Object.entries(files).filter(([file]) => !drafted.has(file)),
    ...[...drafted].filter(([, value]) => value !== null),
  ]);
}

/** Returns all issues of files with drafts, and new issues of other files. */
export function findCausedIssues(files: ContentFiles, drafts: readonly Draft[]): ContentIssue[] {
  if (drafts.length === 0) return [];
  const before = namedFaults(files);
  const isDrafted = (file: string) => drafts.some((draft) => draft.file === file);
  return validateContent(applyDrafts(files, drafts)).filter(
    (fault) => isDrafted(fault.file) || !before.has(JSON.stringify(fault)),
  );
}

const namedFaults = cacheResults(
  (files) => new Set(validateContent(files as ContentFiles).map((fault) => JSON.stringify(fault))),
);

/** Returns the value with curled quotes, without control characters, and line breaks only in fields that allow them. */
export function cleanContent(file: string, value: unknown): unknown {
  return mapTexts(value, (text, path) => {
    const schema = findFieldSchema(file, path);
    // Code is not typeset.
    if (path.at(-1) === 'code') return dropControlCharacters(text);
    const lines = dropControlCharacters(text).replaceAll('\t', ' ');
    return curlQuotes(schema && canHoldParagraphs(schema) ? lines : lines.replaceAll(/\n+/g, ' '));
  });
}

const tagOf = cacheResults((files) =>
  createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 16),
);
