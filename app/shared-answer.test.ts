import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSharedAnswer } from './shared-answer.ts';

const fiveMinutes = 5 * 60_000;

describe('a shared answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is asked for once, however many show it, and each of them is told', async () => {
    const ask = vi.fn(async () => 'answer');
    const shared = createSharedAnswer('Facts', ask);
    const told = [vi.fn(), vi.fn()];
    for (const onChange of told) shared.subscribe(onChange);
    expect(shared.read()).toBeUndefined();
    await settle();
    expect(ask).toHaveBeenCalledTimes(1);
    for (const onChange of told) expect(onChange).toHaveBeenCalledTimes(1);
    expect(shared.read()).toBe('answer');
  });

  it('is taken for good for five minutes, then asked for again by whoever comes to show it', async () => {
    const ask = vi.fn(async () => 'answer');
    const shared = createSharedAnswer('Facts', ask);
    shared.subscribe(() => {});
    await settle();
    await vi.advanceTimersByTimeAsync(fiveMinutes - 1);
    shared.subscribe(() => {});
    await settle();
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    shared.subscribe(() => {});
    await settle();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('tells nobody who has stopped listening', async () => {
    const shared = createSharedAnswer('Facts', async () => 'answer');
    const onChange = vi.fn();
    shared.subscribe(onChange)();
    await settle();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is tried for three times more with growing pauses, and its failure is told once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const start = Date.now();
    const attempts: number[] = [];
    const shared = createSharedAnswer('Facts', async () => {
      attempts.push(Date.now() - start);
      throw new Error('no line');
    });
    shared.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempts).toEqual([0, 1000, 3000, 7000]);
    expect(warn.mock.calls).toEqual([['Facts:', 'no line']]);
    expect(shared.read()).toBeUndefined();
  });

  it('is kept when a later question fails', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const ask = vi.fn<() => Promise<string>>().mockResolvedValueOnce('answer').mockRejectedValue(new Error('no line'));
    const shared = createSharedAnswer('Facts', ask);
    shared.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(fiveMinutes);
    shared.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(5);
    expect(shared.read()).toBe('answer');
  });

  it('is asked for again by the next who comes to show it after a failure', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const ask = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('no line'));
    const shared = createSharedAnswer('Facts', ask);
    shared.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    ask.mockResolvedValue('answer');
    shared.subscribe(() => {});
    await settle();
    expect(shared.read()).toBe('answer');
  });
});

/** Lets what is due at this moment happen. */
function settle(): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(0);
}
