import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { countRows, type Database, type DatabaseWithDialect, type SqlDialect } from '../database/database.ts';
import { eraseDeliveries } from '../outbox/delivery-queries.ts';
import { createGeneralEvent, commandActor } from './actions.ts';
import {
  deleteMessageBatch,
  eraseAddress,
  eraseAddressFromOtherMail,
  type ErasedBatch,
} from './delete-message-batch.ts';
import { moveErasedMailsFromHold, reappearedMailCondition, recordErasedMails } from './erased-mails.ts';
import type { Dependencies } from './dependencies.ts';
import { formatErasureCounts, type ErasureCounts } from './describe-event.ts';
import type { ActivityEvent } from './change.ts';
import type { EnquirySelector } from './enquiry-filter.ts';
import { buildSelectorCondition } from './filter-conditions.ts';
import { recordEvent } from './save-transition.ts';

export type ErasureDependencies = Pick<
  Dependencies,
  'database' | 'dialect' | 'sentMails' | 'clock' | 'newId' | 'recordErasedIds'
>;

/** Selects enquiries, all of a person by their e-mail address, or what a restored backup has brought back. */
export type ErasureSelector = EnquirySelector | { reappearedIds: readonly string[] };

interface ErasureConditions {
  enquiries: RawBuilder<boolean>;
  messages: RawBuilder<boolean>;
}

/** Erases what is selected with all its data, mails on this machine too. `ids`: of the enquiries, the newest first. */
export async function erase(
  dependencies: ErasureDependencies,
  selector: ErasureSelector,
  actor: string = commandActor,
  note = '',
): Promise<ErasureCounts & { ids: readonly string[] }> {
  const event = createGeneralEvent(dependencies, 'erase', actor, '', note);
  const { mentions } = 'email' in selector ? await countErasure(dependencies, selector) : { mentions: 0 };
  if ('email' in selector) await eraseMentions(dependencies, normaliseAddress(selector.email));
  const erased = await eraseMatching(dependencies, buildConditions(selector, dependencies.dialect), event);
  const counts = { ...erased, mentions };
  if (mentions > 0) await recordEvent(dependencies.database, { ...event, detail: formatErasureCounts(counts) });
  return counts;
}

/** Resolves to the numbers of what would be erased. */
export async function countErasure(
  { database, dialect }: DatabaseWithDialect,
  selector: ErasureSelector,
): Promise<ErasureCounts> {
  if ('reappearedIds' in selector) await moveErasedMailsFromHold(database);
  const { enquiries, messages: condition } = buildConditions(selector, dialect);
  const own = database.selectFrom('enquiries').select('id').where(enquiries);
  const { messages, all } = await database
    .selectFrom('messages')
    .select([sql<number>`count(enquiry_id)`.as('messages'), sql<number>`count(*)`.as('all')])
    .where(condition)
    .where((is) => is.or([is('enquiry_id', 'is', null), is('enquiry_id', 'not in', own)]))
    .executeTakeFirstOrThrow();
  const others = selectMentions(database, 'email' in selector ? normaliseAddress(selector.email) : '')
    .where(sql<boolean>`NOT (${condition})`)
    .where((is) => is.or([is('enquiry_id', 'is', null), is('enquiry_id', 'not in', own)]));
  const mentions = 'email' in selector ? await countRows(others) : 0;
  return { enquiries: await countRows(own), messages, otherMails: all - messages, mentions };
}

const normaliseAddress = (email: string): string => email.trim().toLowerCase();

function buildConditions(selector: ErasureSelector, dialect: SqlDialect): ErasureConditions {
  if ('reappearedIds' in selector)
    return {
      enquiries: buildSelectorCondition({ ids: selector.reappearedIds }, dialect),
      messages: reappearedMailCondition,
    };
  const address = 'email' in selector ? normaliseAddress(selector.email) : null;
  const messages = sql<boolean>`direction = 'in' AND lower(author) = ${address}`;
  return { enquiries: buildSelectorCondition(selector, dialect), messages };
}

