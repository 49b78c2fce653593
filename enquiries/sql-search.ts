import { sql, type RawBuilder } from 'kysely';
import { fieldsOf, type EnquiryFields } from './enquiry.ts';
import { soughtWords, wordsOf, wordsOfEnquiry } from './search-words.ts';
import type { Database, SqlDialect } from '../database/database.ts';

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
