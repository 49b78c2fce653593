import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { curlQuotes, type ContentIssue } from '../../content/content-issues.ts';
import { findFieldSchema, canHoldParagraphs, findEditorControl } from '../../content/field-schema.ts';
import { validateContent } from '../../content/validate-content.ts';
import { findContentModel } from '../../content/content-models.ts';
import { mapTexts, mergeDraftsIntoContent, isEqualJson, type ContentFiles } from '../../content/merge-content.ts';
import { cacheResults } from '../../content/cache-results.ts';
import { removeControlCharacters } from '../../text/clean-text.ts';
import type { Draft } from '../../content/revisions.ts';
import { isStillScheduled } from '../../content/schedules.ts';
import type { OfficeServices } from '../shared/office-context.ts';

/** Stores of the published content and of the drafts. */
export type ContentStores = Pick<OfficeServices, 'contentRepository' | 'revisionStore'>;

/** Response of every editing action: the state of the editor, without unsaved text. */
export interface EditorState {
  /** Version of `files`: a client that sends it back is not sent the same files again. */
  tag: string;
  files?: ContentFiles;
  /** Drafts of everybody. */
  drafts: readonly Draft[];
  /** Issues caused by the person's own drafts, in other files too. */
  faults: readonly ContentIssue[];
  /** When the person's draft of each file is published; null if it was changed since, or is held. */
  schedules: Readonly<Record<string, Date | null>>;
  /** Conflict: nothing was saved, because another window saved the person's draft meanwhile. */
  isOvertaken?: true;
}

const fileSchema = v.pipe(
  v.string(),
  v.regex(/^(?:[a-z0-9-]+\/)?[a-z0-9-]+\.yaml$/),
  v.check((file) => findContentModel(file) !== undefined),
);
const knownTagSchema = { tag: v.optional(v.string()) };
/** Schema of a file's value. No field of the content is nested deeper than nine levels. */
export const fileValueSchema = v.pipe(
  v.unknown(),
  v.check((value) => !exceedsDepth(value, 12)),
);
const draftSchema = v.object({
  ...knownTagSchema,
  file: fileSchema,
  base: fileValueSchema,
  value: fileValueSchema,
  known: v.nullable(v.string()),
});

type KnownTag = v.InferOutput<v.ObjectSchema<typeof knownTagSchema, undefined>>;

/** Editing actions by name. Each takes JSON of a browser, and resolves to the editor's state; null if it is invalid. */
export const editingActions = {
  /** Only returns the state. */
  open: createEditingAction(v.object(knownTagSchema), loadEditorState),

  /**
   * Saves a draft, which may be unfinished; one that equals its base is deleted. `known` is the time of the last save
   * that the browser knows of; null if it knows none.
   */
  keep: createEditingAction(draftSchema, async (stores, person, { file, base, value, known, ...knownTag }) => {
    const { revisionStore } = stores;
    const [ownDraft] = await revisionStore.listDrafts({ file, by: person });
    const cleanValue = cleanFileValue(file, value);
    if (ownDraft && ownDraft.savedAt.toISOString() !== known && !isEqualJson(ownDraft.value, cleanValue))
      return { ...(await loadEditorState(stores, person, knownTag)), isOvertaken: true };
    const isUnchanged = ownDraft && isEqualJson(ownDraft.value, cleanValue) && isEqualJson(ownDraft.base, base);
    const isSaved = isEqualJson(base, cleanValue)
      ? !ownDraft || (await revisionStore.deleteDraft(file, person, ownDraft.savedAt))
      : isUnchanged ||
        (await revisionStore.saveDraft({ file, by: person, base, value: cleanValue }, ownDraft?.savedAt ?? null));
    const state = await loadEditorState(stores, person, knownTag);
    return isSaved ? state : { ...state, isOvertaken: true };
  }),
};

/** Name of an editing action, also in its URL. */
export type EditingActionName = keyof typeof editingActions;

function createEditingAction<Schema extends v.GenericSchema>(
  schema: Schema,
  run: (stores: ContentStores, person: string, input: v.InferOutput<Schema>) => Promise<EditorState>,
) {
  const json = v.pipe(v.string(), v.parseJson(), schema);
  return async (stores: ContentStores, person: string, input: string | null): Promise<EditorState | null> => {
    const parsed = v.safeParse(json, input);
    return parsed.success ? run(stores, person, parsed.output) : null;
  };
}

async function loadEditorState(
  { contentRepository, revisionStore }: ContentStores,
  person: string,
  knownTag: KnownTag,
): Promise<EditorState> {
  const [{ files }, drafts] = [await contentRepository.readPublishedContent(), await revisionStore.listDrafts()];
  const tag = computeTag(files);
  const ownDrafts = drafts.filter((draft) => draft.by === person);
  const schedules = (await revisionStore.listSchedules()).filter(({ by }) => by === person);
  const times = schedules.flatMap((schedule) => {
    const at = isStillScheduled(schedule, drafts) ? schedule.at : null;
    return schedule.drafts.map(({ file }) => [file, at] as const);
  });
  const filesUnlessKnown = knownTag.tag === tag ? {} : { files };
  const faults = findDraftIssues(files, ownDrafts);
  return { tag, ...filesUnlessKnown, drafts, faults, schedules: Object.fromEntries(times) };
}

function exceedsDepth(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return maxDepth === 0 || Object.values(value).some((inner) => exceedsDepth(inner, maxDepth - 1));
}

/** Returns the issues that drafts are responsible for: all of drafted files, and new ones of other files. */
export function findDraftIssues(files: ContentFiles, drafts: readonly Draft[]): ContentIssue[] {
  if (drafts.length === 0) return [];
  const knownIssues = listIssueKeys(files);
  const isDrafted = (file: string) => drafts.some((draft) => draft.file === file);
  // Drafted files come last: of two equal texts, the later is the issue.
  const merged = Object.entries(mergeDraftsIntoContent(files, drafts).files).toSorted(
    ([one], [other]) => Number(isDrafted(one)) - Number(isDrafted(other)),
  );
  return validateContent(Object.fromEntries(merged)).filter(
    (issue) => isDrafted(issue.file) || !knownIssues.has(JSON.stringify(issue)),
  );
}

const listIssueKeys = cacheResults(
  (files) => new Set(validateContent(files as ContentFiles).map((issue) => JSON.stringify(issue))),
);

/** Returns a file's value with curled quotes, without control characters, and line breaks only where allowed. */
export function cleanFileValue(file: string, value: unknown): unknown {
  return mapTexts(value, (text, path) => {
    const schema = findFieldSchema(file, path);
    // Code and addresses are not typeset.
    if (path.at(-1) === 'code' || (schema && findEditorControl(schema) === 'link'))
      return removeControlCharacters(text);
    const lines = removeControlCharacters(text).replaceAll('\t', ' ');
    return curlQuotes(schema && canHoldParagraphs(schema) ? lines : lines.replaceAll(/\n+/g, ' '));
  });
}

const computeTag = cacheResults((files) =>
  createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 16),
);
