import { sql, type RawBuilder, type Selectable } from 'kysely';
import { countRows, toDate, type Database, type DatabaseParts, type SqlDialect } from '../database/database.ts';
import { refused } from '../database/schema.ts';
import type { Tables } from '../database/tables.ts';
import { listDeliveries } from '../outbox/deliveries.ts';
import type { Delivery } from '../outbox/delivery.ts';
import type { EventName } from './describe-event.ts';
import type { EnquiryFilter, EnquiryPage, EnquirySelector, Event, MailState, Reply, StoredEnquiry } from './model.ts';
import { formatCursor } from './model.ts';
import { endOfIds, referenceOf } from './reference.ts';
import { hasWords } from './search-index.ts';

/** Resolves to a page of the enquiries that match the filter. */
export async function listEnquiries(parts: DatabaseParts, page: EnquiryPage): Promise<readonly StoredEnquiry[]> {
  const { database, dialect } = parts;
  const { order = 'newest', after, limit, ...filter } = page;
  const { text, ...others } = filter;
  const isSearchAlone = text !== undefined && order === 'newest' && Object.keys(others).length === 0;
  if (isSearchAlone) {
    const newest = { before: after ?? endOfAllIds, limit };
    const found = database
      .selectFrom('enquiries')
      .where(hasWords(text, dialect, newest))
      .selectAll();
    return readEnquiries(parts, await found.orderBy('id', 'desc').execute());
  }
  let query = narrow(database, filter, dialect).selectAll().limit(limit);
  if (order === 'newest') {
    query = query.orderBy('id', 'desc');
    if (after !== undefined) query = query.where('id', '<', after);
    return readEnquiries(parts, await query.execute());
  }
  query = query.where('status', '=', 'open').orderBy('due_at').orderBy('id');
  if (after !== undefined) {
    const [due = '', id] = after.split('_');
    query = query.where(sql<boolean>`(due_at, id) > (${new Date(due)}, ${id})`);
  }
  return readEnquiries(parts, await query.execute());
}

/** Yields all enquiries that match the filter, the newest first, reading page by page. */
export async function* streamEnquiries(parts: DatabaseParts, filter: EnquiryFilter): AsyncGenerator<StoredEnquiry> {
  const limit = 200;
  let page: readonly StoredEnquiry[] = [];
  do {
    const last = page.at(-1);
    page = await listEnquiries(parts, { ...filter, limit, after: last && formatCursor(last) });
    yield* page;
  } while (page.length === limit);
}

/** Resolves to the number of enquiries that match the filter. */
export async function countEnquiries({ database, dialect }: DatabaseParts, filter: EnquiryFilter): Promise<number> {
  return countRows(narrow(database, filter, dialect));
}

/** Resolves to the selected enquiries, the newest first. */
export async function findEnquiries(
  parts: DatabaseParts,
  selector: EnquirySelector,
): Promise<readonly StoredEnquiry[]> {
  const found = parts.database
    .selectFrom('enquiries')
    .selectAll()
    .where(buildSelectorCondition(selector, parts.dialect));
  return readEnquiries(parts, await found.orderBy('id', 'desc').execute());
}

/** Resolves to the events of an enquiry, the oldest first; without one, to a page of all, the newest first. */
export async function listEvents(
  { database }: DatabaseParts,
  about: { enquiryId: string } | { before?: string; limit: number },
): Promise<readonly Event[]> {
  const all = database.selectFrom('events').selectAll();
  if ('enquiryId' in about) {
    const own = all.where('enquiry_id', '=', about.enquiryId);
    return (await own.orderBy('id').execute()).map(toEvent);
  }
  const { before, limit } = about;
  const older = before === undefined ? all : all.where('id', '<', before);
  return (await older.orderBy('id', 'desc').limit(limit).execute()).map(toEvent);
}

/** Resolves to the times of a person's reminders, by enquiry id. */
export async function listReminders(
  { database }: DatabaseParts,
  person: string,
): Promise<Readonly<Record<string, Date>>> {
  const rows = await database.selectFrom('reminders').selectAll().where('person', '=', person).execute();
  return Object.fromEntries(rows.map((row) => [row.enquiry_id, new Date(row.due_at)]));
}

/** Sorts after every id. */
const endOfAllIds = '~';

/** Returns the SQL condition of a selector. */
export function buildSelectorCondition(selector: EnquirySelector, dialect: SqlDialect): RawBuilder<boolean> {
  if ('id' in selector) return sql<boolean>`enquiries.id = ${selector.id}`;
  // One parameter for all ids: a statement permits some thousands at most.
  if ('ids' in selector) return dialect.isAmong(sql.ref('enquiries.id'), selector.ids);
  // Scans the ids, 20 ms for 100,000: this is rare, and an index would slow down every insert.
  if ('reference' in selector)
    return sql<boolean>`enquiries.id in (select id from enquiries where substr(id, 27) = ${endOfIds(selector.reference) ?? ''})`;
  return sql<boolean>`lower(enquiries.email) = ${selector.email.trim().toLowerCase()}`;
}

