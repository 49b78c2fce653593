import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { systemClock, type Clock } from '../process/clock.ts';
import { bindFirstParameter, type Database } from '../database/database.ts';
import { serialiseTransaction } from '../database/meta.ts';
import type { ContentFiles, DraftValue } from './merge-content.ts';
import { createScheduleStore } from './schedules.ts';

/** A revision without its files, for lists. */
export interface RevisionSummary {
  number: number;
  at: Date;
  /** The e-mail address of a person, or `the command`. */
  by: string;
  reason: string;
}

/** A published state of the content. */
export interface Revision extends RevisionSummary {
  files: ContentFiles;
  /** Time of each file's last published change, by path, in UTC as `2026-11-21T09:30:00Z`. */
  changed?: Readonly<Record<string, string>>;
}

/** A stored draft, one for each person and file. */
export interface Draft extends DraftValue {
  by: string;
  savedAt: Date;
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Retention of revisions, by age in days and by number: whichever keeps more. */
export const revisionRetentionDays = 730;
export const minRetainedRevisions = 200;

type RevisionContent = Pick<Revision, 'files' | 'changed'>;
/** A revision to insert, the number of the one before it, and the drafts that it includes. */
type NewRevision = Omit<Revision, 'number' | 'at'> & {
  baseRevision: number;
  drafts?: readonly Pick<Draft, 'file' | 'by' | 'savedAt'>[];
  /** Id of the schedule that publishes, which must still wait. */
  scheduleId?: string | undefined;
};

interface StoreDependencies {
  database: Database;
  clock: Pick<Clock, 'now'>;
}

/** See `createRevisionStore`. */
export type RevisionStore = ReturnType<typeof createRevisionStore>;

/** Returns the store of revisions, drafts and schedules. Writes are durable on return and shared by all servers. */
export function createRevisionStore(dependencies: Pick<StoreDependencies, 'database'> & Partial<StoreDependencies>) {
  const functions = bindFirstParameter({ clock: systemClock, ...dependencies }, revisionFunctions);
  return { ...functions, ...createScheduleStore(dependencies.database) };
}

const revisionFunctions = {
  /** Resolves to the newest revision's number, by one small query; 0 if nothing was published. */
  readNewestNumber: ({ database }: StoreDependencies): Promise<number> => readNewestNumber(database),

  /** Resolves to a revision; null if it is not stored. */
  async readRevision({ database }: StoreDependencies, number: number): Promise<Revision | null> {
    const row = await database.selectFrom('revisions').selectAll().where('number', '=', number).executeTakeFirst();
    if (row === undefined) return null;
    return { ...toRevisionSummary(row), ...(JSON.parse(String(await decompress(row.files))) as RevisionContent) };
  },

  /** Resolves to all revisions, newest first. */
  async listRevisions({ database }: StoreDependencies): Promise<RevisionSummary[]> {
    const rows = await database
      .selectFrom('revisions')
      .select(['number', 'created_at', 'author', 'reason'])
      .orderBy('number', 'desc')
      .execute();
    return rows.map(toRevisionSummary);
  },

  /**
   * Inserts the revision after `baseRevision`, deletes its drafts unless they were saved again meanwhile, and their
   * schedules, and prunes old revisions, in one transaction. Resolves to the new number, or to 'overtaken', with
   * nothing changed, if `baseRevision` is no longer the newest or its schedule does not wait any more.
   */
  async publishRevision({ database, clock }: StoreDependencies, revision: NewRevision): Promise<number | 'overtaken'> {
    const compressedContent = await compressRevision(revision);
    return database.transaction().execute(async (transaction) => {
      await serialiseTransaction(transaction, clock.now());
      return insertRevision(transaction, revision, compressedContent, clock.now());
    });
  },

  /** Resolves to all drafts, or to the drafts of a person or of a file. */
  async listDrafts(
    { database }: StoreDependencies,
    { file, by }: Partial<Pick<Draft, 'file' | 'by'>> = {},
  ): Promise<Draft[]> {
    let query = database.selectFrom('drafts').selectAll();
    if (file !== undefined) query = query.where('file', '=', file);
    if (by !== undefined) query = query.where('author', '=', by);
    const rows = await query.orderBy('id').execute();
    return rows.map(({ file, author: by, base, value, saved_at: at }) => ({
      file,
      by,
      base: JSON.parse(base) as unknown,
      value: JSON.parse(value) as unknown,
      savedAt: new Date(at),
    }));
  },

  /**
   * Stores a draft, replacing the person's earlier one of the file.
   * @param replacedAt time at which the replaced draft was saved; null: there is none. If the stored draft is another,
   * resolves to false and changes nothing
   */
  async saveDraft(
    { database, clock }: StoreDependencies,
    { file, by, base, value }: Omit<Draft, 'savedAt'>,
    replacedAt?: Date | null,
  ): Promise<boolean> {
    const draftValues = { base: JSON.stringify(base), value: JSON.stringify(value), saved_at: clock.now() };
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('drafts')
      .values({ id: composeDraftId({ file, by }), file, author: by, ...draftValues })
      .onConflict((conflict) => {
        if (replacedAt === null) return conflict.column('id').doNothing();
        const update = conflict.column('id').doUpdateSet(draftValues);
        return replacedAt === undefined ? update : update.where('drafts.saved_at', '=', replacedAt);
      })
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  },

  /** Deletes a draft, or only the draft saved at a time. Resolves to false if there is none. */
  async deleteDraft({ database }: StoreDependencies, file: string, by: string, savedAt?: Date): Promise<boolean> {
    let draft = database.deleteFrom('drafts').where('id', '=', composeDraftId({ file, by }));
    if (savedAt !== undefined) draft = draft.where('saved_at', '=', savedAt);
    return (await draft.executeTakeFirst()).numDeletedRows > 0n;
  },
};

/** Returns true for errors of JSON.parse and of Brotli: a stored revision is unreadable. */
export function isUnreadableRevisionError(error: unknown): boolean {
  return error instanceof SyntaxError || /^(?:Z_|ERR__ERROR_)/.test((error as NodeJS.ErrnoException).code ?? '');
}

async function readNewestNumber(database: Database): Promise<number> {
  const { number } = await database
    .selectFrom('revisions')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirstOrThrow();
  return number ?? 0;
}

async function compressRevision({ files, changed }: RevisionContent): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return compress(JSON.stringify({ files, changed }), { params });
}

