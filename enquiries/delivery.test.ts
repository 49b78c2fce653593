import { describe, expect, it, vi } from 'vitest';
import { waitAfter } from './delivery.ts';
import type { Mailer } from '../outbox/mail.ts';
import { coreUnderTest, nothingKept, refusedForGood, refusedForNow } from './testing/core-under-test.ts';
import { day, hour } from './testing/samples.ts';
import { temporarySqlite } from '../database/testing/temporary.ts';

describe('delivering', () => {
  it('sends each due mail once', async () => {
    const { receive, deliver, mailOf, events, sent } = coreUnderTest();
    const id = await receive();
    expect(await deliver()).toEqual({ delivered: 1, due: 0, failed: 0 });
    expect(await deliver()).toEqual({ delivered: 0, due: 0, failed: 0 });
    expect(sent).toHaveLength(1);
    expect(await mailOf(id)).toMatchObject({ state: 'delivered', attempts: 1, lastReason: null });
    expect(events).toMatchObject([{ enquiryId: id, attempt: 1, state: 'delivered' }]);
  });

  it('tries again what was refused for now, with the same Message-ID', async () => {
    const { receive, deliver, mailOf, pass, sent } = coreUnderTest({ outcomes: [refusedForNow] });
    const id = await receive();
    await deliver();
    expect(await mailOf(id)).toMatchObject({ state: 'due', attempts: 1, lastReason: refusedForNow.reason });
    await deliver();
    expect(sent).toHaveLength(1);
    pass(5000);
    await deliver();
    expect(sent.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<enquiry.${id}@ours.example>`));
    expect(await mailOf(id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it.each<[string, Mailer, string]>([
    ['what was refused for good', { send: async () => refusedForGood }, refusedForGood.reason],
    ['a mailer that breaks its promise and throws', { send: () => Promise.reject(new Error('bug')) }, 'bug'],
  ])('gives up at once on %s, until somebody has it sent again', async (_what, mailer, lastReason) => {
    const { receive, act, deliver, mailOf, pass } = coreUnderTest({ mailer });
    const id = await receive();
    expect(await deliver()).toEqual({ delivered: 0, due: 0, failed: 1 });
    pass(day);
    await deliver();
    expect(await mailOf(id)).toMatchObject({ state: 'failed', attempts: 1, lastReason });
    expect(await act(id, 'retry')).toBe('done');
    expect(await mailOf(id)).toMatchObject({ state: 'due', attempts: 0, lastReason: null });
  });

  it('gives up after 5 days of refusals, not before', async () => {
    const { receive, deliver, mailOf, pass } = coreUnderTest({ mailer: { send: async () => refusedForNow } });
    const id = await receive();
    for (let hours = 0; hours < 5 * 24; hours += 2) {
      await deliver();
      expect(await mailOf(id)).toMatchObject({ state: 'due' });
      pass(2 * hour);
    }
    await deliver();
    const lastReason = `Given up after 5 days. ${refusedForNow.reason}`;
    expect(await mailOf(id)).toMatchObject({ state: 'failed', lastReason });
  });

  it('does not give up after 5 days with few attempts, as after a clock ran ahead', async () => {
    const { receive, deliver, pass } = coreUnderTest({ outcomes: [refusedForNow, refusedForNow] });
    await receive();
    await deliver();
    pass(6 * day);
    expect(await deliver()).toMatchObject({ due: 1 });
  });

  it('forgets a kept mail whose enquiry was erased while it was under way', async () => {
    const forget = vi.fn(async () => {});
    const { store } = temporarySqlite();
    const mailer: Mailer = { send: async ({ name }) => (await store.erase({ id: name }), { delivered: true }) };
    const { receive, deliver } = coreUnderTest({ store, mailer, keptMails: { ...nothingKept, forget } });
    const id = await receive();
    await deliver();
    expect(forget).toHaveBeenCalledWith([id]);
  });

  it('starts by itself after each receipt while it runs in the background', async () => {
    const mailed = Promise.withResolvers<void>();
    const { enquiries, receive, mailOf } = coreUnderTest({
      mailer: { send: async () => (mailed.resolve(), { delivered: true }) },
    });
    enquiries.start();
    const id = await receive();
    await mailed.promise;
    await enquiries.stop();
    expect(await mailOf(id)).toMatchObject({ state: 'delivered' });
  });
});

const almostOne = 1 - Number.EPSILON;
it.each([
  [1, almostOne, 5000],
  [4, almostOne, 40_000],
  [10_000, almostOne, hour],
  [3, 0, 10_000],
])(
  'the wait after a failed attempt doubles up to an hour, half of it by chance: attempt %i, chance %f',
  (attempt, random, wait) => {
    expect(waitAfter(attempt, random)).toBe(wait);
  },
);
