import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeliveryLoop, type DeliveryLoopParts } from './delivery-loop.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function loopWith(round: DeliveryLoopParts['round'], onFault: DeliveryLoopParts['onFault'] = () => {}) {
  return createDeliveryLoop({ round, onFault, now: () => new Date() });
}

describe('the delivery loop', () => {
  it('does nothing before it is started', async () => {
    const round = vi.fn(async () => null);
    loopWith(round).kick();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(round).not.toHaveBeenCalled();
  });

  it('runs at the start, then when the next mail is due', async () => {
    const round = vi.fn(async () => new Date(Date.now() + 4000));
    loopWith(round).start();
    await vi.advanceTimersByTimeAsync(3999);
    expect(round).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('looks every 15 seconds for what another process has queued', async () => {
    const round = vi.fn(async () => null);
    loopWith(round).start();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(round).toHaveBeenCalledTimes(3);
  });

  it('runs at once when it is kicked', async () => {
    const round = vi.fn(async () => null);
    const loop = loopWith(round);
    loop.start();
    await vi.advanceTimersByTimeAsync(1);
    loop.kick();
    await vi.advanceTimersByTimeAsync(0);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('makes one more round for any number of kicks during a round, and never two at once', async () => {
    let end = (): void => {};
    const round = vi.fn(() => new Promise<null>((resolve) => (end = () => resolve(null))));
    const loop = loopWith(round);
    loop.start();
    for (let kick = 0; kick < 5; kick += 1) loop.kick();
    expect(round).toHaveBeenCalledTimes(1);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(round).toHaveBeenCalledTimes(2);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('reports a fault and tries again after 5 seconds', async () => {
    const fault = new Error('disk');
    const round = vi.fn(async () => Promise.reject(fault));
    const onFault = vi.fn();
    loopWith(round, onFault).start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(onFault).toHaveBeenCalledWith(fault);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('stops after the round in hand, which is told of it, and never runs again', async () => {
    let end = (): void => {};
    const round = vi.fn((_stopping: AbortSignal) => new Promise<null>((resolve) => (end = () => resolve(null))));
    const loop = loopWith(round);
    loop.start();
    const stopped = vi.fn();
    void loop.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(0);
    expect(stopped).not.toHaveBeenCalled();
    expect(round.mock.calls[0]?.[0].aborted).toBe(true);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stopped).toHaveBeenCalled();
    loop.kick();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(round).toHaveBeenCalledTimes(1);
  });
});
