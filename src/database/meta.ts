import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** `written`: what transactions lock. `probed`: the last proof that the database can be written. `counts`: the day when counts were last tidied up. */
export type MetaKey =
  | 'mark'
  | 'hold'
  | 'purge'
  | 'backup'
  | 'off-site'
  | 'written'
  | 'probed'
  | 'copy'
  | 'alerts'
  | 'mailbox'
  | 'mailbox-reader'
  | 'report'
  | 'counts'
  | SecretName;

type SecretName = 'challenge_secret' | 'message-id-secret';

/** The mail hold of a restored database: nothing is sent until somebody releases it. */
export interface MailHold {
  since: Date;
  /** Ids of the enquiries erased since the backup was made. */
  erased: readonly string[];
  /** Hashes of all erased mails, until `moveErasedMailsFromHold` moves them to their table. */
  mails?: readonly string[];
}

/** Resolves to the value of a key; null if there is none. */
export async function findMetaValue(database: Database, key: MetaKey): Promise<string | null> {
  const found = database.selectFrom('meta').select('value').where('key', '=', key);
  return (await found.executeTakeFirst())?.value ?? null;
}

/** Stores the value of a key. */
export async function storeMeta(database: Database, key: MetaKey, value: string): Promise<void> {
  await database
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/**
 * Lets transactions that decide by several rows run one after another, in PostgreSQL too: each locks this row first,
 * and reads what the one before it has written.
 */
export async function serialiseTransaction(transaction: Database, now: Date): Promise<void> {
  await storeMeta(transaction, 'written', now.toISOString());
}

/** Resolves to a secret of 256 bits that the servers share. If several create one, the first that is stored wins. */
export async function getOrCreateSecret(database: Database, key: SecretName): Promise<string> {
  const existing = await findMetaValue(database, key);
  if (existing !== null) return existing;
  await database
    .insertInto('meta')
    .values({ key, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return getOrCreateSecret(database, key);
}

/** Resolves to the mail hold; null if there is none. */
export async function findMailHold(database: Database): Promise<MailHold | null> {
  const found = await findMetaValue(database, 'hold');
  if (found === null) return null;
  const hold = JSON.parse(found) as MailHold & { since: string };
  return { ...hold, since: new Date(hold.since) };
}
