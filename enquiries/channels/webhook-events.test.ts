import { describe, expect, it } from 'vitest';
import { trapField } from '../core/enquiry.ts';
import { coreUnderTest, receive } from '../testing/core-under-test.ts';
import { fields } from '../testing/samples.ts';
import { refusedForGood, refusedForNow, scriptedMailer } from '../testing/scripted-mailer.ts';
import type { SendOutcome } from '../core/channels.ts';
import type { Webhook } from './webhook.ts';

const anna = { who: 'anna@ours.example' };

/** A core with a webhook that keeps what it was told. */
function coreThatTells(mailer = scriptedMailer(), ...outcomes: SendOutcome[]) {
  const told: { id: string; event: string }[] = [];
  const webhook: Webhook = {
    async send({ id, event }) {
      told.push({ id, event });
      return outcomes.shift() ?? { delivered: true };
    },
    test: async () => ({ delivered: true }),
    status: async () => ({ state: 'working', since: null, reason: null }),
  };
  const core = coreUnderTest({ mailer, parts: { webhook } });
  return { ...core, events: () => told.map(({ event }) => event), told };
}

describe('the webhook is told', () => {
  it('of a new enquiry, and again by the same id where it was not there', async () => {
    const { enquiries, told, pass } = coreThatTells(scriptedMailer(), refusedForNow);
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    pass(3_600_000);
    await enquiries.deliverDue();
    expect(told).toEqual(
      Array.from({ length: 2 }, () => ({ id: `enquiry.received.${id}`, event: 'enquiry.received' })),
    );
  });

  it('of one that was set aside, and of it as a new one once somebody has released it', async () => {
    const { enquiries, events } = coreThatTells();
    const id = await receive(enquiries, { ...fields, [trapField]: 'x' });
    await enquiries.deliverDue();
    expect(events()).toEqual(['enquiry.set_aside']);
    await enquiries.act(id, { act: 'release' }, anna);
    await enquiries.deliverDue();
    expect(events()).toEqual(['enquiry.set_aside', 'enquiry.received']);
  });

  it('of one that a person took for spam', async () => {
    const { enquiries, events } = coreThatTells();
    const id = await receive(enquiries);
    await enquiries.act(id, { act: 'set aside' }, anna);
    await enquiries.deliverDue();
    expect(events().toSorted()).toEqual(['enquiry.received', 'enquiry.set_aside']);
  });

  it('of one whose mail was given up, and its own failure holds up no mail', async () => {
    const mailer = scriptedMailer(refusedForGood);
    const { enquiries, events } = coreThatTells(mailer, refusedForGood);
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(events()).toEqual(['enquiry.received', 'enquiry.failed']);
    await enquiries.act(id, { act: 'retry' }, anna);
    await enquiries.deliverDue();
    expect(mailer.sent).toHaveLength(2);
  });
});
