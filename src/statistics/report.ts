import { countFirstAnswers } from './answer-counts.ts';
import { readAnswerTable } from './answer-table.ts';
import { readCounts, sumCounts, sumColumns } from './count-sums.ts';
import { createLeftOutTable, createPageTable, createRefusalTable, readVisitSourceTable } from './count-tables.ts';
import { formatDayName, formatDayRange, formatMonthName, subtractFromDay, type Period } from './period.ts';
import { listReportedEnquiries, type ReportDependencies } from './reported-enquiries.ts';
import type { ReportRow, ReportTable } from './report-table.ts';

/** The numbers of a period: in short, by day or month, and the tables by their names. */
export type StatisticsReport = Awaited<ReturnType<typeof readReport>>;

type SummaryColumn = 'what' | 'now' | 'before' | 'change';
export type DayTable = ReportTable<'day' | 'views' | 'visits'>;

/** Resolves to the statistics of a period, beside those of the one before. */
export async function readReport(dependencies: ReportDependencies, period: Period, now: Date) {
  await countFirstAnswers(dependencies, now);
  const { database } = dependencies;
  const [counts, countsBefore] = [await readCounts(database, period), await readCounts(database, period.before)];
  const enquiries = await listReportedEnquiries(dependencies, period);
  const enquiriesBefore = await listReportedEnquiries(dependencies, period.before);
  const row = (name: string, kind: string, detail = '', sum: 'number' | 'visits' = 'number') =>
    compareNumbers(name, sumCounts(counts, { kind, detail }, sum), sumCounts(countsBefore, { kind, detail }, sum));
  return {
    period,
    summary: {
      title: 'In short',
      note: 'A visit begins where somebody comes from another website, or by typing the address. Enquiries that were erased are missing.',
      columns: { what: 'What', now: formatDayRange(period), before: formatDayRange(period.before), change: 'Change' },
      rows: [
        row('Page views', 'view'),
        row('Visits', 'view', '', 'visits'),
        row('Contact form opened', 'form', 'opened'),
        row('Contact form begun', 'form', 'begun'),
        row('Contact form sent', 'form', 'sent'),
        compareNumbers('Enquiries received in any way', enquiries.length, enquiriesBefore.length),
      ],
    } satisfies ReportTable<SummaryColumn>,
    days: await readDays(dependencies, period),
    tables: {
      pages: createPageTable(counts, enquiries),
      hosts: await readVisitSourceTable(database, period, enquiries, 'host'),
      campaigns: await readVisitSourceTable(database, period, enquiries, 'campaign'),
      refusals: createRefusalTable(counts),
      answers: await readAnswerTable(dependencies, period, now),
      leftOut: createLeftOutTable(counts),
    },
  };
}

function compareNumbers(what: string, now: number, before: number): ReportRow<SummaryColumn> {
  const change = Math.round((100 * (now - before)) / before);
  const direction = change > 0 ? 'more' : 'fewer';
  return { what, now, before, change: before === 0 || change === 0 ? '' : `${Math.abs(change)} % ${direction}` };
}

async function readDays({ database }: ReportDependencies, { unit, from, until }: Period): Promise<DayTable> {
  const length = unit === 'year' ? 7 : 10;
  const rows = await database
    .selectFrom('page_counts')
    .select(['day', ...sumColumns])
    .where('kind', '=', 'view')
    .where('day', '>=', from)
    .where('day', '<', until)
    .groupBy('day')
    .execute();
  const days = new Map<string, { day: string; views: number; visits: number }>();
  for (let day = from; day < until; day = subtractFromDay(day, { days: -1 }))
    days.set(day.slice(0, length), {
      day: unit === 'year' ? formatMonthName(day) : formatDayName(day),
      views: 0,
      visits: 0,
    });
  for (const { day, number, visits } of rows) {
    const row = days.get(day.slice(0, length)) ?? { views: 0, visits: 0 };
    row.views += number;
    row.visits += visits;
  }
  const unitName = unit === 'year' ? 'Month' : 'Day';
  return {
    title: `Page views and visits by ${unitName.toLowerCase()}`,
    note: '',
    columns: { day: unitName, views: 'Page views', visits: 'Visits' },
    rows: [...days.values()],
  };
}