function narrow(database: Database, filter: EnquiryFilter, dialect: SqlDialect) {
  const { mail, status, assignee, reminder, undelivered, unsentReply, from, until, email, text } = filter;
  const { dueAfter, dueUntil, lastMessageBefore } = filter;
  let query = database.selectFrom('enquiries');
  if (status !== undefined) query = query.where('status', '=', status);
  if (assignee !== undefined) query = query.where('assignee', '=', assignee);
  if (reminder !== undefined) query = query.where(hasReminder(reminder));
  if (undelivered) query = query.where(isUndelivered);
  if (unsentReply) query = query.where(hasUnsentReply);
  if (dueAfter !== undefined) query = query.where('due_at', '>', dueAfter);
  if (dueUntil !== undefined) query = query.where('due_at', '<=', dueUntil);
  if (lastMessageBefore !== undefined) query = query.where('last_message_at', '<', lastMessageBefore);
  if (mail !== undefined) query = query.where(hasMail(mail));
  if (from !== undefined) query = query.where('received_at', '>=', from);
  if (until !== undefined) query = query.where('received_at', '<', until);
  if (email !== undefined) query = query.where(buildSelectorCondition({ email }, dialect));
  if (text !== undefined) query = query.where(hasWords(text, dialect));
  return query;
}

function hasMail(state: MailState): RawBuilder<boolean> {
  if (state === 'quarantined') return sql<boolean>`status = 'spam'`;
  return sql<boolean>`status <> 'spam' AND enquiries.id IN
    (SELECT about_id FROM deliveries WHERE kind = 'mail' AND state = ${sql.lit(state)})`;
}

/** Returns the condition for refused deliveries. SQLite reads a subquery first; with a join it reads all open rows. */
const isAmongRefused = (kind: 'mail' | 'reply', condition = '1 = 1') =>
  sql<boolean>`enquiries.id IN (SELECT about_id FROM deliveries
    WHERE kind = ${sql.lit(kind)} AND ${sql.raw(refused)} AND ${sql.raw(condition)})`;

/** Condition: the mail to the office was refused, temporarily, for good or by one of several receivers. */
export const isUndelivered = isAmongRefused('mail');

const hasUnsentReply = isAmongRefused('reply', "state <> 'delivered'");

/** Condition: a reply was refused, and will be retried. */
export const isReplyRetried = isAmongRefused('reply', "state = 'due'");

/** Returns the condition on a person's reminder. As a subquery, which is read first: a person has few. */
function hasReminder({ of, now, is }: NonNullable<EnquiryFilter['reminder']>): RawBuilder<boolean> {
  const own = sql`SELECT enquiry_id FROM reminders WHERE person = ${of}`;
  if (is === 'none') return sql<boolean>`enquiries.id NOT IN (${own})`;
  return sql<boolean>`enquiries.id IN (${own} AND ${is === 'due' ? sql`due_at <= ${now}` : sql`due_at > ${now}`})`;
}

/** Converts rows of enquiries, reading their messages and deliveries. */
async function readEnquiries(
  parts: DatabaseParts,
  rows: readonly Selectable<Tables['enquiries']>[],
): Promise<readonly StoredEnquiry[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const messages = await parts.database
    .selectFrom('messages')
    .selectAll()
    .where(parts.dialect.isAmong(sql.ref('enquiry_id'), ids))
    .orderBy('sent_at')
    .orderBy('id')
    .execute();
  const written = Map.groupBy(messages, (message) => message.enquiry_id);
  const queued = Map.groupBy(await listDeliveries(parts, ids), ({ aboutId }) => aboutId);
  return rows.map((row) => toStoredEnquiry(row, written.get(row.id) ?? [], queued.get(row.id) ?? []));
}

function toStoredEnquiry(
  row: Selectable<Tables['enquiries']>,
  messages: readonly Selectable<Tables['messages']>[],
  deliveries: readonly Delivery[],
): StoredEnquiry {
  const first = messages.find(({ direction }) => direction === 'in');
  return {
    id: row.id,
    reference: referenceOf(row.id),
    receivedAt: new Date(row.received_at),
    name: row.name,
    email: row.email,
    company: row.company,
    subject: row.subject,
    message: first?.text ?? '',
    messageId: first?.message_id ?? '',
    status: row.status,
    assignee: row.assignee,
    waitingSince: new Date(row.waiting_since),
    dueAt: toDate(row.due_at),
    closedAt: toDate(row.closed_at),
    closedReason: row.closed_reason,
    spamReason: row.spam_reason,
    version: row.version,
    replies: messages.flatMap((message) => toReply(message, deliveries)),
    mail: deliveries.find(({ kind }) => kind === 'mail') ?? null,
    acknowledgement: deliveries.find(({ kind }) => kind === 'acknowledgement') ?? null,
  };
}

function toReply(message: Selectable<Tables['messages']>, deliveries: readonly Delivery[]): Reply[] {
  const { id, sent_at: at, author: by, text, message_id: messageId, superseded } = message;
  const delivery = deliveries.find((one) => one.id === id);
  if (delivery === undefined) return [];
  return [{ id, at: new Date(at), by, text, messageId, isSuperseded: superseded === 1, delivery }];
}

function toEvent(row: Selectable<Tables['events']>): Event {
  const { id, at, actor, action, detail, note, enquiry_id: enquiryId, version } = row;
  return { id, at: new Date(at), actor, action: action as EventName, detail, note, enquiryId, version };
}
