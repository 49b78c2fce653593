import { sql, type RawBuilder } from 'kysely';
import type { Database, SqlDialect } from '../database/database.ts';
import { pickFields, type EnquiryFields } from './enquiry.ts';
import { parseSearchQuery, extractSearchWords, listEnquirySearchWords } from './search-words.ts';

/** Indexes new enquiries, in the transaction that stores them. */
export async function insertSearchEntries(
  transaction: Database,
  enquiries: readonly (EnquiryFields & { id: string })[],
): Promise<void> {
  if (enquiries.length === 0) return;
  const rows = enquiries.map((enquiry) => ({
    enquiry_id: enquiry.id,
    words: listEnquirySearchWords(enquiry.id, Object.values(pickFields(enquiry))).join(' '),
  }));
  await transaction.insertInto('search_entries').values(rows).execute();
}

/** Adds a later text about an enquiry to its index entry, in the transaction that stores it. */
export async function appendToSearchIndex(transaction: Database, enquiryId: string, text: string): Promise<void> {
  if (text === '') return;
  const entry = transaction.selectFrom('search_entries').select('words').where('enquiry_id', '=', enquiryId);
  const { words } = await entry.executeTakeFirstOrThrow();
  const all = [...new Set([...words.split(' '), ...extractSearchWords(text)])].join(' ');
  await transaction.updateTable('search_entries').set({ words: all }).where('enquiry_id', '=', enquiryId).execute();
}

/** Returns the SQL condition that an enquiry matches a query. */
export function buildSearchCondition(
  query: string,
  { matchesSearch }: SqlDialect,
  newest?: Parameters<SqlDialect['matchesSearch']>[1],
): RawBuilder<boolean> {
  const terms = parseSearchQuery(query);
  return terms.length === 0 ? sql<boolean>`1 = 0` : matchesSearch(terms, newest);
}
