import { describe, expect, it } from 'vitest';
import { systemClock } from '../process/clock.ts';
import { createDeliveries, waitAfter } from './delivery.ts';
import type { EnquiryStore } from './store.ts';
import { createChannels } from './notifications/channels.ts';
import type { Mailer } from '../outbox/mail.ts';
import { nothingKept, refusedForNow, route, scriptedMailer } from './testing/core-under-test.ts';
import { allChannels, claim, deliveryIn, rules } from './testing/opened-store.ts';
import { alwaysOpen, day, receivedEnquiry, sampleEnquiry } from './testing/samples.ts';
import { temporarySqlite } from '../database/testing/temporary.ts';

const lease = 50_000;
const busy = new Error('database is locked');

/** One enquiry in a real database that fails to record so often. Time passes when it is told to, and while the code waits. */
async function oneDue({ mailer = scriptedMailer(), failures = 0 }: { mailer?: Mailer; failures?: number } = {}) {
  const { store: real } = temporarySqlite();
  const time = { wall: Date.UTC(2025, 0, 2), elapsed: 0 };
  const pass = (milliseconds: number): void => {
    time.wall += milliseconds;
    time.elapsed += milliseconds;
  };
  const clock = {
    ...systemClock,
    now: () => new Date(time.wall),
    elapsed: () => time.elapsed,
    after: (milliseconds: number, act: () => void) => (pass(milliseconds), queueMicrotask(act), () => {}),
  };
  const faults = { looking: false, recording: failures };
  const store: EnquiryStore = {
    ...real,
    bringForward: async (...given) => (faults.looking ? Promise.reject(busy) : await real.bringForward(...given)),
    record: async (...given) => ((faults.recording -= 1) >= 0 ? Promise.reject(busy) : await real.record(...given)),
  };
  await real.add([receivedEnquiry(1)], rules);
  const shared = { store, clock, random: () => 0.5 };
  const channels = createChannels({ ...shared, mailer, route, promise: { hours: 24, office: alwaysOpen } });
  const parts = { ...shared, channels, keptMails: nothingKept, leaseLength: lease, isAlone: false, report: () => {} };
  const { next, recover } = createDeliveries(parts);
  const mail = () => deliveryIn(real, sampleEnquiry(1).id);
  return { next: () => next(allChannels), recover, claimed: () => claim(real), mail, time, pass, faults };
}

it('a mail that was sent while the database refused to record it is recorded as soon as that works, even after its lease, and not sent again', async () => {
  const mailer = scriptedMailer();
  const { next, recover, mail, pass } = await oneDue({ mailer, failures: 100 });
  await expect(next()).rejects.toBe(busy);
  for (let look = 0; look < 200; look += 1) {
    await recover().catch(() => {});
    pass(lease);
    expect(await next()).toBeNull();
  }
  expect(mailer.sent).toHaveLength(1);
  expect(await mail()).toMatchObject({ state: 'delivered', attempts: 1 });
});

describe('what a process that has died had in hand', () => {
  it('is due again once a lease has passed since it was first seen', async () => {
    const { next, recover, claimed, pass } = await oneDue();
    await claimed();
    expect(await recover()).toBe(lease);
    pass(lease - 1);
    expect(await recover()).toBe(1);
    expect(await next()).toBeNull();
    pass(1);
    await recover();
    expect(await next()).toBe('delivered');
  });

  it('is not what this process has in hand itself, however long that takes', async () => {
    const inHand = Promise.withResolvers<{ delivered: true }>();
    const { next, recover, pass } = await oneDue({ mailer: { send: () => inHand.promise } });
    const sending = next();
    await expect.poll(() => recover()).toBe(Infinity);
    pass(lease);
    await recover();
    expect(await next()).toBeNull();
    inHand.resolve({ delivered: true });
    expect(await sending).toBe('delivered');
  });

  it.each([400, -400])('is not taken over because a clock jumps by %i days', async (days) => {
    const { next, recover, claimed, time } = await oneDue();
    await claimed();
    await recover();
    time.wall += days * day;
    await recover();
    expect(await next()).toBeNull();
  });

  it('is not taken over by who could not look meanwhile, for its process may not have reached the database either', async () => {
    const { next, recover, claimed, pass, faults } = await oneDue();
    await claimed();
    await recover();
    pass(lease);
    faults.looking = true;
    await expect(recover()).rejects.toBe(busy);
    faults.looking = false;
    expect(await recover()).toBe(lease);
    expect(await next()).toBeNull();
  });
});

it('a clock that was set back does not put off what is due, nor bring forward what waits for its time: no pause is longer than an hour', async () => {
  const { next, recover, pass, time } = await oneDue({ mailer: scriptedMailer(refusedForNow) });
  expect(await next()).toBe('due');
  pass(waitAfter(1, 0.5) - 1);
  await recover();
  expect(await next()).toBeNull();
  time.wall -= day;
  await recover();
  expect(await next()).toBe('delivered');
});
