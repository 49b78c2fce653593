import { Temporal } from 'temporal-polyfill';
import { getDateFormat } from '../text/format-date.ts';

/** Promised response time to visitors, with the office hours. */
export interface ResponseTarget {
  /** Promised response time in hours, not office hours. */
  replyWithinHours: number;
  officeHours: OfficeHours;
}

/** Opening hours of the office, as the site's content has them. */
export interface OfficeHours {
  /** IANA name, like `Europe/London`. */
  timeZone: string;
  /** Opening times like `09:00`; `24:00` is midnight. A day may have several, or none. */
  hours: readonly { day: string; opens: string; closes: string }[];
  /** Days on which the office stays closed, like `2026-12-25`. */
  holidays: readonly string[];
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Returns the due time of an enquiry: the last moment of office hours within the response time. If there is none,
 * `isAchievable` is false and `dueAt` is the end of the response time. Monotonic in `waitingSince`.
 */
export function computeDueTime(
  waitingSince: Date,
  { replyWithinHours, officeHours }: ResponseTarget,
): { dueAt: Date; isAchievable: boolean } {
  const received = waitingSince.getTime();
  const end = received + replyWithinHours * hour;
  const last = listOpenTimes(received, end, officeHours).findLast(({ opens }) => opens < end);
  const by = Math.min(last?.closes ?? received, end);
  return by > received ? { dueAt: new Date(by), isAchievable: true } : { dueAt: new Date(end), isAchievable: false };
}

/** Returns the day of a time in a time zone, like `2026-10-31`. */
export function formatDay(time: Date, timeZone: string): string {
  return toPlainDate(time.getTime(), timeZone).toString();
}

/** Returns the end of the day in the office's time zone. */
export function getEndOfDay(now: Date, { timeZone }: OfficeHours): Date {
  return new Date(toPlainDate(now.getTime(), timeZone).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
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

/** Returns the first time within two weeks from which office hours cannot meet the target; null if there is none. */
export function findUnachievableTime({ replyWithinHours, officeHours }: ResponseTarget, now: Date): Date | null {
  const times = listOpenTimes(now.getTime(), now.getTime() + 14 * day, officeHours);
  if (times.length === 0) return now;
  const found = times.find(({ closes }, at) => (times[at + 1]?.opens ?? closes) - closes >= replyWithinHours * hour);
  return found === undefined ? null : new Date(found.closes);
}

/**
 * Returns the opening time on a day or the next open one. `dayChoice` is `later today`, `tomorrow`, `three days`,
 * `Monday` or a date like `2026-12-28`. Null if it is invalid, not in the future or more than a year ahead, or if the
 * office never opens, or not long enough today.
 */
export function computeReminderTime(dayChoice: string, now: Date, office: OfficeHours): Date | null {
  if (dayChoice === 'later today') return computeTimeLaterToday(now, office);
  const { PlainDate } = Temporal;
  const today = toPlainDate(now.getTime(), office.timeZone);
  const ahead = { tomorrow: 1, 'three days': 3, Monday: 8 - today.dayOfWeek }[dayChoice];
  let date = today;
  try {
    date = ahead === undefined ? PlainDate.from(dayChoice) : today.add({ days: ahead });
  } catch {
    return null;
  }
  if (PlainDate.compare(date, today) <= 0 || PlainDate.compare(date, today.add({ years: 1 })) > 0) return null;
  const from = date.toZonedDateTime(office.timeZone).epochMilliseconds;
  const first = listOpenTimes(from, from + 14 * day, office).find(({ opens }) => opens >= from);
  return first === undefined ? null : new Date(first.opens);
}

/** Returns the time in three hours, or a quarter of an hour before the office closes today. Null within its last hour. */
function computeTimeLaterToday(now: Date, office: OfficeHours): Date | null {
  const [time, end] = [now.getTime(), getEndOfDay(now, office).getTime()];
  const today = listOpenTimes(time, end, office).filter(({ opens, closes }) => opens < end && closes >= time + hour);
  const later = time + 3 * hour;
  if (today.some(({ opens, closes }) => opens <= later && later < closes)) return new Date(later);
  const last = today.at(-1);
  return last === undefined ? null : new Date(last.closes - hour / 4);
}

/** Formats the time left: `answer today, by 17:30`, `answer now: 25 min left`, `overdue since Monday 14:10`. */
export function formatTimeLeft(waitingSince: Date, target: ResponseTarget, now: Date): string {
  const { timeZone } = target.officeHours;
  const { dueAt, isAchievable } = computeDueTime(waitingSince, target);
  const left = dueAt.getTime() - now.getTime();
  const moment = formatDayAndTime(dueAt, now, timeZone);
  if (left <= 0) return `overdue since ${moment}${isAchievable ? '' : ', when the office was closed'}`;
  if (!isAchievable) return `no office hours before the ${target.replyWithinHours} h end, ${moment}`;
  if (left < hour) return `answer now: ${Math.max(1, Math.floor(left / minute))} min left`;
  const { day: dueDay, time } = describeDueTime(dueAt, now, timeZone);
  return dueDay === 'After tomorrow' ? `answer by ${time}` : `answer ${dueDay.toLowerCase()}, by ${time}`;
}

/** Days by which an answer is due, in the order of a list. */
type DueDay = 'Overdue' | 'Today' | 'Tomorrow' | 'After tomorrow';

/** Returns the day by which an answer is due, and the time, with its weekday or date unless the day says it. */
export function describeDueTime(dueAt: Date, now: Date, timeZone: string): { day: DueDay; time: string } {
  const { days } = toPlainDate(now.getTime(), timeZone).until(toPlainDate(dueAt.getTime(), timeZone));
  const near = (['Today', 'Tomorrow'] as const)[days];
  if (dueAt <= now || near === undefined)
    return { day: dueAt <= now ? 'Overdue' : 'After tomorrow', time: formatDayAndTime(dueAt, now, timeZone) };
  return { day: near, time: getDateFormat(timeZone, { timeStyle: 'short' }).format(dueAt) };
}

/** Formats a time: `Monday 14:10` if less than six days away, else `3 March 2026, 14:10`. */
export function formatDayAndTime(time: Date, now: Date, timeZone: string): string {
  const isRecent = Math.abs(now.getTime() - time.getTime()) < 6 * day;
  const format = isRecent
    ? getDateFormat(timeZone, { weekday: 'long', hour: '2-digit', minute: '2-digit' })
    : getDateFormat(timeZone, { dateStyle: 'long', timeStyle: 'short' });
  return format.format(time).replace(' at ', ', ');
}

/** Returns the opening times from a day before `from` to the end of the day of `until`, the earliest first. */
function listOpenTimes(from: number, until: number, office: OfficeHours): readonly OpenTime[] {
  const first = Math.floor(from / day) - 1;
  const days = Math.floor(until / day) - first + 1;
  return Array.from({ length: days }, (_, index) => getOpenTimes(first + index, office)).flat();
}

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

function toPlainDate(time: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate();
}
