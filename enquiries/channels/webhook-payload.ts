import type { EnquiryEvent } from '../core/plan.ts';
import { fieldsOf, type EnquiryFields } from '../core/enquiry.ts';
import { referenceOf } from '../core/reference.ts';
import type { DueDelivery, Handling, StoredEnquiry } from '../core/store.ts';

export type WebhookEvent = EnquiryEvent | 'webhook.test';

/** One event of an enquiry that is to be told. */
export type DueCall = Pick<DueDelivery, 'id' | 'event' | 'delivery'> & { enquiry: StoredEnquiry };

/** What a call says. `docs/webhook.md` promises it to receivers: a field may be added, none may go or change its meaning. */
export interface WebhookPayload {
  type: string;
  /** When the event happened, which is long before the call where others have failed. In ISO 8601. */
  timestamp: string;
  data: EnquiryFields & {
    id: string;
    reference: string;
    receivedAt: string;
    state: Handling;
    /** Why it was set aside, or why its mail failed. */
    reason: string | null;
    /** Where to see it in the inbox. */
    inbox: string | null;
  };
}

/** Tells of an enquiry as it is now. An event is queued when it happens. */
export function payloadOf({ event, enquiry, delivery }: DueCall, inboxUrl: string | undefined): WebhookPayload {
  const { id, reference, receivedAt, handling: state } = enquiry;
  const { state: mail, lastReason } = enquiry.delivery;
  return {
    type: event,
    timestamp: delivery.queuedAt.toISOString(),
    data: {
      id,
      reference,
      receivedAt: receivedAt.toISOString(),
      ...fieldsOf(enquiry),
      state,
      reason: mail === 'quarantined' || mail === 'failed' ? lastReason : null,
      inbox: inboxUrl === undefined ? null : new URL(`/enquiries/${id}`, inboxUrl).href,
    },
  };
}

/** Has all that a real event has, so that it tries all that a receiver does with one. Its link leads to the inbox itself. */
export function testPayload(id: string, now: Date, inboxUrl: string | undefined): WebhookPayload {
  const type: WebhookEvent = 'webhook.test';
  return {
    type,
    timestamp: now.toISOString(),
    data: {
      id,
      reference: referenceOf(id),
      receivedAt: now.toISOString(),
      name: 'Test of the webhook',
      email: 'test@example.com',
      company: 'Example Ltd',
      subject: 'Test of the webhook',
      message: 'This is a test.\nNobody has sent it, and nobody waits for an answer.',
      state: 'waiting',
      reason: null,
      inbox: inboxUrl ?? null,
    },
  };
}
