import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { findMailHold, type MetaKey } from '../database/meta.ts';

/** SQL condition on `messages`: the mail was erased, and a restored backup has brought it back. */
export const reappearedMailCondition = sql<boolean>`hash IN (SELECT hash FROM erased_mails)`;

/** Resolves to true if a mail with this hash is stored, or was erased. */
export async function isKnownMail(database: Database, hash: string): Promise<boolean> {
  const stored = database.selectFrom('messages').select('id').where('hash', '=', hash);
  const erased = database.selectFrom('erased_mails').select('hash as id').where('hash', '=', hash);
  return (await stored.unionAll(erased).executeTakeFirst()) !== undefined;
}

/** Remembers erased mails by their hashes, so that they are not stored again when the mailbox is read anew. */
export async function recordErasedMails(database: Database, hashes: readonly string[]): Promise<void> {
  for (let start = 0; start < hashes.length; start += batchSize) {
    const rows = hashes.slice(start, start + batchSize).map((hash) => ({ hash }));
    await database
      .insertInto('erased_mails')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const batchSize = 5000;

/** Moves the hashes that a restore has left in the mail hold to their table. Call it before the mailbox is read. */
export async function moveErasedMailsFromHold(database: Database): Promise<void> {
  const { mails, ...hold } = (await findMailHold(database)) ?? {};
  if (mails === undefined) return;
  await database.transaction().execute(async (transaction) => {
    await recordErasedMails(transaction, mails);
    const held = transaction.updateTable('meta').set({ value: JSON.stringify(hold) });
    // No insertion: the hold may be released meanwhile.
    await held.where('key', '=', 'hold' satisfies MetaKey).execute();
  });
}
