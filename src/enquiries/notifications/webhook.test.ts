import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { formatReference } from '../reference.ts';
import { createCoreUnderTest, submitEnquiry, permanentRefusal, temporaryRefusal } from '../testing/core-under-test.ts';
import { sampleFields, hour, spamFields } from '../testing/samples.ts';
import type { WebhookCall } from '../../outbox/http-webhook.ts';
import { createWebhook, createTestWebhookPayload, type WebhookPayload } from './webhook.ts';

const noon = new Date('2025-01-01T12:00:00Z');
const taken: SendOutcome = { delivered: true };
const refused: SendOutcome = { delivered: false, permanent: false, reason: 'a.example: answered 500' };
const officeUrl = 'https://office.example.com';

/** Creates a core with a webhook that records its calls. */
function startWebhook({ mails = [], officeUrl }: { mails?: SendOutcome[]; officeUrl?: string } = {}) {
  const calls: WebhookCall[] = [];
  const receiver = { answer: taken };
  const webhook = createWebhook({
    makeCall: async (one) => (calls.push(one), receiver.answer),
    clock: { now: () => noon },
    officeUrl,
  });
  const bodies = () => calls.map(({ body }) => JSON.parse(body) as WebhookPayload);
  return {
    ...createCoreUnderTest({ outcomes: mails, notificationOptions: { webhook } }),
    ...webhook,
    calls,
    receiver,
    bodies,
    events: () =>
      bodies()
        .map(({ type }) => type.replace('enquiry.', ''))
        .toSorted(),
  };
}

describe('the webhook is told', () => {
  it('of a new enquiry in the documented shape, and again by the same id where it was not there', async () => {
    const { enquiries, deliver, advanceClock, calls, bodies, receiver } = startWebhook({ officeUrl });
    const id = await submitEnquiry(enquiries, sampleFields);
    receiver.answer = refused;
    await deliver();
    receiver.answer = taken;
    advanceClock(hour);
    await deliver();
    const data = {
      id,
      reference: formatReference(id),
      receivedAt: noon.toISOString(),
      ...sampleFields,
      state: 'waiting',
      status: 'open',
    };
    const body = { type: 'enquiry.received', timestamp: noon.toISOString() };
    const told = { ...body, data: { ...data, reason: null, inbox: `${officeUrl}/enquiries/${id}` } };
    expect(bodies()).toEqual([told, told]);
    expect(calls.map((call) => call.id)).toEqual(Array(2).fill(`enquiry.received.${id}`));
    const document = readFileSync(join(import.meta.dirname, '../../../docs/webhook.md'), 'utf8');
    const example = JSON.parse(/```json\n(.*?)```/s.exec(document)?.[1] ?? '') as WebhookPayload;
    for (const one of [createTestWebhookPayload(id, noon, undefined), example])
      expect([Object.keys(one), Object.keys(one.data)]).toEqual([Object.keys(told), Object.keys(told.data)]);
    expect(example.data.reference).toBe(formatReference(example.data.id));
  });

  it('of spam, by a person’s word too, with the reason, and of it as a new one once somebody says that it is not', async () => {
    const { receive, act, deliver, events, bodies } = startWebhook();
    await act(await receive(), 'mark as spam');
    await deliver();
    expect(events()).toEqual(['received', 'set_aside']);
    const id = await receive(spamFields);
    await deliver();
    const data = { state: 'set aside', status: 'spam', reason: expect.stringContaining('hidden field'), inbox: null };
    expect(bodies().at(-1)).toMatchObject({ type: 'enquiry.set_aside', data });
    await act(id, 'not spam');
    await deliver();
    expect(events()).toEqual(['received', 'received', 'set_aside', 'set_aside']);
  });

  it('of one whose mail was given up, with the reason, and of none whose mail is to be tried again', async () => {
    const { receive, deliver, bodies, events } = startWebhook({ mails: [temporaryRefusal, permanentRefusal] });
    for (let count = 0; count < 2; count += 1) await receive();
    await deliver();
    expect(events()).toEqual(['failed', 'received', 'received']);
    const reasons = bodies().flatMap(({ type, data }) => (type === 'enquiry.failed' ? data.reason : []));
    expect(reasons).toEqual([permanentRefusal.reason]);
  });

  it('of a test with an id of its own and a link to the office', async () => {
    const { sendTestEvent, calls, bodies } = startWebhook({ officeUrl });
    expect([await sendTestEvent(), await sendTestEvent()]).toEqual([taken, taken]);
    const body = { type: 'webhook.test', data: { inbox: officeUrl } };
    expect(bodies()).toMatchObject([body, body]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });
});
