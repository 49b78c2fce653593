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
  if (isFull(words)) return;
  await saveWords(transaction, enquiryId, new Set([...words.split(' '), ...extractSearchWords(text)]));
}

/** Indexes an enquiry anew, in the transaction that deletes a text about it. */
export async function rebuildSearchEntry(transaction: Database, enquiryId: string): Promise<void> {
  const known = transaction.selectFrom('enquiries').select(['name', 'email', 'company', 'subject']);
  const fields = Object.values((await known.where('id', '=', enquiryId).executeTakeFirst()) ?? {});
  const messages = transaction.selectFrom('messages').select(['id', 'author', 'text']);
  const written = await messages.where('enquiry_id', '=', enquiryId).orderBy('id').execute();
  const events = await transaction.selectFrom('events').selectAll().where('enquiry_id', '=', enquiryId).execute();
  const texts = [
    ...written.flatMap(({ id, author, text }) => (id === enquiryId ? [author, text] : [text])),
    ...events.map(getSearchableText),
  ];
  const words = new Set(listEnquirySearchWords(enquiryId, fields));
  for (const text of texts) {
    if (isFull(joinWords(words))) break;
    for (const word of extractSearchWords(text)) words.add(word);
  }
  await saveWords(transaction, enquiryId, words);
}

async function saveWords(transaction: Database, enquiryId: string, words: Iterable<string>): Promise<void> {
  const entry = transaction.updateTable('search_entries').set({ words: joinWords(words) });
  await entry.where('enquiry_id', '=', enquiryId).execute();
}

/** Returns the searchable text of an event. */
export function getSearchableText({ action, detail, note }: Record<'action' | 'detail' | 'note', string>): string {
  return action === 'note' ? `${detail}\n${note}` : note;
}

/**
 * Code units of an enquiry's words: some 5,000 words. Both databases write all of them again for each new one. Without a
 * limit, the sixtieth mail of 99 KB held the event loop for 20 s, and a tsvector of PostgreSQL holds 1 MB.
 */
const maxWordsLength = 40_000;

/** Returns true if no further word may have room. */
const isFull = (words: string): boolean => words.length >= maxWordsLength - maxWordLength;

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
