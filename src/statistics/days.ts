import { sumColumns } from './count-sums.ts';
import { formatDayName, formatMonthName, formatShortDay, isWeekend, subtractFromDay, type Period } from './period.ts';
import type { ReportDependencies, ReportedEnquiry } from './reported-enquiries.ts';

/** A day of the report, or a month of a year. `label` is its name below a graph: `1 Nov`, `Mon 2` or `Nov`. */
export type ReportDay = Record<'name' | 'label', string> &
  Record<'views' | 'visits' | 'enquiries', number> & { kind: 'weekend' | 'day' | 'month' };

/** Resolves to all days of a period; of a year, to its months since the first that has something. */
export async function readDays(
  { database }: Pick<ReportDependencies, 'database'>,
  { unit, from, until }: Period,
  enquiries: readonly ReportedEnquiry[],
): Promise<readonly ReportDay[]> {
  const counts = await database
    .selectFrom('page_counts')
    .select(['day', ...sumColumns])
    .where('kind', '=', 'view')
    .where('day', '>=', from)
    .where('day', '<', until)
    .groupBy('day')
    .execute();
  const isYear = unit === 'year';
  const days: ReportDay[] = [];
  for (let day = from; day < until; day = subtractFromDay(day, isYear ? { months: -1 } : { days: -1 })) {
    const isInside = (one: { day: string }) => one.day.startsWith(isYear ? day.slice(0, 7) : day);
    const inside = counts.filter(isInside);
    const weekKind = isWeekend(day) ? 'weekend' : 'day';
    days.push({
      name: isYear ? formatMonthName(day) : formatDayName(day),
      label: formatShortDay(day, unit),
      kind: isYear ? 'month' : weekKind,
      views: inside.reduce((total, { number }) => total + number, 0),
      visits: inside.reduce((total, { visits }) => total + visits, 0),
      enquiries: enquiries.filter(isInside).length,
    });
  }
  const first = days.findIndex(({ views, enquiries: received }) => views + received > 0);
  return isYear ? days.slice(Math.max(0, first)) : days;
}
