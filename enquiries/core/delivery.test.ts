import { describe, expect, it, vi } from 'vitest';
import { giveUpAfter, waitAfter } from './delivery.ts';
import type { Mailer } from '../channels/mail.ts';
import { coreUnderTest, deliveryOf, nothingKept, receive } from '../testing/core-under-test.ts';
import { refusedForGood, refusedForNow, scriptedMailer } from '../testing/scripted-mailer.ts';
import { temporarySqlite } from '../testing/temporary.ts';

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
    const { reason: lastReason } = refusedForNow;
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'due', attempts: 1, lastReason });
    await enquiries.deliverDue();
    expect(mailer.sent).toHaveLength(1);
    pass(5000);
    await enquiries.deliverDue();
    expect(mailer.sent).toHaveLength(2);
    for (const { messageId } of mailer.sent) expect(messageId).toBe(`<enquiry.${id}@ours.example>`);
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it.each<[string, Mailer, string]>([
    ['what was refused for good', scriptedMailer(refusedForGood), refusedForGood.reason],
    ['a mailer that breaks its promise and throws', { send: () => Promise.reject(new Error('bug')) }, 'bug'],
  ])('gives up at once on %s', async (_what, mailer, lastReason) => {
    const { enquiries, pass } = coreUnderTest({ mailer });
    const id = await receive(enquiries);
    expect(await enquiries.deliverDue()).toEqual({ delivered: 0, due: 0, failed: 1 });
    pass(24 * hour);
    await enquiries.deliverDue();
    expect(await deliveryOf(enquiries, id)).toMatchObject({ state: 'failed', attempts: 1, lastReason });
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

  it('forgets a kept mail whose enquiry was erased while it was under way', async () => {
    const forget = vi.fn(async () => {});
    const { store } = temporarySqlite();
    const mailer: Mailer = {
      async send({ name }) {
        await store.erase({ id: name });
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

const almostOne = 1 - Number.EPSILON;

describe('the wait after a failed attempt', () => {
  it('is seconds after the first, and twice as long after each further one', () => {
    const longest = [1, 2, 3, 4].map((attempt) => waitAfter(attempt, almostOne));
    expect(longest).toEqual([5_000, 10_000, 20_000, 40_000]);
  });

  it('is an hour at most, however often it failed', () => {
    for (const attempt of [11, 50, 10_000]) expect(waitAfter(attempt, almostOne)).toBe(3_600_000);
  });

  it('leaves half of the time to chance', () => {
    expect(waitAfter(3, 0)).toBe(10_000);
    expect(waitAfter(3, 0.5)).toBe(15_000);
  });

  it('allows many attempts before 5 days are over', () => {
    let elapsed = 0;
    let attempts = 0;
    while (elapsed < giveUpAfter) elapsed += waitAfter((attempts += 1), 0.5);
    expect(giveUpAfter).toBe(432_000_000);
    expect(attempts).toBeGreaterThan(120);
  });
});
