import { describe, expect, it, vi } from 'vitest';
import { computeRetryDelayMs } from './delivery-processor.ts';
import { ComposeError } from './delivery.ts';
import type { Mailer } from './mail.ts';
import type { SendOutcome } from './send-outcome.ts';
import {
  createCoreUnderTest,
  permanentRefusal,
  temporaryRefusal,
  mailRoute,
} from '../enquiries/testing/core-under-test.ts';
import { day, hour } from '../enquiries/testing/samples.ts';
import { noSentMails } from '../enquiries/testing/test-store.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';

describe('delivering', () => {
  it('sends each due mail once', async () => {
    const { receive, deliver, findMail, events, sent } = createCoreUnderTest();
    const id = await receive();
    expect(await deliver()).toEqual({ delivered: 1 });
    expect(await deliver()).toEqual({});
    expect(sent).toHaveLength(1);
    expect(await findMail(id)).toMatchObject({ state: 'delivered', attempts: 1, lastReason: null });
    expect(events).toMatchObject([{ recordId: id, attempt: 1, state: 'delivered' }]);
  });

  it('tries again what was refused for now, with the same Message-ID', async () => {
    const { receive, deliver, found, findMail, advanceClock, sent } = createCoreUnderTest({
      outcomes: [temporaryRefusal],
    });
    const id = await receive();
    await deliver();
    expect(await findMail(id)).toMatchObject({ state: 'due', attempts: 1, lastReason: temporaryRefusal.reason });
    await deliver();
    expect(sent).toHaveLength(1);
    advanceClock(5000);
    await deliver();
    expect(sent.map(({ messageId }) => messageId)).toEqual(Array(2).fill((await found(id))?.messageId));
    expect(await findMail(id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it.each<[string, Mailer, string]>([
    ['what was refused for good', { send: async () => permanentRefusal }, permanentRefusal.reason],
    ['what cannot be written down', { send: () => Promise.reject(new ComposeError('no mail')) }, 'no mail'],
  ])('gives up at once on %s, until somebody has it sent again', async (_what, mailer, lastReason) => {
    const { receive, act, deliver, findMail, advanceClock } = createCoreUnderTest({ mailer });
    const id = await receive();
    expect(await deliver()).toEqual({ failed: 1 });
    advanceClock(day);
    await deliver();
    expect(await findMail(id)).toMatchObject({ state: 'failed', attempts: 1, lastReason });
    expect(await act(id, 'retry')).toBe('done');
    expect(await findMail(id)).toMatchObject({ state: 'due', attempts: 0, lastReason: null });
  });

  it('gives up after 5 days of refusals, not before', async () => {
    const { receive, deliver, findMail, advanceClock } = createCoreUnderTest({
      mailer: { send: async () => temporaryRefusal },
    });
    const id = await receive();
    for (let hours = 0; hours < 5 * 24; hours += 2) {
      await deliver();
      expect(await findMail(id)).toMatchObject({ state: 'due' });
      advanceClock(2 * hour);
    }
    await deliver();
    const lastReason = `Given up after 5 days. ${temporaryRefusal.reason}`;
    expect(await findMail(id)).toMatchObject({ state: 'failed', lastReason });
  });

  it('does not give up after 5 days with few attempts, as after a clock ran ahead', async () => {
    const { receive, deliver, advanceClock } = createCoreUnderTest({ outcomes: [temporaryRefusal, temporaryRefusal] });
    await receive();
    await deliver();
    advanceClock(6 * day);
    expect(await deliver()).toMatchObject({ due: 1 });
  });

  it('is tried again for the receiver alone who was refused for now, and says who never gets it', async () => {
    const to = ['a@ours.example', 'grey@ours.example', 'gone@ours.example'];
    const [first, grey = '', gone] = to;
    const delivered = { state: 'delivered', reason: null } as const;
    const outcomes: SendOutcome[] = [
      {
        delivered: true,
        recipientStates: {
          [`${first}`]: delivered,
          [grey]: { state: 'due', reason: '450 greylisted' },
          [`${gone}`]: { state: 'failed', reason: '550 no such box' },
        },
      },
      { delivered: true, recipientStates: { [grey]: delivered } },
    ];
    const { receive, deliver, findMail, advanceClock, sent, enquiries } = createCoreUnderTest({
      outcomes,
      notificationOptions: { route: { ...mailRoute, to } },
    });
    const id = await receive();
    expect(await deliver()).toEqual({ due: 1 });
    expect(await findMail(id)).toMatchObject({ state: 'due', lastReason: '450 greylisted' });
    advanceClock(hour);
    expect(await deliver()).toEqual({ delivered: 1 });
    expect(sent.map(({ pendingRecipients }) => pendingRecipients)).toEqual([undefined, [grey]]);
    expect(await findMail(id)).toMatchObject({ state: 'delivered', lastReason: '550 no such box' });
    expect((await enquiries.list({ isUndelivered: true, limit: 9 })).map((one) => one.id)).toEqual([id]);
  });

  it('forgets a kept mail whose enquiry was erased while it was under way', async () => {
    const deleteForEnquiries = vi.fn(async () => {});
    const databaseDependencies = openTemporarySqlite();
    const mailer: Mailer = {
      send: async ({ uniqueName }) => (await databaseDependencies.store.erase({ id: uniqueName }), { delivered: true }),
    };
    const { receive, deliver } = createCoreUnderTest({
      databaseDependencies,
      mailer,
      sentMails: { ...noSentMails, deleteForEnquiries },
    });
    const id = await receive();
    await deliver();
    expect(deleteForEnquiries).toHaveBeenCalledWith([id]);
  });

  it('starts by itself after each receipt while it runs in the background', async () => {
    const mailed = Promise.withResolvers<void>();
    const { outbox, receive, findMail } = createCoreUnderTest({
      mailer: { send: async () => (mailed.resolve(), { delivered: true }) },
    });
    outbox.start();
    const id = await receive();
    await mailed.promise;
    await outbox.stop();
    expect(await findMail(id)).toMatchObject({ state: 'delivered' });
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
    expect(computeRetryDelayMs(attempt, random)).toBe(wait);
  },
);
