import { sql, type RawBuilder } from 'kysely';
import type { Database, SqlDialect } from '../database/database.ts';
import { refusedDeliveryCondition } from '../database/schema.ts';
import type { EnquiryFilter, EnquirySelector } from './enquiry-filter.ts';
import type { MailState } from './model.ts';
import { parseReferenceToIdSuffix } from './reference.ts';
import { buildSearchCondition } from './search-index.ts';

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

/** Returns a query of the enquiries that match the filter. */
export function selectFilteredEnquiries(database: Database, filter: EnquiryFilter, dialect: SqlDialect) {
  const { mailState, status, assignee, reminder, isUndelivered, hasUnsentReply, receivedFrom, receivedBefore } = filter;
  const { email, query, dueAfter, dueUntil, privacyRequestDueUntil, lastMessageBefore } = filter;
  let statement = database.selectFrom('enquiries');
  if (status !== undefined) statement = statement.where('status', '=', status);
  if (assignee !== undefined) statement = statement.where('assignee', '=', assignee);
  if (reminder !== undefined) statement = statement.where(buildReminderCondition(reminder));
  if (isUndelivered) statement = statement.where(undeliveredCondition);
  if (hasUnsentReply) statement = statement.where(unsentReplyCondition);
  if (dueAfter !== undefined) statement = statement.where('due_at', '>', dueAfter);
  if (dueUntil !== undefined) statement = statement.where('due_at', '<=', dueUntil);
  if (privacyRequestDueUntil !== undefined)
    statement = statement
      .where('privacy_request_due_at', '<=', privacyRequestDueUntil)
      .where('status', '!=', 'spam')
      .where('merged_into', 'is', null);
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

/**
 * SQL condition: a reminder counts. Of a silent visitor it puts off nothing that is open: that waits for an answer of ours.
 */
export const countingReminderCondition = sql<boolean>`EXISTS (SELECT 1 FROM enquiries AS about
  WHERE about.id = reminders.enquiry_id AND about.status = CASE unless_written WHEN 1 THEN 'closed' ELSE 'open' END)`;

/** Returns the SQL condition on a reminder. As a subquery, which is read first: a person has few. */
function buildReminderCondition({ person, now, state }: NonNullable<EnquiryFilter['reminder']>): RawBuilder<boolean> {
  const whose = person === undefined ? sql`1 = 1` : sql`person = ${person}`;
  const all = sql`SELECT enquiry_id FROM reminders WHERE ${whose} AND ${countingReminderCondition}`;
  if (state === 'none') return sql<boolean>`enquiries.id NOT IN (${all})`;
  return sql<boolean>`enquiries.id IN (${all} AND ${state === 'due' ? sql`due_at <= ${now}` : sql`due_at > ${now}`})`;
}
