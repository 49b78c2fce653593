import { sql, type Selectable } from 'kysely';
import { toDate, type DatabaseWithDialect } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { listDeliveries } from '../outbox/delivery-queries.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { listFiles } from './files.ts';
import type { StoredFile, StoredMessage, StoredReply, StoredEnquiry, VisitSource } from './model.ts';
import type { PrivacyRequest } from './privacy-request.ts';
import { formatReference } from './reference.ts';

/** Converts rows of enquiries, reading their messages and deliveries, and those of enquiries merged into them. */
export async function loadStoredEnquiries(
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
    promisedAt: toDate(row.promised_at),
    closedAt: toDate(row.closed_at),
    closedReason: row.closed_reason,
    spamReason: row.spam_reason,
    version: row.version,
    isUnread: row.unread === 1,
    emailProblem: row.email_problem,
    mergedInto: row.merged_into,
    privacyRequest: toPrivacyRequest(row),
    visitSource: row.origin === null ? null : (JSON.parse(row.origin) as VisitSource),
    messages,
    files,
    replies: messages.filter((message): message is StoredReply => message.delivery !== null),
    mail: deliveries.find(({ kind }) => kind === 'mail') ?? null,
    acknowledgement: deliveries.find(({ kind }) => kind === 'acknowledgement') ?? null,
  };
}

function toPrivacyRequest(row: Selectable<Tables['enquiries']>): PrivacyRequest | null {
  const { privacy_request: kind, privacy_request_due_at: dueAt } = row;
  return kind === null || dueAt === null ? null : { kind, dueAt: new Date(dueAt) };
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
    isNoted: id === enquiryId && row.message_id === '',
    isSuperseded: row.superseded === 1,
    claimsOffice: row.claims_office === 1,
    isUnverified: row.unverified === 1,
    isSentByProgram: row.sent_by_program === 1,
    recipients: JSON.parse(row.recipients) as StoredMessage['recipients'],
    replyTo: row.reply_to,
    deliveryReport: row.delivery_report,
    bounceReason: row.bounce_reason,
    delivery: deliveries.find((one) => one.id === id) ?? null,
  };
}
