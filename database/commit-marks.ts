import { sql, type Transaction } from 'kysely';
import type { DatabaseParts } from './database.ts';
import type { MetaKey } from './meta.ts';
import type { Tables } from './tables.ts';

/** The key of the newest mark in the table `meta`. */
export const markKey: MetaKey = 'mark';

/**
 * Commits what a visitor gets acknowledged, such as "Message sent". Rejects if another program changed the database
 * files, or if the commit cannot be read back: nothing is acknowledged that a restart would lose.
 */
export async function commitAcknowledged<Result>(
  { database, dialect }: DatabaseParts,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const marks = await dialect.commitMarks();
  // Before, so that nothing is mailed that its visitor was told is not sent; after, since the file may go meanwhile.
  marks?.assertIntact();
  const { result, mark } = await database.transaction().execute(async (transaction) => {
    const done = await work(transaction);
    return { result: done, mark: marks && (await writeMark(transaction)) };
  });
  if (mark !== undefined) marks?.confirmMark(mark);
  return result;
}

/** Writes the next mark. Numbers continue from the newest, whichever process wrote it. */
async function writeMark(transaction: Transaction<Tables>): Promise<string> {
  const id = crypto.randomUUID();
  const { value } = await transaction
    .insertInto('meta')
    .values({ key: markKey, value: `1 ${id}` })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql<string>`(CAST(meta.value AS INTEGER) + 1) || ' ' || ${id}` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
