import { sql, type RawBuilder } from 'kysely';
import type { Database, SqlDialect } from '../database/database.ts';
import { pickEnquiryFields, type EnquiryFields } from './enquiry.ts';
import { extractSearchWords, listEnquirySearchWords, parseSearchQuery } from './search-words.ts';

/** Indexes new enquiries, in the transaction that stores them. */
export async function insertSearchEntries(
  transaction: Database,
  enquiries: readonly (EnquiryFields & { id: string })[],
): Promise<void> {
  if (enquiries.length === 0) return;
  const rows = enquiries.map((enquiry) => ({
    enquiry_id: enquiry.id,
    words: listEnquirySearchWords(enquiry.id, Object.values(pickEnquiryFields(enquiry)))
      .slice(0, maxWords)
      .join(' '),
  }));
  await transaction.insertInto('search_entries').values(rows).execute();
}

/** Adds a later text about an enquiry to its index entry, in the transaction that stores it. */
export async function appendToSearchEntry(transaction: Database, enquiryId: string, text: string): Promise<void> {
  if (text === '') return;
  const entry = transaction.selectFrom('search_entries').select('words').where('enquiry_id', '=', enquiryId);
  const words = new Set((await entry.executeTakeFirstOrThrow()).words.split(' '));
  if (addWords(words, text)) await saveWords(transaction, enquiryId, words);
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
    ...events.map(getSearchableEventText),
  ];
  const words = new Set(listEnquirySearchWords(enquiryId, fields));
  for (const text of texts) addWords(words, text);
  await saveWords(transaction, enquiryId, words);
}

/**
 * Words that are indexed for an enquiry. The databases write all of them anew when one is added: without an end, the
 * sixtieth mail of 99 KB held the event loop for 20 s.
 */
const maxWords = 5000;

/** Adds the words of a text as far as there is room. Returns true if it added any. */
function addWords(words: Set<string>, text: string): boolean {
  const { size } = words;
  if (size < maxWords) for (const word of extractSearchWords(text)) if (words.size < maxWords) words.add(word);
  return words.size > size;
}

async function saveWords(transaction: Database, enquiryId: string, words: ReadonlySet<string>): Promise<void> {
  const entry = transaction.updateTable('search_entries').set({ words: [...words].join(' ') });
  await entry.where('enquiry_id', '=', enquiryId).execute();
}

/** Returns the searchable text of an event. */
export function getSearchableEventText({ action, detail, note }: Record<'action' | 'detail' | 'note', string>): string {
  return action === 'note' ? `${detail}\n${note}` : note;
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