/** Selects the messages that went to an address, or that ask for the answer there. */
function selectMentions(database: Database, address: string) {
  const pattern = `%"address":${JSON.stringify(address).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const isNamed = sql<boolean>`(recipients <> '[]' AND lower(recipients) LIKE ${pattern} ESCAPE '\\'
    OR lower(reply_to) = ${address})`;
  return database.selectFrom('messages').select(['id', 'enquiry_id']).where(isNamed);
}

/** Removes an address from mails to it, and from enquiries that had it for a time, and have another person's now. */
async function eraseMentions(dependencies: ErasureDependencies, address: string): Promise<void> {
  const mentions = await selectMentions(dependencies.database, address).execute();
  const otherMailIds = mentions.flatMap(({ id, enquiry_id: enquiryId }) => (enquiryId === null ? id : []));
  await eraseAddressFromOtherMail(dependencies, address, otherMailIds);
  const corrections = dependencies.database.selectFrom('events').where('action', '=', 'correct address');
  const events = await corrections
    .select('enquiry_id')
    .where(sql`lower(detail)`, '=', address)
    .execute();
  const enquiryIds = [...new Set([...events, ...mentions].flatMap(({ enquiry_id: id }) => id ?? []))];
  await eraseAddress(dependencies, address, enquiryIds);
  if (enquiryIds.length > 0) await dependencies.sentMails.deleteForEnquiries(enquiryIds);
}

/** Erases in batches what matches. Records the event, if one is given, as soon as anything is erased. */
export async function eraseMatching(
  { database, dialect, sentMails, recordErasedIds }: ErasureDependencies,
  conditions: ErasureConditions,
  event?: ActivityEvent,
): Promise<Omit<ErasureCounts, 'mentions'> & { ids: readonly string[] }> {
  const ids: string[] = [];
  const conversations: (string | null)[] = [];
  const countErased = () => {
    const otherMails = conversations.filter((id) => id === null).length;
    return { enquiries: ids.length, messages: conversations.length - otherMails, otherMails };
  };
  const eraseBatch = (deleteBatch: (parts: DatabaseWithDialect) => Promise<ErasedBatch>) =>
    database.transaction().execute(async (transaction) => {
      const batch = await deleteBatch({ database: transaction, dialect });
      if (batch.ids.length + batch.conversations.length === 0) return false;
      ids.push(...batch.ids);
      conversations.push(...batch.conversations);
      await recordErasedMails(transaction, batch.hashes);
      if (event !== undefined) await recordEvent(transaction, { ...event, detail: formatErasureCounts(countErased()) });
      recordErasedIds([...batch.ids, ...batch.hashes]);
      return true;
    });
  // SQLite runs in this thread: other work gets a turn between the batches.
  while (await eraseBatch((parts) => deleteEnquiries(parts, conditions.enquiries))) await setImmediate();
  while (await eraseBatch((parts) => deleteMessageBatch(parts, conditions.messages))) await setImmediate();
  // Even if nothing was erased: an earlier, interrupted erasure may be unfinished.
  await dialect.scrubDeletedText(database);
  await sentMails.deleteForEnquiries([...ids, ...conversations.filter((id) => id !== null)]);
  return { ...countErased(), ids: ids.toSorted().toReversed() };
}

const limit = 200;

async function deleteEnquiries(parts: DatabaseWithDialect, condition: RawBuilder<boolean>): Promise<ErasedBatch> {
  const { database, dialect } = parts;
  // In the order of their ids, as merges lock them.
  const next = database.selectFrom('enquiries').select('id').where(condition).orderBy('id').limit(limit);
  const chosen = (await (dialect.supportsRowLocks ? next.forUpdate() : next).execute()).map(({ id }) => id);
  const isOneOf = (column: string, values: readonly string[]) => dialect.isOneOf(sql.ref(column), values);
  const merged = database.selectFrom('enquiries').select('id').where(isOneOf('merged_into', chosen));
  // What was merged into one goes with it.
  const ids = [...new Set([...chosen, ...(await merged.execute()).map(({ id }) => id)])];
  const mails = await database.selectFrom('messages').select('hash').where(isOneOf('enquiry_id', ids)).execute();
  await database.deleteFrom('enquiries').where(isOneOf('id', ids)).execute();
  await eraseDeliveries(parts, ids);
  return { ids, conversations: [], hashes: mails.flatMap(({ hash }) => hash ?? []) };
}
