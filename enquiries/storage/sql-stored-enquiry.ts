import { sql, type Selectable } from 'kysely';
import { fieldsOf } from '../core/enquiry.ts';
import { referenceOf } from '../core/reference.ts';
import type { Database, Tables } from './sql-database.ts';
import type { Delivery, StoredEnquiry } from '../core/store.ts';

type Row = Selectable<Tables['enquiries']> & Omit<Selectable<Tables['deliveries']>, 'id'>;

const ofDelivery = [
  'message_id',
  'state',
  'queued_at',
  'attempts',
  'due_at',
  'delivered_at',
  'last_reason',
  'in_hand',
  'to_tell',
  'channel',
  'event',
  'enquiry_id',
] as const;

/** Enquiries with their mails, to be narrowed down. */
export function stored(database: Database) {
  return database
    .selectFrom('enquiries')
    .innerJoin('deliveries', (join) =>
      join.onRef('deliveries.enquiry_id', '=', 'enquiries.id').on('deliveries.channel', '=', 'mail'),
    )
    .selectAll('enquiries')
    .select(ofDelivery.map((column) => `deliveries.${column}` as const));
}

/** PostgreSQL counts in 64 bits, which its driver hands over as text. */
export const countOfRows = sql<number | string>`count(*)`.as('rows');

/** The mail was refused at least once, and is not delivered. In these words, by which the index is found. */
export const isUndelivered = sql<boolean>`deliveries.channel = 'mail'
  AND (deliveries.state = 'failed' OR (deliveries.state = 'due' AND deliveries.last_reason IS NOT NULL))`;

/** One of those rows as the core knows it. */
export function toStoredEnquiry(row: Row): StoredEnquiry {
  return {
    id: row.id,
    reference: referenceOf(row.id),
    receivedAt: new Date(row.received_at),
    ...fieldsOf(row),
    handling: row.handling,
    answeredAt: dateOrNull(row.answered_at),
    assignedTo: row.assigned_to,
    version: row.version,
    delivery: toDelivery(row),
  };
}

export function toDelivery(row: Omit<Row, 'id'> | Selectable<Tables['deliveries']>): Delivery {
  return {
    state: row.state,
    messageId: row.message_id,
    queuedAt: new Date(row.queued_at),
    attempts: row.attempts,
    dueAt: new Date(row.due_at),
    deliveredAt: dateOrNull(row.delivered_at),
    lastReason: row.last_reason,
  };
}

/** A time as the core knows it. */
export function dateOrNull(time: Date | string | null): Date | null {
  return time === null ? null : new Date(time);
}
