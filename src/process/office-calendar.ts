import { Temporal } from 'temporal-polyfill';

/** Opening hours of the office, as the site's content has them. */
export interface OfficeHours {
  /** IANA name, like `Europe/London`. */
  timeZone: string;
  /** Opening times like `09:00`; `24:00` is midnight. A day may have several, or none. */
  hours: readonly { day: string; opens: string; closes: string }[];
  /** Days on which the office stays closed, like `2026-12-25`. */
  holidays: readonly string[];
}

const day = 24 * 60 * 60_000;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Returns the day of a time in a time zone, like `2026-10-31`. */
export function formatDay(time: Date, timeZone: string): string {
  return toPlainDate(time.getTime(), timeZone).toString();
}

/** Returns the end of the day in the office's time zone. */
export function getEndOfDay(now: Date, { timeZone }: OfficeHours): Date {
  return new Date(toPlainDate(now.getTime(), timeZone).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
}

/** Returns the same time of day so many days or months later, at the end of a month that has no such day. */
export function addCalendarPeriod(time: Date, period: { days?: number; months?: number }, timeZone: string): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(zoned.add(period).epochMilliseconds);
}

/** Time of day, 0:00 to 23:59. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

/** Returns that time of day, the given number of days ago, with its ISO weekday (1 is Monday). */
export function computePastTimeOfDay(
  now: Date,
  days: number,
  time: TimeOfDay,
  timeZone: string,
): { at: Date; weekday: number } {
  const date = toPlainDate(now.getTime(), timeZone).subtract({ days });
  const { epochMilliseconds } = date.toZonedDateTime({ timeZone, plainTime: time });
  return { at: new Date(epochMilliseconds), weekday: date.dayOfWeek };
}

/** Returns the opening times from a day before `from` to the end of the day of `until`, the earliest first. */
export function listOpenTimes(from: number, until: number, office: OfficeHours): readonly OpenTime[] {
  const first = Math.floor(from / day) - 1;
  const days = Math.floor(until / day) - first + 1;
  return Array.from({ length: days }, (_, index) => getOpenTimes(first + index, office)).flat();
}

/** Returns when the office next opens, at this time or later; null if it does not within two weeks. */
export function findNextOpening(time: Date, office: OfficeHours): Date | null {
  const from = time.getTime();
  const next = listOpenTimes(from, from + 14 * day, office).find(({ opens }) => opens >= from);
  return next === undefined ? null : new Date(next.opens);
}

/** A span of office hours, in milliseconds since 1970. */
interface OpenTime {
  opens: number;
  closes: number;
}

/** Returns the opening times that begin on a UTC day, counted from 1970. Cached: a list of 50 would take 50 ms. */
function getOpenTimes(dayOfUtc: number, office: OfficeHours): readonly OpenTime[] {
  const known = openTimesCache.get(office) ?? new Map<number, readonly OpenTime[]>();
  openTimesCache.set(office, known);
  const times = known.get(dayOfUtc) ?? computeOpenTimes(dayOfUtc * day, office);
  known.set(dayOfUtc, times);
  return times;
}

const openTimesCache = new WeakMap<OfficeHours, Map<number, readonly OpenTime[]>>();

function computeOpenTimes(begin: number, { timeZone, hours, holidays }: OfficeHours): readonly OpenTime[] {
  const at = (date: Temporal.PlainDate, time: string): number =>
    time === '24:00'
      ? date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
      : date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
  const first = toPlainDate(begin, timeZone);
  return [first, first.add({ days: 1 })]
    .filter((date) => !holidays.includes(date.toString()))
    .flatMap((date) =>
      hours
        .filter((each) => each.day === weekdays[date.dayOfWeek - 1])
        .map(({ opens, closes }) => ({ opens: at(date, opens), closes: at(date, closes) })),
    )
    .filter(({ opens, closes }) => opens < closes && opens >= begin && opens < begin + day)
    .toSorted((a, b) => a.opens - b.opens);
}

/** Returns the date of a time, in milliseconds since 1970, in a time zone. */
export function toPlainDate(time: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate();
}
