import { sql, type Selectable } from 'kysely';
import type { Database, Tables } from './sql-database.ts';
import type { DeliveryOutcome, EnquiryFilter, EnquirySelector, StoredEnquiry } from './store.ts';

export type Row = Selectable<Tables['enquiries']> & Selectable<Tables['deliveries']>;

/** Enquiries with their deliveries, to be narrowed down. */
export function stored(database: Database) {
  return database.selectFrom('enquiries').innerJoin('deliveries', 'deliveries.enquiry_id', 'enquiries.id').selectAll();
}

export function narrowed(query: ReturnType<typeof stored>, { state, from, until, text }: EnquiryFilter) {
  let narrow = query;
  if (state !== undefined) narrow = narrow.where('deliveries.state', '=', state);
  if (from !== undefined) narrow = narrow.where('enquiries.received_at', '>=', from);
  if (until !== undefined) narrow = narrow.where('enquiries.received_at', '<', until);
  if (text !== undefined) narrow = narrow.where(containing(text));
  return narrow;
}

function containing(text: string) {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const words = sql`name || ' ' || email || ' ' || company || ' ' || subject || ' ' || message`;
  return sql<boolean>`lower(${words}) like ${pattern} escape '\\'`;
}

export function matching(selector: EnquirySelector) {
  return 'id' in selector
    ? sql<boolean>`enquiries.id = ${selector.id}`
    : sql<boolean>`lower(enquiries.email) = ${selector.email.trim().toLowerCase()}`;
}

/** The columns of a delivery that its outcome changes. */
export function columns(outcome: DeliveryOutcome) {
  switch (outcome.state) {
    case 'delivered':
      return { state: outcome.state, delivered_at: outcome.at, last_reason: null };
    case 'due':
      return { state: outcome.state, due_at: outcome.dueAt, last_reason: outcome.reason };
    case 'failed':
      return { state: outcome.state, last_reason: outcome.reason };
  }
}

export function toStoredEnquiry(row: Row): StoredEnquiry {
  return {
    id: row.id,
    receivedAt: new Date(row.received_at),
    name: row.name,
    email: row.email,
    company: row.company,
    subject: row.subject,
    message: row.message,
    delivery: {
      state: row.state,
      messageId: row.message_id,
      queuedAt: new Date(row.queued_at),
      attempts: row.attempts,
      dueAt: new Date(row.due_at),
      deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at),
      lastReason: row.last_reason,
    },
  };
}
