import { Temporal } from 'temporal-polyfill';

const day = 24 * 60 * 60 * 1000;

/**
 * Returns a time like `2026-12-28T09:00` in the office's time zone; null if it is invalid, not in the future, or more
 * than a year ahead. A time that the clocks skip is later by what they skip; of one that they repeat, it is the first.
 */
export function parsePublishTime(text: string, now: Date, timeZone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null;
  try {
    const { epochMilliseconds } = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone);
    const wait = epochMilliseconds - now.getTime();
    return wait > 0 && wait <= 366 * day ? new Date(epochMilliseconds) : null;
  } catch {
    return null;
  }
}
