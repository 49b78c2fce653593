import { sql } from 'kysely';
import type { Database, DatabaseWithDialect } from '../database/database.ts';
import type { ReceivedFile } from '../mailbox/received-mail.ts';
import type { StoredFile } from './model.ts';

/** Stores the files of a message, in the transaction that stores it. */
export async function insertFiles(
  transaction: Database,
  messageId: string,
  files: readonly ReceivedFile[],
  newId: () => string,
): Promise<void> {
  for (const { name, type, size, body } of files)
    await transaction
      .insertInto('files')
      .values({ id: newId(), message_id: messageId, name, type, size, body })
      .execute();
}

/** Resolves to the files of these messages, without their contents, in the order in which they were stored. */
export async function listFiles(
  { database, dialect }: DatabaseWithDialect,
  messageIds: readonly string[],
): Promise<readonly StoredFile[]> {
  const rows = await database
    .selectFrom('files')
    .select(['id', 'message_id as messageId', 'name', 'type', 'size', sql<number>`body IS NOT NULL`.as('isKept')])
    .where(dialect.isOneOf(sql.ref('message_id'), messageIds))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, isKept: Boolean(row.isKept) }));
}

/** Resolves to the contents of the kept files of a message, or of one file by its id. */
export async function readFiles(
  { database }: Pick<DatabaseWithDialect, 'database'>,
  selector: { messageId: string } | { id: string },
): Promise<readonly (Pick<StoredFile, 'id' | 'name' | 'type' | 'size'> & { body: Buffer })[]> {
  const kept = database
    .selectFrom('files')
    .select(['id', 'name', 'type', 'size', 'body'])
    .where('body', 'is not', null);
  const found =
    'id' in selector ? kept.where('id', '=', selector.id) : kept.where('message_id', '=', selector.messageId);
  const rows = await found.orderBy('id').execute();
  return rows.map((row) => ({ ...row, body: Buffer.from(row.body ?? []) }));
}
