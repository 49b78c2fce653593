import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { sql } from 'kysely';
import { systemClock, type Clock } from '../process/clock.ts';
import { draftLimits, type VersionHead, type WordsDraft, type WordsStore, type WordsVersion } from './revision.ts';
import { type Database, type Taking, withFirst } from '../database/database.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** What is kept, whichever is more. */
export const keptDays = 730;
export const keptVersions = 200;

type Packed = Pick<WordsVersion, 'files' | 'changed'>;
type Made = Parameters<WordsStore['publish']>[0];

interface Parts {
  database: Database;
  clock: Pick<Clock, 'now'>;
}

/** Published words and drafts, in either database. */
export function createSqlWords(database: Database, clock: Pick<Clock, 'now'> = systemClock): WordsStore {
  return withFirst<Parts, WordsStore>({ database, clock }, wordsInSql);
}

const wordsInSql: Taking<Parts, WordsStore> = {
  newest: ({ database }) => newest(database),

  async version({ database }, number) {
    const row = await database.selectFrom('word_versions').selectAll().where('number', '=', number).executeTakeFirst();
    if (row === undefined) return null;
    return { ...toHead(row), ...(JSON.parse(String(await decompress(row.words))) as Packed) };
  },

  async versions({ database }) {
    const rows = await database
      .selectFrom('word_versions')
      .select(['number', 'made_at', 'made_by', 'reason'])
      .orderBy('number', 'desc')
      .execute();
    return rows.map(toHead);
  },

  async publish({ database, clock }, made) {
    const words = await packed(made);
    return database.transaction().execute((transaction) => insert(transaction, made, words, clock.now()));
  },

  async drafts({ database }, { file, by } = {}) {
    let query = database.selectFrom('word_drafts').selectAll();
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

  async draftHeads({ database }) {
    const rows = await database
      .selectFrom('word_drafts')
      .select(['file', 'made_by', 'saved_at'])
      .orderBy('id')
      .execute();
    return rows.map(({ file, made_by: by, saved_at: at }) => ({ file, by, savedAt: new Date(at) }));
  },

  async saveDraft({ database, clock }, draft) {
    const id = idOf(draft);
    const texts = { base: JSON.stringify(draft.base), value: JSON.stringify(draft.value) };
    return database.transaction().execute(async (transaction) => {
      const before = await transaction
        .selectFrom('word_drafts')
        .select(['saved_at', size.as('size')])
        .where('id', '=', id)
        .executeTakeFirst();
      const grown = Buffer.byteLength(texts.base + texts.value) + 1024;
      if (grown > (before?.size ?? 0) && !(await hasRoom(transaction, draft, grown))) return 'full';
      const earliest = before === undefined ? 0 : new Date(before.saved_at).getTime() + 1;
      const at = new Date(Math.max(clock.now().getTime(), earliest));
      const saved = { ...texts, saved_at: at };
      await transaction
        .insertInto('word_drafts')
        .values({ id, file: draft.file, made_by: draft.by, ...saved })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(saved))
        .execute();
      return at;
    });
  },

  async discardDraft({ database }, file, by) {
    const { numDeletedRows } = await database
      .deleteFrom('word_drafts')
      .where('id', '=', idOf({ file, by }))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
};

const size = sql<number>`octet_length(base) + octet_length(value) + 1024`;

/** Whether a draft of so many bytes stays within the limits, beside all other drafts. */
async function hasRoom(database: Database, draft: Pick<WordsDraft, 'file' | 'by'>, bytes: number): Promise<boolean> {
  const others = await database
    .selectFrom('word_drafts')
    .select([
      sql<number | null>`sum(${size})`.as('all'),
      sql<number | null>`sum(${size}) filter (where made_by = ${draft.by})`.as('person'),
    ])
    .where('id', '!=', idOf(draft))
    .executeTakeFirstOrThrow();
  const [ofAll, ofPerson] = [Number(others.all) + bytes, Number(others.person) + bytes];
  return bytes <= draftLimits.one && ofPerson <= draftLimits.person && ofAll <= draftLimits.all;
}

async function newest(database: Database): Promise<number> {
  const { number } = await database
    .selectFrom('word_versions')
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
    .insertInto('word_versions')
    .values({ number, made_at: at, made_by: by, reason, words })
    // Another server may have published at the same moment: it has been waited for.
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n) return 'overtaken';
  for (const draft of drafts)
    await database
      .deleteFrom('word_drafts')
      .where('id', '=', idOf(draft))
      .where('saved_at', '=', draft.savedAt)
      .execute();
  await database
    .deleteFrom('word_versions')
    .where('number', '<=', number - keptVersions)
    .where('made_at', '<', new Date(at.getTime() - keptDays * 24 * 60 * 60 * 1000))
    .execute();
  return number;
}

function toHead(row: { number: number; made_at: Date | string; made_by: string; reason: string }): VersionHead {
  return { number: row.number, at: new Date(row.made_at), by: row.made_by, reason: row.reason };
}

function idOf({ file, by }: Pick<WordsDraft, 'file' | 'by'>): string {
  return `${file} ${by}`;
}
