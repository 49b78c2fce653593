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

/** Returns the latest timestamp that a correct clock of another server may have stored. */
export function getLatestPlausibleTime(now: Date): Date {
  return new Date(now.getTime() + maxClockSkewMs);
}
