/** Time as the core sees it. A simulation gives it another. */
export interface Clock {
  /** Wall-clock time, which can jump. */
  now(): Date;
  /** Monotonic time in milliseconds. */
  elapsed(): number;
  /** Calls `act` once after a delay. Returns a function that cancels it. */
  after(milliseconds: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Maximum difference between the clocks of two servers, in milliseconds. Later timestamps come from a wrong clock. */
export const clockTolerance = 5 * 60_000;

/** The latest time that something stored may claim to be of. */
export function getLatestTime(now: Date): Date {
  return new Date(now.getTime() + clockTolerance);
}
