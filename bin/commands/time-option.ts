import { UsageError } from './command.ts';

const day = /^(\d{4})-(\d\d)-(\d\d)$/;
const time = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?$/;

/**
 * Reads the start of a stretch of time: a day (2026-03-01, from its midnight on) or a point in time (2026-03-01T15:06,
 * with seconds and a zone if need be). Without a zone it is the machine's. Throws a UsageError for anything else.
 */
export function startFrom(option: string, text: string): Date {
  return dayFrom(text, 0) ?? pointFrom(text) ?? refuse(option);
}

/** The same for its end, which is the first moment that no longer belongs to it: of a day, the next midnight. */
export function endFrom(option: string, text: string): Date {
  return dayFrom(text, 1) ?? pointFrom(text) ?? refuse(option);
}

function dayFrom(text: string, later: number): Date | null {
  const [, year, month, date] = day.exec(text) ?? [];
  if (year === undefined || !isOnCalendar(text)) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + later);
}

function pointFrom(text: string): Date | null {
  const date = time.exec(text)?.[1];
  const point = new Date(text.replace(' ', 'T'));
  return date === undefined || !isOnCalendar(date) || Number.isNaN(point.getTime()) ? null : point;
}

/** Whether there is such a day: `Date` takes the 30th of February for the 2nd of March. */
function isOnCalendar(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

function refuse(option: string): never {
  throw new UsageError(`${option} takes a day like 2026-03-01 or a time like 2026-03-01T15:06.`);
}
