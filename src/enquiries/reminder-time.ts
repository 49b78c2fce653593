import { Temporal } from 'temporal-polyfill';
import {
  findNextOpening,
  getEndOfDay,
  listOpenTimes,
  toPlainDate,
  type OfficeHours,
} from '../process/office-calendar.ts';

const hour = 60 * 60_000;

/**
 * Returns the opening time on a day or the next open one. `dayChoice` is `later today`, `tomorrow`, `three days`,
 * `week`, `Monday` or a date like `2026-12-28`. Null if the office is not open then, or it is past or over a year ahead.
 */
export function computeReminderTime(dayChoice: string, now: Date, office: OfficeHours): Date | null {
  if (dayChoice === 'later today') return computeTimeLaterToday(now, office);
  const { PlainDate } = Temporal;
  const today = toPlainDate(now.getTime(), office.timeZone);
  const ahead = { tomorrow: 1, 'three days': 3, week: 7, Monday: 8 - today.dayOfWeek }[dayChoice];
  let date = today;
  try {
    date = ahead === undefined ? PlainDate.from(dayChoice) : today.add({ days: ahead });
  } catch {
    return null;
  }
  if (PlainDate.compare(date, today) <= 0 || PlainDate.compare(date, today.add({ years: 1 })) > 0) return null;
  return findNextOpening(new Date(date.toZonedDateTime(office.timeZone).epochMilliseconds), office);
}

/** Returns the time in three hours, or a quarter of an hour before closing time. Null within the last hour. */
function computeTimeLaterToday(now: Date, office: OfficeHours): Date | null {
  const [time, end] = [now.getTime(), getEndOfDay(now, office).getTime()];
  const today = listOpenTimes(time, end, office).filter(({ opens, closes }) => opens < end && closes >= time + hour);
  const later = time + 3 * hour;
  if (today.some(({ opens, closes }) => opens <= later && later < closes)) return new Date(later);
  const last = today.at(-1);
  return last === undefined ? null : new Date(last.closes - hour / 4);
}
