import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '../core/channels.ts';
import { coreUnderTest, refusedForGood, refusedForNow } from '../testing/core-under-test.ts';
import { hour, spam } from '../testing/samples.ts';
import type { Webhook } from './webhook.ts';

/** A core with a webhook that keeps what it was told. */
function coreThatTells({ mails = [], calls = [] }: { mails?: SendOutcome[]; calls?: SendOutcome[] } = {}) {
  const told: { id: string; event: string }[] = [];
  const webhook: Pick<Webhook, 'send' | 'status'> = {
    send: async ({ id, event }) => (told.push({ id, event }), calls.shift() ?? { delivered: true }),
    status: async () => ({ state: 'working', since: null, reason: null }),
  };
  const core = coreUnderTest({ outcomes: mails, parts: { webhook } });
  return { ...core, events: () => told.map(({ event }) => event).toSorted(), told };
}

describe('the webhook is told', () => {
  it('of a new enquiry, and again by the same id where it was not there', async () => {
    const { receive, deliver, told, pass } = coreThatTells({ calls: [refusedForNow] });
    const id = await receive();
    await deliver();
    pass(hour);
    await deliver();
    const call = { id: `enquiry.received.${id}`, event: 'enquiry.received' };
    expect(told).toEqual([call, call]);
  });

  it('of one that was set aside, and of it as a new one once somebody has released it', async () => {
    const { receive, act, deliver, events } = coreThatTells();
    const id = await receive(spam);
    await deliver();
    expect(events()).toEqual(['enquiry.set_aside']);
    await act(id, 'release');
    await deliver();
    expect(events()).toEqual(['enquiry.received', 'enquiry.set_aside']);
  });

  it('of one that a person took for spam', async () => {
    const { receive, act, deliver, events } = coreThatTells();
    await act(await receive(), 'set aside');
    await deliver();
    expect(events()).toEqual(['enquiry.received', 'enquiry.set_aside']);
  });

  it('of one whose mail was given up, and its own failure holds up no mail', async () => {
    const { receive, act, deliver, events, sent } = coreThatTells({ mails: [refusedForGood], calls: [refusedForGood] });
    const id = await receive();
    await deliver();
    expect(events()).toEqual(['enquiry.failed', 'enquiry.received']);
    await act(id, 'retry');
    await deliver();
    expect(sent).toHaveLength(2);
  });
});