async function insertRevision(
  database: Database,
  revision: NewRevision,
  compressedContent: Buffer,
  at: Date,
): Promise<number | 'overtaken'> {
  const { baseRevision, by, reason, drafts = [], scheduleId } = revision;
  if ((await readNewestNumber(database)) !== baseRevision) return 'overtaken';
  const schedules = createScheduleStore(database);
  if (scheduleId !== undefined && !(await schedules.updateWaitingSchedule(scheduleId, null))) return 'overtaken';
  const number = baseRevision + 1;
  await database
    .insertInto('revisions')
    .values({ number, created_at: at, author: by, reason, files: compressedContent })
    .execute();
  for (const draft of drafts)
    await database
      .deleteFrom('drafts')
      .where('id', '=', composeDraftId(draft))
      .where('saved_at', '=', draft.savedAt)
      .execute();
  await schedules.endSchedulesOf(by, drafts);
  await database
    .deleteFrom('revisions')
    .where('number', '<=', number - minRetainedRevisions)
    .where('created_at', '<', new Date(at.getTime() - revisionRetentionDays * 24 * 60 * 60 * 1000))
    .execute();
  return number;
}

function toRevisionSummary(row: {
  number: number;
  created_at: Date | string;
  author: string;
  reason: string;
}): RevisionSummary {
  return { number: row.number, at: new Date(row.created_at), by: row.author, reason: row.reason };
}

function composeDraftId({ file, by }: Pick<Draft, 'file' | 'by'>): string {
  return `${file} ${by}`;
}
