const second = 1000;
const hour = 3600 * second;

/** How long the mail of an enquiry is retried before it counts as failed, in milliseconds: 5 days. */
export const giveUpAfter = 5 * 24 * hour;

/**
 * How long to wait after a failed attempt, in milliseconds: 5 s doubled with each attempt, an hour at most. The second
 * half of the time is left to chance, so that what failed together does not come back together.
 * @param attempt the number of the attempt that failed, from 1
 * @param random a number from 0 to below 1
 */
export function waitAfter(attempt: number, random: number): number {
  const longest = Math.min(hour, 5 * second * 2 ** Math.min(attempt - 1, 20));
  return Math.round(longest / 2 + (random * longest) / 2);
}
