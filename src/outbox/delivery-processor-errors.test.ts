import { describe, expect, it } from 'vitest';
import { systemClock } from '../process/clock.ts';
import { createDeliveryProcessor, computeRetryDelayMs } from './delivery-processor.ts';
import type { DeliveryKind } from './delivery.ts';
import type { SendOutcome } from './send-outcome.ts';
import { temporaryRefusal } from '../enquiries/testing/core-under-test.ts';
import { day } from '../enquiries/testing/samples.ts';
import { queueDeliveries } from './delivery-queries.ts';
import { openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';

const lease = 50_000;
const busy = new Error('database is locked');

interface Settings {
  send?: () => Promise<SendOutcome>;
  failures?: number;
  isAlone?: boolean;
}

/** Queues one job in a real database whose recording fails `failures` times. Time is simulated. */
async function oneDue({ send, failures = 0, isAlone: isOnlyProcess = false }: Settings = {}) {
  const { store, database, dialect } = openTemporarySqlite();
  const time = { wall: Date.UTC(2025, 0, 2), elapsed: 0 };
  const pass = (milliseconds: number): void => {
    time.wall += milliseconds;
    time.elapsed += milliseconds;
  };
  const clock = {
    ...systemClock,
    now: () => new Date(time.wall),
    monotonicNow: () => time.elapsed,
    setTimer: (milliseconds: number, act: () => void) => (pass(milliseconds), queueMicrotask(act), () => {}),
  };
  const faults = { looking: false, recording: failures };
  const breaking = new Proxy(database, {
    get(target, name) {
      if (faults.looking && name === 'updateTable') throw busy;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const sent: string[] = [];
  const mail: DeliveryKind = {
    pool: 'mail',
    send: async ({ id }) => (sent.push(id), (await send?.()) ?? { delivered: true }),
    recordOutcome: async (_transaction, _delivery, _outcome, end) =>
      (faults.recording -= 1) >= 0 ? Promise.reject(busy) : end(),
  };
  await queueDeliveries(database, [
    { id: 'mail.1', kind: 'mail', recordId: '1', at: new Date('2025-01-01T12:00:00Z') },
  ]);
  const { deliverNext, recoverLeases: recover } = createDeliveryProcessor({
    database: breaking,
    dialect,
    deliveryKinds: { mail },
    clock,
    random: () => 0.5,
    leaseDurationMs: lease,
    isOnlyProcess,
    onAttempt: () => {},
    onLeaseLost: async () => {},
    onError: () => {},
  });
  const stored = async () => (await store.listDeliveries('1'))[0];
  return {
    next: () => deliverNext(['mail']),
    recover,
    claimed: () => store.leaseDelivery(),
    stored,
    sent,
    pass,
    time,
    faults,
  };
}

it('a mail that was sent while the database refused to record it is recorded as soon as that works, even after its lease, and not sent again', async () => {
  const { next, recover, stored, sent, time } = await oneDue({ failures: 100 });
  const sending = next();
  for (let look = 0; look < 20; look += 1) {
    await recover();
    expect(await next()).toBeNull();
  }
  expect(await sending).toBe('delivered');
  expect(time.elapsed).toBeGreaterThan(lease);
  expect(sent).toHaveLength(1);
  expect(await stored()).toMatchObject({ state: 'delivered', attempts: 1 });
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

  it('is due again at once where no other process delivers from the database, and only at the start', async () => {
    const { next, recover, claimed } = await oneDue({ isAlone: true });
    await claimed();
    await recover();
    expect(await next()).toBe('delivered');
    const { recover: recoverLater, claimed: claimedLater } = await oneDue({ isAlone: true });
    await recoverLater();
    await claimedLater();
    expect(await recoverLater()).toBe(lease);
  });

  it('is not what this process has in hand itself, however long that takes', async () => {
    const inHand = Promise.withResolvers<{ delivered: true }>();
    const { next, recover, pass } = await oneDue({ send: () => inHand.promise });
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
  const outcomes: SendOutcome[] = [temporaryRefusal];
  const send = async () => outcomes.shift() ?? { delivered: true as const };
  const { next, recover, pass, time } = await oneDue({ send });
  expect(await next()).toBe('due');
  pass(computeRetryDelayMs(1, 0.5) - 1);
  await recover();
  expect(await next()).toBeNull();
  time.wall -= day;
  await recover();
  expect(await next()).toBe('delivered');
});
