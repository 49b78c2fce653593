import { sql, type RawBuilder } from 'kysely';
import type { Database, SqlDialect } from '../database/database.ts';
import { pickFields, type EnquiryFields } from './enquiry.ts';
import { extractSearchWords, listEnquirySearchWords, maxWordLength, parseSearchQuery } from './search-words.ts';

/** Indexes new enquiries, in the transaction that stores them. */
export async function insertSearchEntries(
  transaction: Database,
  enquiries: readonly (EnquiryFields & { id: string })[],
): Promise<void> {
  if (enquiries.length === 0) return;
  const rows = enquiries.map((enquiry) => ({
    enquiry_id: enquiry.id,
    words: joinWords(listEnquirySearchWords(enquiry.id, Object.values(pickFields(enquiry)))),
  }));
  await transaction.insertInto('search_entries').values(rows).execute();
}

/** Adds a later text about an enquiry to its index entry, in the transaction that stores it. */
export async function appendToSearchIndex(transaction: Database, enquiryId: string, text: string): Promise<void> {
  if (text === '') return;
  const entry = transaction.selectFrom('search_entries').select('words').where('enquiry_id', '=', enquiryId);
  const { words } = await entry.executeTakeFirstOrThrow();
  if (words.length >= maxWordsLength - maxWordLength) return;
  const all = joinWords(new Set([...words.split(' '), ...extractSearchWords(text)]));
  await transaction.updateTable('search_entries').set({ words: all }).where('enquiry_id', '=', enquiryId).execute();
}

/**
 * Code units of an enquiry's words: some 5,000 words. Both databases write all of them again for each new one. Without a
 * limit, the sixtieth mail of 99 KB held the event loop for 20 s, and a tsvector of PostgreSQL holds 1 MB.
 */
const maxWordsLength = 40_000;

function joinWords(words: Iterable<string>): string {
  const all = [...words].join(' ');
  return all.length <= maxWordsLength ? all : all.slice(0, all.lastIndexOf(' ', maxWordsLength));
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
