import { sql, type RawBuilder, type Selectable } from 'kysely';
import { countRows, toDate, type Database, type DatabaseWithDialect, type SqlDialect } from '../database/database.ts';
import { refusedDeliveryCondition } from '../database/schema.ts';
import type { Tables } from '../database/tables.ts';
import { listDeliveries } from '../outbox/delivery-queries.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { listFiles } from './files.ts';
import type {
  EnquiryFilter,
  EnquiryPageRequest,
  EnquirySelector,
  ActivityEvent,
  EventName,
  MailState,
  StoredFile,
  StoredMessage,
  StoredReply,
  StoredEnquiry,
  VisitSource,
} from './model.ts';
import { formatCursor } from './model.ts';
import { parseReferenceToIdSuffix, formatReference } from './reference.ts';
import { buildSearchCondition } from './search-index.ts';

/** Resolves to a page of the enquiries that match the filter. */
export async function listEnquiries(
  dependencies: DatabaseWithDialect,
  page: EnquiryPageRequest,
): Promise<readonly StoredEnquiry[]> {
  const { database, dialect } = dependencies;
  const { order = 'newest', afterCursor, limit, ...filter } = page;
  const { query, ...others } = filter;
  const isSearchAlone = query !== undefined && order === 'newest' && Object.keys(others).length === 0;
  if (isSearchAlone) {
    const newest = { beforeId: afterCursor ?? afterAllIds, limit };
    const condition = buildSearchCondition(query, dialect, newest);
    const found = database.selectFrom('enquiries').selectAll().where(condition);
    return readEnquiries(dependencies, await found.orderBy('id', 'desc').execute());
  }
  let statement = applyFilter(database, filter, dialect).selectAll().limit(limit);
  if (order === 'newest') {
    statement = statement.orderBy('id', 'desc');
    if (afterCursor !== undefined) statement = statement.where('id', '<', afterCursor);
    return readEnquiries(dependencies, await statement.execute());
  }
  statement = statement.where('status', '=', 'open').orderBy('due_at').orderBy('id');
  if (afterCursor !== undefined) {
    const [due = '', id] = afterCursor.split('_');
    statement = statement.where(sql<boolean>`(due_at, id) > (${new Date(due)}, ${id})`);
  }
  return readEnquiries(dependencies, await statement.execute());
}

/** Yields all enquiries that match the filter, the newest first, reading page by page. */
export async function* streamEnquiries(
  dependencies: DatabaseWithDialect,
  filter: EnquiryFilter,
): AsyncGenerator<StoredEnquiry> {
  const limit = 200;
  let page: readonly StoredEnquiry[] = [];
  do {
    const last = page.at(-1);
    page = await listEnquiries(dependencies, { ...filter, limit, afterCursor: last && formatCursor(last) });
    yield* page;
  } while (page.length === limit);
}

/** Resolves to the number of enquiries that match the filter. */
export async function countEnquiries(
  { database, dialect }: DatabaseWithDialect,
  filter: EnquiryFilter,
): Promise<number> {
  return countRows(applyFilter(database, filter, dialect));
}

/** Resolves to the selected enquiries, the newest first. */
export async function findEnquiries(
  dependencies: DatabaseWithDialect,
  selector: EnquirySelector,
): Promise<readonly StoredEnquiry[]> {
  const condition = buildSelectorCondition(selector, dependencies.dialect);
  const found = dependencies.database.selectFrom('enquiries').selectAll().where(condition);
  return readEnquiries(dependencies, await found.orderBy('id', 'desc').execute());
}

/** Resolves to the events of an enquiry, the oldest first; without one, to a page of all, the newest first. */
export async function listEvents(
  { database }: DatabaseWithDialect,
  selection: { enquiryId: string } | { before?: string | undefined; limit: number },
): Promise<readonly ActivityEvent[]> {
  const all = database.selectFrom('events').selectAll();
  if ('enquiryId' in selection) {
    const own = all.where('enquiry_id', '=', selection.enquiryId);
    return (await own.orderBy('id').execute()).map(toEvent);
  }
  const { before, limit } = selection;
  const older = before === undefined ? all : all.where('id', '<', before);
  return (await older.orderBy('id', 'desc').limit(limit).execute()).map(toEvent);
}

/** Resolves to the times of a person's reminders, by enquiry id. */
export async function listReminders(
  { database }: DatabaseWithDialect,
  person: string,
): Promise<Readonly<Record<string, Date>>> {
  const rows = await database.selectFrom('reminders').selectAll().where('person', '=', person).execute();
  return Object.fromEntries(rows.map((row) => [row.enquiry_id, new Date(row.due_at)]));
}

