/** Time source of the core; a simulation replaces it. */
export interface Clock {
  /** Wall-clock time, which can jump. */
  now(): Date;
  /** Monotonic time in milliseconds. */
  monotonicNow(): number;
  /** Calls `callback` once after a delay. Returns a function that cancels it. */
  setTimer(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicNow: () => performance.now(),
  setTimer(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Maximum difference between the clocks of two servers, in milliseconds. Later timestamps come from a wrong clock. */
export const maxClockSkewMs = 5 * 60_000;

/**
 * Returns a function that is true while the clock is doubtful: 2 days later than the last sign of life of the process
 * before and the monotonic time since, or earlier. A step to the right time ends that.
 */
export function createClockCheck({ now, monotonicNow }: Pick<Clock, 'now' | 'monotonicNow'>) {
  let startedAt: number | undefined;
  return (lastSignOfLifeAt: Date | null): boolean => {
    startedAt ??= (lastSignOfLifeAt ?? now()).getTime() - monotonicNow();
    const aheadMs = now().getTime() - monotonicNow() - startedAt;
    return aheadMs > 2 * 24 * 60 * 60_000 || aheadMs < -maxClockSkewMs;
  };
}

/** Returns the latest timestamp that a correct clock of another server may have stored. */
export function getLatestPlausibleTime(now: Date): Date {
  return new Date(now.getTime() + maxClockSkewMs);
}
