/** Time as the core sees it. A simulation gives it another. */
export interface Clock {
  /** What the machine takes for the time; it may be set forth and back. */
  now(): Date;
  /** Milliseconds that have passed since some moment. They never jump. */
  elapsed(): number;
  /** Calls back once, after so many milliseconds. What it returns calls that off. */
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

/** How far the clocks of two servers may be apart, in milliseconds. What lies further ahead was dated by a clock that was wrong. */
export const clockTolerance = 5 * 60_000;

/** The latest time that something stored may claim to be of. */
export function getLatestTime(now: Date): Date {
  return new Date(now.getTime() + clockTolerance);
}