/** Sorts after every id. */
const afterAllIds = '~';

/** Returns the SQL condition of a selector. */
export function buildSelectorCondition(selector: EnquirySelector, dialect: SqlDialect): RawBuilder<boolean> {
  if ('id' in selector) return sql<boolean>`enquiries.id = ${selector.id}`;
  // One parameter for all ids: a statement permits some thousands at most.
  if ('ids' in selector) return dialect.isOneOf(sql.ref('enquiries.id'), selector.ids);
  // Scans the ids, 20 ms for 100,000: this is rare, and an index would slow down every insert.
  if ('reference' in selector)
    return sql<boolean>`enquiries.id in (select id from enquiries where substr(id, 27) = ${parseReferenceToIdSuffix(selector.reference) ?? ''})`;
  const address = selector.email.trim().toLowerCase();
  return sql<boolean>`enquiries.id IN (
    WITH own AS (SELECT id FROM enquiries WHERE lower(email) = ${address} UNION
      SELECT enquiry_id FROM messages AS first WHERE direction = 'in' AND lower(author) = ${address}
        AND enquiry_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM messages AS earlier
          WHERE earlier.enquiry_id = first.enquiry_id AND earlier.direction = 'in' AND earlier.id < first.id))
    SELECT id FROM own UNION SELECT id FROM enquiries WHERE merged_into IN (SELECT id FROM own))`;
}

function applyFilter(database: Database, filter: EnquiryFilter, dialect: SqlDialect) {
  const { mailState, status, assignee, reminder, isUndelivered, hasUnsentReply, receivedFrom, receivedBefore } = filter;
  const { email, query, dueAfter, dueUntil, lastMessageBefore } = filter;
  let statement = database.selectFrom('enquiries');
  if (status !== undefined) statement = statement.where('status', '=', status);
  if (assignee !== undefined) statement = statement.where('assignee', '=', assignee);
  if (reminder !== undefined) statement = statement.where(buildReminderCondition(reminder));
  if (isUndelivered) statement = statement.where(undeliveredCondition);
  if (hasUnsentReply) statement = statement.where(unsentReplyCondition);
  if (dueAfter !== undefined) statement = statement.where('due_at', '>', dueAfter);
  if (dueUntil !== undefined) statement = statement.where('due_at', '<=', dueUntil);
  if (lastMessageBefore !== undefined) statement = statement.where(buildSilenceCondition(lastMessageBefore));
  if (mailState !== undefined) statement = statement.where(buildMailStateCondition(mailState));
  if (receivedFrom !== undefined) statement = statement.where('received_at', '>=', receivedFrom);
  if (receivedBefore !== undefined) statement = statement.where('received_at', '<', receivedBefore);
  if (email !== undefined) statement = statement.where(buildSelectorCondition({ email }, dialect));
  if (query !== undefined) statement = statement.where(buildSearchCondition(query, dialect));
  return statement;
}

function buildSilenceCondition(time: Date): RawBuilder<boolean> {
  return sql<boolean>`last_message_at < ${time} AND NOT EXISTS (SELECT 1 FROM enquiries AS target
    WHERE target.id = enquiries.merged_into AND target.last_message_at >= ${time})`;
}

function buildMailStateCondition(state: MailState): RawBuilder<boolean> {
  if (state === 'withheld') return sql<boolean>`status = 'spam'`;
  return sql<boolean>`status <> 'spam' AND enquiries.id IN
    (SELECT record_id FROM deliveries WHERE kind = 'mail' AND state = ${sql.lit(state)})`;
}

/** Returns the condition for refused deliveries. SQLite reads a subquery first; with a join it reads all open rows. */
const buildRefusedCondition = (kind: 'mail' | 'reply', condition = '1 = 1', enquiryId = 'record_id') =>
  sql<boolean>`enquiries.id IN (SELECT ${sql.raw(enquiryId)} FROM deliveries
    WHERE kind = ${sql.lit(kind)} AND ${sql.raw(refusedDeliveryCondition)} AND ${sql.raw(condition)})`;

/** SQL condition: the mail to the office was refused at least once, if only by one of several recipients. */
export const undeliveredCondition = buildRefusedCondition('mail');

/** A reply belongs to the enquiry into which its own was merged. */
const replyTarget = 'coalesce((SELECT merged_into FROM enquiries AS own WHERE own.id = record_id), record_id)';
const unsentReplyCondition = buildRefusedCondition('reply', "state <> 'delivered'", replyTarget);

