import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../process/clock.ts';
import { createDeliveryLoop, type DeliveryLoopOptions } from './delivery-loop.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const workers = 4;

/** Creates a loop with a pool of mails; the webhook's pool has nothing due. */
function loopWith({ deliverNext: next = vi.fn(async () => null), ...parts }: Partial<DeliveryLoopOptions> = {}) {
  const loop = createDeliveryLoop({
    deliverNext: async (kinds, onLeased) => (kinds.includes('mail') ? next(kinds, onLeased) : null),
    findNextDueTime: async () => null,
    onError: () => {},
    recoverLeases: async () => Infinity,
    pools: [['mail'], ['webhook']],
    clock: systemClock,
    ...parts,
  });
  return { ...loop, next };
}

/** Creates deliveries that end on demand, in the order of their start. */
function inHand() {
  const ends: ((delivered: 'delivered' | null) => void)[] = [];
  const next = vi.fn<DeliveryLoopOptions['deliverNext']>(async (_kinds, onLeased) => {
    await Promise.resolve();
    onLeased();
    return new Promise((resolve) => ends.push(resolve));
  });
  return { next, end: (delivered: 'delivered' | null) => ends.shift()?.(delivered) };
}

describe('the delivery loop', () => {
  it.each<[string, milliseconds: number, Partial<DeliveryLoopOptions>]>([
    ['when the next mail is due', 4000, { findNextDueTime: async () => new Date(Date.now() + 4000) }],
    ['after 5 seconds, for what another process has queued', 5000, {}],
    ['after a pause where another process holds what is due', 50, { findNextDueTime: async () => new Date(0) }],
    ['5 seconds after a fault', 5000, { findNextDueTime: async () => Promise.reject(new Error('disk')) }],
  ])('looks again %s, and at once when it is kicked', async (_when, milliseconds, parts) => {
    const { next, start, kick } = loopWith(parts);
    start();
    await pass(milliseconds - 1);
    expect(next).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(next).toHaveBeenCalledTimes(2);
    kick();
    expect(next).toHaveBeenCalledTimes(3);
  });

  it('delivers four mails at once and no more, and goes on with the others while one hangs', async () => {
    const { next: deliverNext, end } = inHand();
    const { start, kick } = loopWith({ deliverNext });
    start();
    for (let times = 0; times < 5; times += 1) kick();
    await pass(0);
    expect(deliverNext).toHaveBeenCalledTimes(workers);
    for (let worker = 1; worker < workers; worker += 1) end(null);
    await pass(0);
    kick();
    await pass(0);
    expect(deliverNext).toHaveBeenCalledTimes(2 * workers - 1);
  });

  it('recovers at the start and when there will be more to mend, however often it is kicked', async () => {
    const recoverLeases = vi.fn(async () => 4000);
    const { start, kick, stop } = loopWith({ recoverLeases });
    start();
    for (let second = 1; second <= 8; second += 1) {
      kick();
      await pass(1000);
    }
    expect(recoverLeases).toHaveBeenCalledTimes(3);
    await stop();
    await pass(60_000);
    expect(recoverLeases).toHaveBeenCalledTimes(3);
  });

  it('stops after what is in hand, and never claims again', async () => {
    const { next: deliverNext, end } = inHand();
    const { start, kick, stop } = loopWith({ deliverNext });
    start();
    await pass(0);
    const stopped = vi.fn();
    void stop().then(stopped);
    await pass(0);
    expect(stopped).not.toHaveBeenCalled();
    for (let worker = 0; worker < workers; worker += 1) end('delivered');
    await pass(60_000);
    expect(stopped).toHaveBeenCalled();
    kick();
    await pass(60_000);
    expect(deliverNext).toHaveBeenCalledTimes(workers);
  });
});
