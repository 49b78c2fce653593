import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { createDeliveryLoop, type DeliveryLoopParts } from './delivery-loop.ts';
import type { Channel } from './store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const workers = 4;
const nothingDue = async () => null;

function loopWith(parts: Partial<DeliveryLoopParts>) {
  const { next = nothingDue, ...others } = parts;
  return createDeliveryLoop({
    // The webhook has nothing to tell here.
    next: async (channels, onClaimed) => (channels.includes('mail') ? next(channels, onClaimed) : null),
    nextDueAt: async () => null,
    onFault: () => {},
    recover: async () => Infinity,
    clock: systemClock,
    ...others,
  });
}

/** Deliveries that end when they are told to, in the order in which they began. */
function inHand() {
  const ends: ((delivered: 'delivered' | null) => void)[] = [];
  const next = vi.fn(async (_channels: readonly Channel[], onClaimed: () => void) => {
    await Promise.resolve();
    onClaimed();
    return new Promise<'delivered' | null>((resolve) => ends.push(resolve));
  });
  return { next, end: (delivered: 'delivered' | null) => ends.shift()?.(delivered) };
}

describe('the delivery loop', () => {
  it('does nothing before it is started', async () => {
    const next = vi.fn(async () => null);
    loopWith({ next }).kick();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(next).not.toHaveBeenCalled();
  });

  it('goes on until nothing is due', async () => {
    const due = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
    loopWith({ next: async () => due.pop() ?? null }).start();
    await vi.advanceTimersByTimeAsync(0);
    expect(due).toEqual([]);
  });

  it.each<[string, milliseconds: number, Partial<DeliveryLoopParts>]>([
    ['when the next mail is due', 4000, { nextDueAt: async () => new Date(Date.now() + 4000) }],
    ['after 5 seconds, for what another process has queued', 5000, {}],
    ['after a pause where another process holds what is due', 50, { nextDueAt: async () => new Date(0) }],
  ])('looks again %s', async (_when, milliseconds, parts) => {
    const next = vi.fn(async () => null);
    loopWith({ next, ...parts }).start();
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(next).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(next).toHaveBeenCalledTimes(2);
  });

  it('looks at once when it is kicked', async () => {
    const next = vi.fn(async () => null);
    const loop = loopWith({ next });
    loop.start();
    await vi.advanceTimersByTimeAsync(1);
    loop.kick();
    expect(next).toHaveBeenCalledTimes(2);
  });

  it('delivers four mails at once and no more, and goes on with the others while one hangs', async () => {
    const { next, end } = inHand();
    const loop = loopWith({ next });
    loop.start();
    for (let kick = 0; kick < 5; kick += 1) loop.kick();
    await vi.advanceTimersByTimeAsync(0);
    expect(next).toHaveBeenCalledTimes(workers);
    for (let worker = 1; worker < workers; worker += 1) end(null);
    await vi.advanceTimersByTimeAsync(0);
    loop.kick();
    await vi.advanceTimersByTimeAsync(0);
    expect(next).toHaveBeenCalledTimes(2 * workers - 1);
  });

  it('reports a fault and tries again after 5 seconds', async () => {
    const fault = new Error('disk');
    const next = vi.fn(async () => Promise.reject(fault));
    const onFault = vi.fn();
    loopWith({ next, onFault }).start();
    await vi.advanceTimersByTimeAsync(4999);
    expect(next).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(onFault).toHaveBeenCalledWith(fault);
    expect(next).toHaveBeenCalledTimes(2);
  });

  it('recovers at the start and when there will be more to mend, however often it is kicked', async () => {
    const recover = vi.fn(async () => 4000);
    const loop = loopWith({ recover });
    loop.start();
    for (let second = 1; second <= 8; second += 1) {
      loop.kick();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(recover).toHaveBeenCalledTimes(3);
    await loop.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(recover).toHaveBeenCalledTimes(3);
  });

  it('stops after what is in hand, and never claims again', async () => {
    const { next, end } = inHand();
    const loop = loopWith({ next });
    loop.start();
    await vi.advanceTimersByTimeAsync(0);
    const stopped = vi.fn();
    void loop.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(0);
    expect(stopped).not.toHaveBeenCalled();
    for (let worker = 0; worker < workers; worker += 1) end('delivered');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stopped).toHaveBeenCalled();
    loop.kick();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(next).toHaveBeenCalledTimes(workers);
  });
});
