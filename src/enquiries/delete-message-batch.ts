import { sql, type RawBuilder } from 'kysely';
import type { DatabaseWithDialect } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { lockEnquiry } from './repository.ts';
import { rebuildSearchEntry } from './search-index.ts';

/** Maximum of messages that are deleted at once: each may have files of 10 MB. */
const limit = 50;

/** What a transaction has erased. `conversations`: enquiries of deleted messages; null for other mail. */
export interface ErasedBatch {
  ids: readonly string[];
  conversations: readonly (string | null)[];
  hashes: readonly string[];
}

/** In a transaction: deletes a batch of messages with their files, and their authors' addresses in what remains. */
export async function deleteMessageBatch(
  parts: DatabaseWithDialect,
  condition: RawBuilder<boolean>,
): Promise<ErasedBatch> {
  const { database, dialect } = parts;
  const targetId = sql<string | null>`(SELECT coalesce(merged_into, id) FROM enquiries WHERE id = enquiry_id)`;
  const matching = database.selectFrom('messages').select(['id', 'enquiry_id', targetId.as('target_id')]);
  const chosen = await matching.where(condition).limit(limit).execute();
  const enquiryIds = [...new Set(chosen.flatMap(({ enquiry_id: id }) => id ?? []))];
  // In the order of the ids of the rows that this locks, as merges lock them.
  for (const id of chosen.flatMap(({ target_id: id }) => id ?? []).toSorted()) await lockEnquiry(parts, id);
  const ids = chosen.map(({ id }) => id);
  // The condition again: a message may have been made an enquiry meanwhile.
  const deletion = database
    .deleteFrom('messages')
    .where(dialect.isOneOf(sql.ref('id'), ids))
    .where(condition);
  const deleted = await deletion.returning(['enquiry_id as enquiryId', 'author', 'hash', 'claims_office']).execute();
  // A colleague's address is the office's own, whoever has put it on a mail.
  const authors = deleted.flatMap(({ author, claims_office: isClaim }) => (isClaim === 1 ? [] : author));
  for (const author of new Set(authors)) await eraseAddress(parts, author, enquiryIds);
  for (const id of enquiryIds) await rebuildSearchEntry(database, id);
  const conversations = deleted.map(({ enquiryId }) => enquiryId);
  return { ids: [], conversations, hashes: deleted.flatMap(({ hash }) => hash ?? []) };
}

/** Removes what names an address from a JSON text. */
type RemoveFromJson = (isAddress: (text: string) => boolean, parsed: object) => object;

const removeRecipient: RemoveFromJson = (isAddress, recipients) =>
  (recipients as readonly MailAddress[]).filter(({ address }) => !isAddress(address));
const removeState: RemoveFromJson = (isAddress, states) =>
  Object.fromEntries(Object.entries(states).filter(([recipient]) => !isAddress(recipient)));

type Place = readonly [
  table: keyof Tables,
  owner: string,
  column: string,
  condition?: string | undefined,
  remove?: RemoveFromJson,
];

/** Where the site names an address in a conversation: table, column of the conversation's id, and column. */
const places: readonly Place[] = [
  ['enquiries', 'id', 'email_problem'],
  ['messages', 'enquiry_id', 'bounce_reason'],
  ['messages', 'enquiry_id', 'subject', "kind = 'bounce'"],
  ['messages', 'enquiry_id', 'text', "kind = 'bounce'"],
  ['messages', 'enquiry_id', 'reply_to'],
  ['messages', 'enquiry_id', 'recipients', undefined, removeRecipient],
  ['events', 'enquiry_id', 'actor', "action LIKE '% received'"],
  ['events', 'enquiry_id', 'detail', "action = 'correct address'"],
  ['deliveries', 'record_id', 'payload'],
  ['deliveries', 'record_id', 'recipient_states', undefined, removeState],
  ['deliveries', 'record_id', 'last_reason'],
];

const otherMailPlaces: readonly Place[] = [
  ['messages', 'id', 'reply_to'],
  ['messages', 'id', 'recipients', undefined, removeRecipient],
];

/** Removes an address from what the site has noted in conversations. What people wrote is theirs, and stays. */
export const eraseAddress = (parts: DatabaseWithDialect, address: string, enquiryIds: readonly string[]) =>
  clearPlaces(parts, address, enquiryIds, places);

/** Removes an address from the recipients of other mail. */
export const eraseAddressFromOtherMail = (parts: DatabaseWithDialect, address: string, ids: readonly string[]) =>
  clearPlaces(parts, address, ids, otherMailPlaces);

async function clearPlaces(
  { database, dialect }: DatabaseWithDialect,
  address: string,
  ownerIds: readonly string[],
  cleared: readonly Place[],
): Promise<void> {
  if (address === '' || ownerIds.length === 0) return;
  // In JSON, quotes within it are escaped.
  const forms = [address, JSON.stringify(address).slice(1, -1)];
  const escaped = forms.map((form) => RegExp.escape(form)).join('|');
  // Not as a part of another address.
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}._%+-])(?:${escaped})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`, 'giu');
  const isAddress = (one: string) => one.toLowerCase() === address.toLowerCase();
  for (const [name, owner, columnName, condition = '1 = 1', remove] of cleared) {
    const [table, column] = [sql.table(name), sql.ref(columnName)];
    const isOwned = dialect.isOneOf(sql.ref(owner), ownerIds);
    const noted = sql<{ id: string; text: string }>`SELECT id, ${column} AS text FROM ${table}
      WHERE ${isOwned} AND ${sql.raw(condition)} AND ${column} IS NOT NULL`;
    for (const { id, text } of (await noted.execute(database)).rows) {
      const rest = remove ? JSON.stringify(remove(isAddress, JSON.parse(text) as object)) : text;
      const changed = isAddress(rest) ? '' : rest.replace(pattern, 'an erased address');
      // Unless an outcome is recorded meanwhile.
      const update = sql`UPDATE ${table} SET ${column} = ${changed} WHERE id = ${id} AND ${column} = ${text}`;
      if (changed !== text) await update.execute(database);
    }
  }
}
