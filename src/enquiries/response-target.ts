import { findNextOpening, listOpenTimes, toPlainDate, type OfficeHours } from '../process/office-calendar.ts';
import { getDateFormat } from '../text/format-date.ts';

/** Promised response time to visitors, with the office hours. */
export interface ResponseTarget {
  /** Promised response time in hours, not office hours. */
  replyWithinHours: number;
  officeHours: OfficeHours;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

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

/** Returns the latest time of an answer that visitors are told of; null if no office hours are left within the target. */
export function findPromisedTime(receivedAt: Date, target: ResponseTarget): Date | null {
  const { dueAt, isAchievable } = computeDueTime(receivedAt, target);
  return isAchievable ? dueAt : null;
}

/** Formats a promised time with its day, which may be read a week later: `Monday, 30 November, 17:30`. */
export function formatPromisedTime(time: Date, timeZone: string): string {
  const dayFormat = getDateFormat(timeZone, { weekday: 'long', day: 'numeric', month: 'long' });
  const parts = dayFormat.formatToParts(time).filter(({ type }) => type !== 'literal');
  const [weekday, ...date] = parts.map(({ value }) => value);
  return [weekday, date.join(' '), getDateFormat(timeZone, { timeStyle: 'short' }).format(time)].join(', ');
}

/** Returns the first time within two weeks from which office hours cannot meet the target; null if there is none. */
export function findFirstUnachievableTime({ replyWithinHours, officeHours }: ResponseTarget, now: Date): Date | null {
  const times = listOpenTimes(now.getTime(), now.getTime() + 14 * day, officeHours);
  if (times.length === 0) return now;
  const found = times.find(({ closes }, at) => (times[at + 1]?.opens ?? closes) - closes >= replyWithinHours * hour);
  return found === undefined ? null : new Date(found.closes);
}

/** Formats the time left: `reply today, by 17:30`, `reply now: 25 min left`, `overdue since Monday 14:10`. */
export function formatTimeLeft(waitingSince: Date, target: ResponseTarget, now: Date): string {
  const { timeZone } = target.officeHours;
  const { dueAt, isAchievable } = computeDueTime(waitingSince, target);
  const left = dueAt.getTime() - now.getTime();
  const moment = formatDayAndTime(dueAt, now, timeZone);
  if (left <= 0) return `overdue since ${moment}${isAchievable ? '' : ', when the office was closed'}`;
  const opening = isAchievable ? null : findNextOpening(waitingSince, target.officeHours);
  if (opening !== null)
    return `reply first on ${formatDayAndTime(opening, now, timeZone)}: the ${target.replyWithinHours} h end ${moment}, while the office is closed`;
  if (left < hour) return `reply now: ${Math.max(1, Math.floor(left / minute))} min left`;
  const { day: dueDay, time } = formatDueTime(dueAt, now, timeZone);
  return dueDay === 'After tomorrow' ? `reply by ${time}` : `reply ${dueDay.toLowerCase()}, by ${time}`;
}

/** Days by which an answer is due, in the order of a list. */
type DueDay = 'Overdue' | 'Today' | 'Tomorrow' | 'After tomorrow';

/** Returns the day by which an answer is due, and the time, with its weekday or date unless the day says it. */
export function formatDueTime(dueAt: Date, now: Date, timeZone: string): { day: DueDay; time: string } {
  const { days } = toPlainDate(now.getTime(), timeZone).until(toPlainDate(dueAt.getTime(), timeZone));
  const near = (['Today', 'Tomorrow'] as const)[days];
  if (dueAt <= now || near === undefined)
    return { day: dueAt <= now ? 'Overdue' : 'After tomorrow', time: formatDayAndTime(dueAt, now, timeZone) };
  return { day: near, time: getDateFormat(timeZone, { timeStyle: 'short' }).format(dueAt) };
}

/** Formats a time for a column: `14:10` today, `Mon 14:10` if less than six days away, else `3 Mar`, or `3 Mar 2026`. */
export function formatBriefTime(time: Date, now: Date, timeZone: string): string {
  const [then, today] = [time, now].map((one) => toPlainDate(one.getTime(), timeZone));
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const date = { day: 'numeric', month: 'short', ...(then?.year !== today?.year && { year: 'numeric' }) } as const;
  const isRecent = Math.abs(now.getTime() - time.getTime()) < 6 * day;
  const format = then?.toString() === today?.toString() ? clock : isRecent ? { weekday: 'short', ...clock } : date;
  return getDateFormat(timeZone, format as Intl.DateTimeFormatOptions)
    .format(time)
    .replace(/,? at |, /, ' ');
}

/** Formats a time: `Monday 14:10` if less than six days away, else `3 March 2026, 14:10`. */
export function formatDayAndTime(time: Date, now: Date, timeZone: string): string {
  const isRecent = Math.abs(now.getTime() - time.getTime()) < 6 * day;
  const format = isRecent
    ? getDateFormat(timeZone, { weekday: 'long', hour: '2-digit', minute: '2-digit' })
    : getDateFormat(timeZone, { dateStyle: 'long', timeStyle: 'short' });
  return format.format(time).replace(' at ', ', ');
}
