import { sql, type Transaction } from 'kysely';
import type { DatabaseWithDialect } from './database.ts';
import type { MetaKey } from './meta.ts';
import type { Tables } from './tables.ts';

export const commitMarkKey: MetaKey = 'mark';

/**
 * Runs `work` in a transaction for what a visitor is told is stored. Rejects if the commit cannot be read back from the
 * database files, or another program has changed them.
 */
export async function runVerifiedTransaction<Result>(
  { database, dialect }: DatabaseWithDialect,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const verifier = await dialect.getCommitVerifier();
  // Before the commit, lest a mail is queued that the visitor was told is not sent; after it, for changes meanwhile.
  await verifier?.assertFilesIntact();
  const { result, mark } = await database.transaction().execute(async (transaction) => {
    const workResult = await work(transaction);
    return { result: workResult, mark: verifier && (await writeCommitMark(transaction)) };
  });
  if (mark !== undefined) await verifier?.verifyCommit(mark);
  return result;
}

/** Parses a commit mark, such as `17 5f0c…`; number 0 and no id if there is none. */
export function parseCommitMark(mark: string): { number: number; id: string } {
  const [number = '', id = ''] = mark.split(' ');
  return { number: Number(number), id };
}

/** Writes the next mark. Its number follows the newest, whichever process wrote that. */
async function writeCommitMark(transaction: Transaction<Tables>): Promise<string> {
  const id = crypto.randomUUID();
  const { value } = await transaction
    .insertInto('meta')
    .values({ key: commitMarkKey, value: `1 ${id}` })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql<string>`(CAST(meta.value AS INTEGER) + 1) || ' ' || ${id}` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
