import { Temporal } from 'temporal-polyfill';

/** Lengths of the periods that the statistics are shown for. */
export const periodUnits = ['week', 'month', 'year'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** Days from `from` to before `until`, like `2026-10-01`. */
export interface DayRange {
  from: string;
  until: string;
}

/** A calendar week, month or year, and the one before it. */
export interface Period extends DayRange {
  unit: PeriodUnit;
  /** The period before; of one that still runs, as many days. */
  before: DayRange;
  /** First day of the period after it; null if that has not begun. */
  next: string | null;
}

/** Returns the period that has a day. A day that is invalid, or not over, counts as today. */
export function createPeriod(unit: PeriodUnit, day: string | null, todayText: string): Period {
  const { PlainDate } = Temporal;
  const today = PlainDate.from(todayText);
  const given = /^\d{4}-\d\d-\d\d$/.test(day ?? '') && `${day}` < todayText ? parseDay(`${day}`) : null;
  const inside = given ?? today;
  const from = {
    week: inside.subtract({ days: inside.dayOfWeek - 1 }),
    month: inside.with({ day: 1 }),
    year: inside.with({ month: 1, day: 1 }),
  }[unit];
  const [end, beforeFrom] = [from.add({ [`${unit}s`]: 1 }), from.subtract({ [`${unit}s`]: 1 })];
  const isRunning = PlainDate.compare(end, today) > 0;
  const until = isRunning ? today.add({ days: 1 }) : end;
  const sameDays = beforeFrom.add({ days: from.until(until).days });
  const beforeUntil = isRunning && PlainDate.compare(sameDays, from) < 0 ? sameDays : from;
  return {
    unit,
    from: from.toString(),
    until: until.toString(),
    before: { from: beforeFrom.toString(), until: beforeUntil.toString() },
    next: isRunning ? null : end.toString(),
  };
}

function parseDay(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return null;
  }
}

/** Returns the day some days or months before a day. */
export function subtractFromDay(day: string, duration: { days?: number; months?: number }): string {
  return Temporal.PlainDate.from(day).subtract(duration).toString();
}

/** Returns the time at which a day begins. */
export function getStartOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}

const createFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });

/** Formats the days of a range: `1 to 28 October 2026`. */
export function formatDayRange({ from, until }: DayRange): string {
  const [first, last] = [new Date(from), new Date(subtractFromDay(until, { days: 1 }))];
  return createFormat({ dateStyle: 'long' })
    .formatRange(first, last)
    .replace(/\s*–\s*/, ' to ');
}

/** Formats what a period is called: `October 2026`, `2026`, or the days of a week. */
export function formatPeriodName({ unit, ...range }: Pick<Period, 'unit'> & DayRange): string {
  if (unit === 'week') return formatDayRange(range);
  return unit === 'month' ? formatMonthName(range.from) : range.from.slice(0, 4);
}

/** Formats a day for a graph of a period: `Sat 31` in a week, `31 Oct` in a month, `Oct` in a year. */
export function formatShortDay(day: string, unit: PeriodUnit): string {
  const parts = { week: { weekday: 'short', day: 'numeric' }, month: { day: 'numeric', month: 'short' } } as const;
  return createFormat(unit === 'year' ? { month: 'short' } : parts[unit]).format(new Date(day));
}

/** Tests if a day is a Saturday or a Sunday. */
export function isWeekend(day: string): boolean {
  return Temporal.PlainDate.from(day).dayOfWeek > 5;
}

/** Formats a day: `Sat 31 October`. */
export function formatDayName(day: string): string {
  return createFormat({ weekday: 'short', day: 'numeric', month: 'long' }).format(new Date(day)).replace(',', '');
}

/** Formats the month of a day, or a month like `2026-10`: `October 2026`. */
export function formatMonthName(day: string): string {
  return createFormat({ month: 'long', year: 'numeric' }).format(new Date(day));
}