/** Returns the SQL condition on a person's reminder. As a subquery, which is read first: a person has few. */
function buildReminderCondition({ person, now, state }: NonNullable<EnquiryFilter['reminder']>): RawBuilder<boolean> {
  const own = sql`SELECT enquiry_id FROM reminders WHERE person = ${person}`;
  if (state === 'none') return sql<boolean>`enquiries.id NOT IN (${own})`;
  return sql<boolean>`enquiries.id IN (${own} AND ${state === 'due' ? sql`due_at <= ${now}` : sql`due_at > ${now}`})`;
}

/** Converts rows of enquiries, reading their messages and deliveries, and those of enquiries merged into them. */
async function readEnquiries(
  dependencies: DatabaseWithDialect,
  rows: readonly Selectable<Tables['enquiries']>[],
): Promise<readonly StoredEnquiry[]> {
  if (rows.length === 0) return [];
  const { database, dialect } = dependencies;
  const ids = rows.map(({ id }) => id);
  const isMerged = dialect.isOneOf(sql.ref('merged_into'), ids);
  const merged = await database.selectFrom('enquiries').select(['id', 'merged_into']).where(isMerged).execute();
  const targets = new Map(merged.map((row) => [row.id, row.merged_into]));
  const allIds = [...ids, ...targets.keys()];
  const messages = await database
    .selectFrom('messages')
    .selectAll()
    .where(dialect.isOneOf(sql.ref('enquiry_id'), allIds))
    .orderBy('sent_at')
    .orderBy('id')
    .execute();
  const messageIds = messages.map(({ id }) => id);
  const files = await listFiles(dependencies, messageIds);
  const getOwner = (id: string | null) => targets.get(`${id}`) ?? id;
  const written = Map.groupBy(messages, (message) => getOwner(message.enquiry_id));
  const queued = Map.groupBy(await listDeliveries(dependencies, allIds), ({ recordId }) => getOwner(recordId));
  return rows.map((row) => {
    const deliveries = queued.get(row.id) ?? [];
    const included = (written.get(row.id) ?? []).map((message) => toMessage(message, deliveries));
    return toStoredEnquiry(
      row,
      included,
      files.filter(({ messageId }) => included.some(({ id }) => id === messageId)),
      deliveries.filter(({ recordId }) => recordId === row.id),
    );
  });
}

function toStoredEnquiry(
  row: Selectable<Tables['enquiries']>,
  messages: readonly StoredMessage[],
  files: readonly StoredFile[],
  deliveries: readonly Delivery[],
): StoredEnquiry {
  const first = messages.find(({ direction, enquiryId }) => direction === 'in' && enquiryId === row.id);
  return {
    id: row.id,
    reference: formatReference(row.id),
    receivedAt: new Date(row.received_at),
    name: row.name,
    email: row.email,
    company: row.company,
    subject: row.subject,
    message: first?.text ?? '',
    messageId: first?.messageId ?? '',
    status: row.status,
    assignee: row.assignee,
    waitingSince: new Date(row.waiting_since),
    dueAt: toDate(row.due_at),
    closedAt: toDate(row.closed_at),
    closedReason: row.closed_reason,
    spamReason: row.spam_reason,
    version: row.version,
    emailProblem: row.email_problem,
    mergedInto: row.merged_into,
    visitSource: row.origin === null ? null : (JSON.parse(row.origin) as VisitSource),
    messages,
    files,
    replies: messages.filter((message): message is StoredReply => message.delivery !== null),
    mail: deliveries.find(({ kind }) => kind === 'mail') ?? null,
    acknowledgement: deliveries.find(({ kind }) => kind === 'acknowledgement') ?? null,
  };
}

/** Converts a row of `messages`. */
export function toMessage(row: Selectable<Tables['messages']>, deliveries: readonly Delivery[] = []): StoredMessage {
  const { id, enquiry_id: enquiryId, direction, kind, author: by, author_name: byName, subject, text } = row;
  return {
    id,
    enquiryId,
    direction,
    kind,
    by,
    byName,
    subject,
    text,
    at: new Date(row.sent_at),
    messageId: row.message_id,
    isSuperseded: row.superseded === 1,
    claimsOffice: row.claims_office === 1,
    isUnverified: row.unverified === 1,
    bounceReason: row.bounce_reason,
    delivery: deliveries.find((one) => one.id === id) ?? null,
  };
}

function toEvent(row: Selectable<Tables['events']>): ActivityEvent {
  const { id, at, actor, action, detail, note, enquiry_id: enquiryId, version } = row;
  return { id, at: new Date(at), actor, action: action as EventName, detail, note, enquiryId, version };
}
