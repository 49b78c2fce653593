import { randomUUID } from 'node:crypto';
import type { Clock } from '../../process/clock.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { pickEnquiryFields } from '../enquiry.ts';
import { formatReference } from '../reference.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { earlierStatusNames, type StoredEnquiry } from '../model.ts';
import type { Mail } from '../../outbox/mail.ts';
import type { WebhookCall } from '../../outbox/http-webhook.ts';

export type Webhook = ReturnType<typeof createWebhook>;

export interface WebhookDependencies {
  makeCall: (call: WebhookCall) => Promise<SendOutcome>;
  clock: Pick<Clock, 'now'>;
  /** Origin of the office, for links. */
  officeUrl?: string | undefined;
}

/** Creates the webhook, which sends one call per event. */
export function createWebhook({ makeCall, clock, officeUrl }: WebhookDependencies) {
  const post = (id: string, payload: object): Promise<SendOutcome> =>
    makeCall({ id, timestamp: clock.now(), body: JSON.stringify(payload) });
  return {
    /** Sends one event. Never rejects. */
    send: async (due: WebhookEvent) => post(due.id, createPayload(due, officeUrl)),

    sendAlert: ({ id, queuedAt, payload: { problem, since } }: Delivery, { subject, text: message }: Mail) =>
      post(id, { type: 'site.alert', timestamp: queuedAt.toISOString(), data: { problem, since, subject, message } }),

    async sendTestEvent(): Promise<SendOutcome> {
      const id = randomUUID();
      return post(`webhook.test.${id}`, createTestWebhookPayload(id, clock.now(), officeUrl));
    },
  };
}

type WebhookEvent = Pick<Delivery, 'id' | 'payload' | 'queuedAt'> & { enquiry: StoredEnquiry };

/** Payload of a call, documented in `docs/webhook.md`: fields may be added, never removed or changed in meaning. */
export type WebhookPayload = ReturnType<typeof createPayload>;

/** Returns the payload: the enquiry as it is now, and as `timestamp` the time of the event, not of the attempt. */
function createPayload({ payload, queuedAt, enquiry }: WebhookEvent, officeUrl: string | undefined) {
  const { id, reference, receivedAt, status, spamReason, mail } = enquiry;
  return {
    type: `${payload['event']}`,
    timestamp: queuedAt.toISOString(),
    data: {
      id,
      reference,
      receivedAt: receivedAt.toISOString(),
      ...pickEnquiryFields(enquiry),
      state: earlierStatusNames[status] as string,
      status: status as string,
      /** Why it is spam, or why its mail failed. */
      reason: spamReason ?? (mail?.state === 'failed' ? mail.lastReason : null),
      inbox: officeUrl === undefined ? null : new URL(`/enquiries/${id}`, officeUrl).href,
    },
  };
}

/** Creates the payload of a test event, with all fields of a real one. Its link leads to the office. */
export function createTestWebhookPayload(id: string, now: Date, officeUrl: string | undefined): WebhookPayload {
  return {
    type: 'webhook.test',
    timestamp: now.toISOString(),
    data: {
      id,
      reference: formatReference(id),
      receivedAt: now.toISOString(),
      name: 'Test of the webhook',
      email: 'test@example.com',
      company: 'Example Ltd',
      subject: 'Test of the webhook',
      message: 'This is a test.\nNobody has sent it, and nobody waits for an answer.',
      state: 'waiting',
      status: 'open',
      reason: null,
      inbox: officeUrl ?? null,
    },
  };
}
