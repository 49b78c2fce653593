import { randomUUID } from 'node:crypto';
import type { Clock } from '../../process/clock.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { pickFields } from '../enquiry.ts';
import { referenceOf } from '../reference.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { statusLabels, type StoredEnquiry } from '../model.ts';
import type { Mail } from '../../outbox/mail.ts';
import type { WebhookCall } from '../../outbox/http-webhook.ts';

/** The webhook, which sends events of enquiries. */
export type Webhook = ReturnType<typeof createWebhook>;

/** Dependencies of the webhook. */
export interface WebhookDependencies {
  makeCall: (call: WebhookCall) => Promise<SendOutcome>;
  clock: Pick<Clock, 'now'>;
  /** Origin of the inbox, for links. */
  inboxUrl?: string | undefined;
}

/** Creates the webhook, which sends one call per event. */
export function createWebhook({ makeCall, clock, inboxUrl }: WebhookDependencies) {
  const post = (id: string, payload: object): Promise<SendOutcome> =>
    makeCall({ id, timestamp: clock.now(), body: JSON.stringify(payload) });
  return {
    /** Sends one event. Never rejects. */
    send: async (due: WebhookEvent) => post(due.id, createPayload(due, inboxUrl)),

    /** Sends an alert, with the texts of its mail. */
    sendAlert: ({ id, queuedAt, payload: { problem, since } }: Delivery, { subject, text: message }: Mail) =>
      post(id, { type: 'site.alert', timestamp: queuedAt.toISOString(), data: { problem, since, subject, message } }),

    /** Sends a test event at once. */
    async sendTestEvent(): Promise<SendOutcome> {
      const id = randomUUID();
      return post(`webhook.test.${id}`, createTestPayload(id, clock.now(), inboxUrl));
    },
  };
}

/** Event of an enquiry to send. */
type WebhookEvent = Pick<Delivery, 'id' | 'payload' | 'queuedAt'> & { enquiry: StoredEnquiry };

/** Payload of a call, documented in `docs/webhook.md`: fields may be added, never removed or changed in meaning. */
export type WebhookPayload = ReturnType<typeof createPayload>;

/** Returns the payload: the enquiry as it is now, and as `timestamp` the time of the event, not of the attempt. */
function createPayload({ payload, queuedAt, enquiry }: WebhookEvent, inboxUrl: string | undefined) {
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
      /** Reason for taking it for spam, or for the failure of its mail. */
      reason: spamReason ?? (mail?.state === 'failed' ? mail.lastReason : null),
      /** URL of the enquiry in the inbox. */
      inbox: inboxUrl === undefined ? null : new URL(`/enquiries/${id}`, inboxUrl).href,
    },
  };
}

/** Creates the payload of a test event, with all fields of a real one. Its link leads to the inbox. */
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
