import { sql, type RawBuilder } from 'kysely';
import type { Database, SqlDialect } from '../database/database.ts';
import { pickFields, type EnquiryFields } from './enquiry.ts';
import { parseQuery, splitWords, listEnquiryWords } from './search-words.ts';

/** Indexes new enquiries, in the transaction that stores them. */
export async function indexEnquiries(
  transaction: Database,
  enquiries: readonly (EnquiryFields & { id: string })[],
): Promise<void> {
  if (enquiries.length === 0) return;
  const rows = enquiries.map((enquiry) => ({
    enquiry_id: enquiry.id,
    words: listEnquiryWords(enquiry.id, Object.values(pickFields(enquiry))).join(' '),
  }));
  await transaction.insertInto('search_entries').values(rows).execute();
}

/** Adds a later text about an enquiry to its index entry, in the transaction that stores it. */
export async function indexText(transaction: Database, enquiryId: string, text: string): Promise<void> {
  if (text === '') return;
  const entry = transaction.selectFrom('search_entries').select('words').where('enquiry_id', '=', enquiryId);
  const { words } = await entry.executeTakeFirstOrThrow();
  const all = [...new Set([...words.split(' '), ...splitWords(text)])].join(' ');
  await transaction.updateTable('search_entries').set({ words: all }).where('enquiry_id', '=', enquiryId).execute();
}

/** Returns the SQL condition that an enquiry has all words of a query. */
export function hasWords(
  asked: string,
  { search }: SqlDialect,
  newest?: Parameters<SqlDialect['search']>[1],
): RawBuilder<boolean> {
  const sought = parseQuery(asked);
  return sought.length === 0 ? sql<boolean>`1 = 0` : search(sought, newest);
}
