import { Temporal } from 'temporal-polyfill';

/** How long the site lets visitors wait for an answer, as it promises them, and when somebody is there to give one. */
export interface ResponseTarget {
  /** A visitor may expect an answer within so many hours, to the letter. */
  hours: number;
  office: OfficeHours;
}

export interface OfficeHours {
  /** Of the IANA, like `Europe/London`. */
  timeZone: string;
  /** Times of the day like `09:00`; `24:00` closes at midnight. A day may have several, or none. */
  hours: readonly { day: string; opens: string; closes: string }[];
  /** Days on which the office stays closed, like `2026-12-25`. */
  holidays: readonly string[];
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * By when a person must have answered what was received then: the last open moment before the promise ends. Where no office hours
 * lie between, the promise cannot be kept in them, and `by` is its end. What came later is never due earlier.
 */
export function computeDueTime(receivedAt: Date, { hours, office }: ResponseTarget): { by: Date; isKeepable: boolean } {
  const received = receivedAt.getTime();
  const end = received + hours * hour;
  const last = openTimes(received, end, office).findLast(({ opens }) => opens < end);
  const by = Math.min(last?.closes ?? received, end);
  return by > received ? { by: new Date(by), isKeepable: true } : { by: new Date(end), isKeepable: false };
}

/** When the day of the office ends. */
export function getEndOfDay(now: Date, { timeZone }: OfficeHours): Date {
  return new Date(dateAt(now.getTime(), timeZone).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
}

export interface TimeOfDay {
  hour: number;
  minute: number;
}

/** Returns that time of the day so many days ago, with the day of the week from 1, a Monday. */
export function getTimeOfDay(now: Date, days: number, time: TimeOfDay, timeZone: string) {
  const date = dateAt(now.getTime(), timeZone).subtract({ days });
  const { epochMilliseconds } = date.toZonedDateTime({ timeZone, plainTime: time });
  return { at: new Date(epochMilliseconds), weekday: date.dayOfWeek };
}

/** The first moment of the next two weeks from which no promise can be kept in these hours; null where there is none. */
export function findUnkeepableTime({ hours, office }: ResponseTarget, now: Date): Date | null {
  const times = openTimes(now.getTime(), now.getTime() + 14 * day, office);
  if (times.length === 0) return now;
  const found = times.find(({ closes }, at) => (times[at + 1]?.opens ?? closes) - closes >= hours * hour);
  return found === undefined ? null : new Date(found.closes);
}

/**
 * When the office opens on that day, or on the next one on which it does: `tomorrow`, `three days`, `Monday` or a date like
 * `2026-12-28`. Null for a day that is no day, not ahead, or more than a year ahead; and where the office does not open.
 */
export function computeReminderTime(on: string, now: Date, office: OfficeHours): Date | null {
  const { PlainDate } = Temporal;
  const today = dateAt(now.getTime(), office.timeZone);
  const ahead = { tomorrow: 1, 'three days': 3, Monday: 8 - today.dayOfWeek }[on];
  let date = today;
  try {
    date = ahead === undefined ? PlainDate.from(on) : today.add({ days: ahead });
  } catch {
    return null;
  }
  if (PlainDate.compare(date, today) <= 0 || PlainDate.compare(date, today.add({ years: 1 })) > 0) return null;
  const from = date.toZonedDateTime(office.timeZone).epochMilliseconds;
  const first = openTimes(from, from + 14 * day, office).find(({ opens }) => opens >= from);
  return first === undefined ? null : new Date(first.opens);
}

/** What is left to answer, in words: `answer today, by 17:30`, `answer now: 25 min left`, `overdue since Monday 14:10`. */
export function formatTimeLeft(receivedAt: Date, promise: ResponseTarget, now: Date): string {
  const { timeZone } = promise.office;
  const { by, isKeepable } = computeDueTime(receivedAt, promise);
  const left = by.getTime() - now.getTime();
  const moment = formatDayAndTime(by, now, timeZone);
  if (left <= 0) return `overdue since ${moment}${isKeepable ? '' : ', when the office was closed'}`;
  if (!isKeepable) return `no office hours before the ${promise.hours} h end, ${moment}`;
  if (left < hour) return `answer now: ${Math.max(1, Math.floor(left / minute))} min left`;
  const { days } = dateAt(now.getTime(), timeZone).until(dateAt(by.getTime(), timeZone));
  const word = ['today', 'tomorrow'][days];
  return word === undefined ? `answer by ${moment}` : `answer ${word}, by ${formatsIn(timeZone).time.format(by)}`;
}

/** Writes a time as people say it: `Monday 14:10` within the last six days, else `3 March 2026, 14:10`. */
export function formatDayAndTime(time: Date, now: Date, timeZone: string): string {
  const { recent, older } = formatsIn(timeZone);
  const isRecent = Math.abs(now.getTime() - time.getTime()) < 6 * day;
  return (isRecent ? recent : older).format(time).replace(' at ', ', ');
}

/** When the office is open from a day before one time to the other, and on the rest of that day: the earliest first. */
function openTimes(from: number, until: number, office: OfficeHours): readonly OpenTime[] {
  const first = Math.floor(from / day) - 1;
  const days = Math.floor(until / day) - first + 1;
  return Array.from({ length: days }, (_, index) => timesOf(first + index, office)).flat();
}

interface OpenTime {
  opens: number;
  closes: number;
}

/** Those that begin on a day of UTC, counted from 1970; computed once, since a list of 50 would take 50 ms. */
function timesOf(dayOfUtc: number, office: OfficeHours): readonly OpenTime[] {
  const known = openings.get(office) ?? new Map<number, readonly OpenTime[]>();
  openings.set(office, known);
  const times = known.get(dayOfUtc) ?? computeTimes(dayOfUtc * day, office);
  known.set(dayOfUtc, times);
  return times;
}

const openings = new WeakMap<OfficeHours, Map<number, readonly OpenTime[]>>();

function computeTimes(begin: number, { timeZone, hours, holidays }: OfficeHours): readonly OpenTime[] {
  const at = (date: Temporal.PlainDate, time: string): number =>
    time === '24:00'
      ? date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
      : date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
  const first = dateAt(begin, timeZone);
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

function dateAt(time: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate();
}

function formatsIn(timeZone: string) {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  const made = {
    recent: format({ weekday: 'long', hour: '2-digit', minute: '2-digit' }),
    older: format({ dateStyle: 'long', timeStyle: 'short' }),
    time: format({ timeStyle: 'short' }),
  };
  formats.set(timeZone, made);
  return made;
}

const formats = new Map<string, Record<'recent' | 'older' | 'time', Intl.DateTimeFormat>>();
