import { randomUUID } from 'node:crypto';
import type { Clock } from '../../process/clock.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { pickFields } from '../enquiry.ts';
import { referenceOf } from '../reference.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { statusLabels, type StoredEnquiry } from '../model.ts';
import type { WebhookCall } from '../../outbox/http-webhook.ts';

export type Webhook = ReturnType<typeof createWebhook>;

export interface WebhookParts {
  call: (call: WebhookCall) => Promise<SendOutcome>;
  clock: Pick<Clock, 'now'>;
  /** The origin of the inbox, for links. */
  inboxUrl?: string | undefined;
}

/** Tells a receiver of events, by one call each. */
export function createWebhook({ call, clock, inboxUrl }: WebhookParts) {
  const post = (id: string, payload: WebhookPayload): Promise<SendOutcome> =>
    call({ id, timestamp: clock.now(), body: JSON.stringify(payload) });
  return {
    /** Tells one event. Never rejects. */
    send: async (due: DueCall) => post(due.id, payloadOf(due, inboxUrl)),

    /** Sends a test event at once. */
    async test(): Promise<SendOutcome> {
      const id = randomUUID();
      return post(`webhook.test.${id}`, createTestPayload(id, clock.now(), inboxUrl));
    },
  };
}

/** One event of an enquiry that is to be told. */
type DueCall = Pick<Delivery, 'id' | 'payload' | 'queuedAt'> & { enquiry: StoredEnquiry };

/** What a call says. `docs/webhook.md` promises it to receivers: a field may be added, none may go or change its meaning. */
export type WebhookPayload = ReturnType<typeof payloadOf>;

/** Tells of an enquiry as it is now, and as `timestamp` of when the event happened: long before the call where others have failed. */
function payloadOf({ payload, queuedAt, enquiry }: DueCall, inboxUrl: string | undefined) {
  const { id, reference, receivedAt, status, spamReason, mail } = enquiry;
  return {
    type: `${payload['event']}`,
    timestamp: queuedAt.toISOString(),
    data: {
      id,
      reference,
      receivedAt: receivedAt.toISOString(),
      ...pickFields(enquiry),
      state: statusLabels[status] as string,
      /** Why it was set aside, or why its mail failed. */
      reason: spamReason ?? (mail?.state === 'failed' ? mail.lastReason : null),
      /** Where to see it in the inbox. */
      inbox: inboxUrl === undefined ? null : new URL(`/enquiries/${id}`, inboxUrl).href,
    },
  };
}

/** Has all that a real event has, so that it tries all that a receiver does with one. Its link leads to the inbox itself. */
export function createTestPayload(id: string, now: Date, inboxUrl: string | undefined): WebhookPayload {
  return {
    type: 'webhook.test',
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
