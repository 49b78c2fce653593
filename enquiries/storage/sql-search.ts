import { sql, type RawBuilder } from 'kysely';
import { fieldsOf, type EnquiryFields } from '../core/enquiry.ts';
import { soughtWords, wordsOf, wordsOfEnquiry } from '../core/searched-words.ts';
import type { Database, SqlDialect } from './sql-database.ts';

/** Takes up new enquiries, in the transaction that stores them. */
export async function indexEnquiries(
  transaction: Database,
  enquiries: readonly (EnquiryFields & { id: string })[],
): Promise<void> {
  if (enquiries.length === 0) return;
  await transaction
    .insertInto('searched')
    .values(
      enquiries.map((enquiry) => ({
        enquiry_id: enquiry.id,
        words: wordsOfEnquiry(enquiry.id, Object.values(fieldsOf(enquiry))).join(' '),
      })),
    )
    .execute();
}

/** Takes up what was written of an enquiry later, in the transaction that stores it. */
export async function indexText(transaction: Database, enquiryId: string, text: string): Promise<void> {
  if (text === '') return;
  await fillSearch(transaction, enquiryId);
  const searched = transaction.selectFrom('searched').select('words').where('enquiry_id', '=', enquiryId);
  const { words } = await searched.executeTakeFirstOrThrow();
  const all = [...new Set([...words.split(' '), ...wordsOf(text)])].join(' ');
  await transaction.updateTable('searched').set({ words: all }).where('enquiry_id', '=', enquiryId).execute();
}

/** Whether an enquiry has all the words that somebody looks for. */
export function hasWords(
  asked: string,
  { search }: SqlDialect,
  newest?: Parameters<SqlDialect['search']>[1],
): RawBuilder<boolean> {
  const sought = soughtWords(asked);
  return sought.length === 0 ? sql<boolean>`1 = 0` : search(sought, newest);
}

/** What is sought as a database's own search takes it: each word is the beginning of one that is there. */
export function inWords(
  sought: ReturnType<typeof soughtWords>,
  begin: string,
  end: string,
  and: string,
  or: string,
): string {
  const all = (words: readonly string[]) => `(${words.map((word) => `${begin}${word}${end}`).join(and)})`;
  return sought.map((ways) => `(${ways.map(all).join(or)})`).join(and);
}

/**
 * Takes up what is not in the index: all after the migration that makes it, or after a copy from another database, and what an
 * older release has stored meanwhile.
 */
export async function fillSearch(database: Database, only?: string): Promise<void> {
  for (;;) {
    let missing = database
      .selectFrom('enquiries')
      .selectAll()
      .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM searched WHERE enquiry_id = enquiries.id)`);
    if (only !== undefined) missing = missing.where('id', '=', only);
    const page = await missing.orderBy('id').limit(batch).execute();
    if (page.length === 0) return;
    await indexEnquiries(database, page);
    for (const { enquiryId, text } of await writtenLater(database, page)) await indexText(database, enquiryId, text);
  }
}

const batch = 500;

/** With acts, and to visitors. */
async function writtenLater(database: Database, enquiries: readonly { id: string }[]) {
  const ids = enquiries.map(({ id }) => id);
  const kept = await database.selectFrom('activity').selectAll().where('enquiry_id', 'in', ids).execute();
  const notes = kept.flatMap((entry) =>
    entry.enquiry_id === null ? [] : { enquiryId: entry.enquiry_id, text: writtenIn(entry) },
  );
  const replies = await database
    .selectFrom('replies')
    .select(['enquiry_id as enquiryId', 'text'])
    .where('enquiry_id', 'in', ids)
    .execute();
  return [...notes, ...replies];
}

/** What somebody wrote with an act. */
export function writtenIn({
  act,
  detail,
  note = '',
}: {
  act: string;
  detail: string;
  note?: string | undefined;
}): string {
  return act === 'note' ? `${detail}\n${note}` : note;
}
