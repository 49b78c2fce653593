import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { systemClock, type Clock } from '../process/clock.ts';
import { bindAll, type Database } from '../database/database.ts';
import type { ContentFiles } from './merge-content.ts';

/** A revision as it is listed, without its files. */
export interface RevisionSummary {
  number: number;
  at: Date;
  /** The e-mail address of a person, or `the command`. */
  by: string;
  reason: string;
}

export interface Revision extends RevisionSummary {
  files: ContentFiles;
  /** Time of each file's last published change, by path, in UTC as `2026-11-21T09:30:00Z`. */
  changed?: Readonly<Record<string, string>>;
}

/** An unpublished change, one for each person and file. `value` null: delete the file; `base` null: the file is new. */
export interface Draft {
  file: string;
  by: string;
  /** Value of the file when the draft was begun. */
  base: unknown;
  value: unknown;
  savedAt: Date;
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Retention of revisions, by age and by number: whichever keeps more. */
export const keptDays = 730;
export const keptVersions = 200;

type Packed = Pick<Revision, 'files' | 'changed'>;
/** A new revision, the number of the one before it, and the drafts that went into it. */
type Made = Omit<Revision, 'number' | 'at'> & {
  after: number;
  drafts?: readonly Pick<Draft, 'file' | 'by' | 'savedAt'>[];
};

interface Parts {
  database: Database;
  clock: Pick<Clock, 'now'>;
}

export type RevisionStore = ReturnType<typeof createRevisionStore>;

/** Returns the store of revisions and drafts. Writes are durable on return and shared by all servers. */
export function createRevisionStore(database: Database, clock: Pick<Clock, 'now'> = systemClock) {
  return bindAll({ database, clock }, revisionFunctions);
}

const revisionFunctions = {
  /** Resolves to the newest number, in one small query; 0 if nothing was published. */
  newest: ({ database }: Parts): Promise<number> => newest(database),

  async version({ database }: Parts, number: number): Promise<Revision | null> {
    const row = await database.selectFrom('revisions').selectAll().where('number', '=', number).executeTakeFirst();
    if (row === undefined) return null;
    return { ...toHead(row), ...(JSON.parse(String(await decompress(row.files))) as Packed) };
  },

  /** Resolves to all, the newest first. */
  async versions({ database }: Parts): Promise<RevisionSummary[]> {
    const rows = await database
      .selectFrom('revisions')
      .select(['number', 'made_at', 'made_by', 'reason'])
      .orderBy('number', 'desc')
      .execute();
    return rows.map(toHead);
  },

  /**
   * Inserts the revision after `after`, deletes its drafts unless they were saved again meanwhile, and prunes
   * revisions: two years or the last 200 are kept, whichever is more. One transaction. Resolves to the new number, or
   * to 'overtaken', with nothing changed, if `after` is no longer the newest.
   */
  async publish({ database, clock }: Parts, made: Made): Promise<number | 'overtaken'> {
    const words = await packed(made);
    return database.transaction().execute((transaction) => insert(transaction, made, words, clock.now()));
  },

  /** Resolves to all drafts, or to those of a person or of a file. */
  async drafts({ database }: Parts, { file, by }: Partial<Pick<Draft, 'file' | 'by'>> = {}): Promise<Draft[]> {
    let query = database.selectFrom('drafts').selectAll();
    if (file !== undefined) query = query.where('file', '=', file);
    if (by !== undefined) query = query.where('made_by', '=', by);
    const rows = await query.orderBy('id').execute();
    return rows.map(({ file, made_by: by, base, value, saved_at: at }) => ({
      file,
      by,
      base: JSON.parse(base) as unknown,
      value: JSON.parse(value) as unknown,
      savedAt: new Date(at),
    }));
  },

  /** Stores a draft, replacing the person's earlier one of the file. */
  async saveDraft({ database, clock }: Parts, { file, by, base, value }: Omit<Draft, 'savedAt'>): Promise<void> {
    const saved = { base: JSON.stringify(base), value: JSON.stringify(value), saved_at: clock.now() };
    await database
      .insertInto('drafts')
      .values({ id: idOf({ file, by }), file, made_by: by, ...saved })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(saved))
      .execute();
  },

  /** Deletes a draft. Resolves to false if there is none. */
  async discardDraft({ database }: Parts, file: string, by: string): Promise<boolean> {
    const { numDeletedRows } = await database
      .deleteFrom('drafts')
      .where('id', '=', idOf({ file, by }))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
};

async function newest(database: Database): Promise<number> {
  const { number } = await database
    .selectFrom('revisions')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirstOrThrow();
  return number ?? 0;
}

async function packed({ files, changed }: Packed): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return compress(JSON.stringify({ files, changed }), { params });
}

async function insert(database: Database, made: Made, words: Buffer, at: Date): Promise<number | 'overtaken'> {
  const { after, by, reason, drafts = [] } = made;
  if ((await newest(database)) !== after) return 'overtaken';
  const number = after + 1;
  const added = await database
    .insertInto('revisions')
    .values({ number, made_at: at, made_by: by, reason, files: words })
    // If another server publishes at the same moment, the insert waits for it and then does nothing.
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n) return 'overtaken';
  for (const draft of drafts)
    await database.deleteFrom('drafts').where('id', '=', idOf(draft)).where('saved_at', '=', draft.savedAt).execute();
  await database
    .deleteFrom('revisions')
    .where('number', '<=', number - keptVersions)
    .where('made_at', '<', new Date(at.getTime() - keptDays * 24 * 60 * 60 * 1000))
    .execute();
  return number;
}

function toHead(row: { number: number; made_at: Date | string; made_by: string; reason: string }): RevisionSummary {
  return { number: row.number, at: new Date(row.made_at), by: row.made_by, reason: row.reason };
}

function idOf({ file, by }: Pick<Draft, 'file' | 'by'>): string {
  return `${file} ${by}`;
}
