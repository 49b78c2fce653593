import type { Selectable } from 'kysely';
import type { Database, Tables } from './sql-database.ts';
import type { StoredEnquiry } from './store.ts';

type Row = Selectable<Tables['enquiries']> & Selectable<Tables['deliveries']>;

/** Enquiries with their deliveries, to be narrowed down. */
export function stored(database: Database) {
  return database.selectFrom('enquiries').innerJoin('deliveries', 'deliveries.enquiry_id', 'enquiries.id').selectAll();
}

/** One of those rows as the core knows it. */
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
