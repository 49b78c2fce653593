import { describe, expect, it, vi } from 'vitest';
import type { Mailer } from './mailer.ts';
import { coreUnderTest, deliveryOf, nothingKept, receive } from './testing/core-under-test.ts';
import { refusedForGood, refusedForNow, scriptedMailer } from './testing/scripted-mailer.ts';
import { temporaryStore } from './testing/temporary.ts';

const hour = 3_600_000;

describe('delivering', () => {
  it('sends each due mail once', async () => {
    const mailer = scriptedMailer();
    const { enquiries, events } = coreUnderTest({ mailer });
    const id = await receive(enquiries);
    expect(await enquiries.deliverDue()).toEqual({ delivered: 1, due: 0, failed: 0 });
    expect(await enquiries.deliverDue()).toEqual({ delivered: 0, due: 0, failed: 0 });
    expect(mailer.sent).toHaveLength(1);
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 1, lastReason: null });
    expect(events).toMatchObject([{ enquiryId: id, attempt: 1, state: 'delivered' }]);
  });

  it('tries again what was refused for now, with the same Message-ID', async () => {
    const mailer = scriptedMailer(refusedForNow);
    const { enquiries, pass } = coreUnderTest({ mailer });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({
      state: 'due',
      attempts: 1,
      lastReason: refusedForNow.reason,
    });
    await enquiries.deliverDue();
    expect(mailer.sent).toHaveLength(1);
    pass(5000);
    await enquiries.deliverDue();
    expect(mailer.sent.map(({ messageId }) => messageId)).toEqual([
      `<enquiry.${id}@ours.example>`,
      `<enquiry.${id}@ours.example>`,
    ]);
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('gives up at once on what was refused for good', async () => {
    const { enquiries, pass } = coreUnderTest({ mailer: scriptedMailer(refusedForGood) });
    const id = await receive(enquiries);
    expect(await enquiries.deliverDue()).toEqual({ delivered: 0, due: 0, failed: 1 });
    pass(24 * hour);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      lastReason: refusedForGood.reason,
    });
  });

  it('gives up after 5 days of refusals, not before', async () => {
    const mailer: Mailer = { send: async () => refusedForNow };
    const { enquiries, pass } = coreUnderTest({ mailer });
    const id = await receive(enquiries);
    for (let hours = 0; hours < 5 * 24; hours += 1) {
      await enquiries.deliverDue();
      expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'due' });
      pass(hour);
    }
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({
      state: 'failed',
      lastReason: `Given up after 5 days. ${refusedForNow.reason}`,
    });
  });

  it('is not held up by one mail that fails', async () => {
    const mailer = scriptedMailer(refusedForGood, refusedForNow);
    const { enquiries } = coreUnderTest({ mailer });
    for (let count = 0; count < 10; count += 1) await receive(enquiries);
    expect(await enquiries.deliverDue()).toEqual({ delivered: 8, due: 1, failed: 1 });
  });

  it('records a failure when a mailer breaks its promise and throws', async () => {
    const { enquiries } = coreUnderTest({ mailer: { send: async () => Promise.reject(new Error('bug')) } });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'failed', lastReason: 'bug' });
  });

  it('goes on with what a crash left in hand, when its lease has ended', async () => {
    const store = temporaryStore();
    const mailer = scriptedMailer();
    const { enquiries, pass } = coreUnderTest({ store, mailer });
    const id = await receive(enquiries);
    const at = new Date('2025-01-01T12:00:00Z');
    await store.claimDue(at, new Date(at.getTime() + 60_000));
    await enquiries.deliverDue();
    expect(mailer.sent).toHaveLength(0);
    pass(60_000);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('forgets a kept mail whose enquiry was erased while it was under way', async () => {
    const forget = vi.fn(async () => {});
    const store = temporaryStore();
    const mailer: Mailer = {
      async send({ enquiryId }) {
        await store.erase({ id: enquiryId });
        return { delivered: true };
      },
    };
    const { enquiries } = coreUnderTest({ store, mailer, keptMails: { ...nothingKept, forget } });
    const id = await receive(enquiries);
    await enquiries.deliverDue();
    expect(forget).toHaveBeenCalledWith([id]);
  });

  it('starts by itself after each receipt while it runs in the background', async () => {
    const mailed = Promise.withResolvers<void>();
    const { enquiries } = coreUnderTest({ mailer: { send: async () => (mailed.resolve(), { delivered: true }) } });
    enquiries.start();
    await receive(enquiries);
    await mailed.promise;
    await enquiries.stop();
    expect(await enquiries.list({ state: 'delivered', limit: 10 })).toHaveLength(1);
  });
});
