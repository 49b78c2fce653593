import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { ReceivedFile } from '../mailbox/received-mail.ts';
import type { Dependencies } from './dependencies.ts';
import type { StoredFile } from './model.ts';

/** A file of a reply that was refused or taken back, until it is sent. */
export type UnsentFile = Pick<StoredFile, 'id' | 'name' | 'size'>;

/** Whose files, and of which enquiry; those of what was merged into it are among them. */
export interface UnsentFileOwner {
  enquiryId: string;
  person: string;
}

/** Resolves to the unsent files of a person, in the order in which they were stored. */
export async function listUnsentFiles(
  { database }: Pick<Dependencies, 'database'>,
  owner: UnsentFileOwner,
): Promise<readonly UnsentFile[]> {
  const own = database.selectFrom('unsent_files').select(['id', 'name', 'size']).where(buildOwnCondition(owner));
  return own.orderBy('id').execute();
}

/** Stores further unsent files, and deletes earlier ones by their ids. */
export async function storeUnsentFiles(
  { database, dialect, clock, newId }: Pick<Dependencies, 'database' | 'dialect' | 'clock' | 'newId'>,
  owner: UnsentFileOwner,
  droppedIds: readonly string[],
  files: readonly ReceivedFile[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const own = transaction.deleteFrom('unsent_files').where(buildOwnCondition(owner));
    await own.where(dialect.isOneOf(sql.ref('id'), droppedIds)).execute();
    await insertUnsentFiles(
      transaction,
      owner,
      clock.now(),
      files.map((file) => ({ ...file, id: newId() })),
    );
  });
}

/** Stores files as unsent. */
export async function insertUnsentFiles(
  transaction: Database,
  { enquiryId, person }: UnsentFileOwner,
  at: Date,
  files: readonly (ReceivedFile & { id: string })[],
): Promise<void> {
  for (const { body, ...file } of files)
    await transaction
      .insertInto('unsent_files')
      .values({ ...file, enquiry_id: enquiryId, person, stored_at: at, body: body ?? Buffer.of() })
      .execute();
}

/** In the transaction of a reply: deletes the unsent files of its author. Resolves to those with these ids. */
export async function takeUnsentFiles(
  transaction: Database,
  owner: UnsentFileOwner,
  ids: readonly string[],
): Promise<readonly ReceivedFile[]> {
  const own = buildOwnCondition(owner);
  const rows = await transaction.selectFrom('unsent_files').selectAll().where(own).orderBy('id').execute();
  await transaction.deleteFrom('unsent_files').where(own).execute();
  return rows.flatMap(({ id, name, type, size, body }) =>
    ids.includes(id) ? { name, type, size, body: Buffer.from(body) } : [],
  );
}

function buildOwnCondition({ enquiryId: id, person }: UnsentFileOwner) {
  return sql<boolean>`person = ${person} AND enquiry_id IN (SELECT id FROM enquiries WHERE ${id} IN (id, merged_into))`;
}
