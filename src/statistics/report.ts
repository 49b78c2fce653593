import { countFirstAnswers } from './answer-counts.ts';
import { readAnswerTable } from './answer-table.ts';
import { readCounts, sumCounts } from './count-sums.ts';
import { createFormTables, createLeftOutTable, createPageTable } from './count-tables.ts';
import { readDays } from './days.ts';
import type { Period } from './period.ts';
import { listReportedEnquiries, type ReportDependencies } from './reported-enquiries.ts';
import { dropEmptyRows, type ReportTable } from './report-table.ts';
import { readSourceTables } from './source-tables.ts';
import { createSummary } from './summary.ts';

/** The numbers of a period: by day or month, and the tables by their names. */
export type StatisticsReport = Awaited<ReturnType<typeof readReport>>;

/** Resolves to the statistics of a period, beside those of the one before. */
export async function readReport(dependencies: ReportDependencies, period: Period, now: Date) {
  await countFirstAnswers(dependencies, now);
  const { database } = dependencies;
  const [counts, countsBefore] = [await readCounts(database, period), await readCounts(database, period.before)];
  const enquiries = await listReportedEnquiries(dependencies, period, now);
  const enquiriesBefore = await listReportedEnquiries(dependencies, period.before, now);
  const visits = sumCounts(counts, { kind: 'view' }, 'visits');
  const visitsBefore = sumCounts(countsBefore, { kind: 'view' }, 'visits');
  const days = await readDays(dependencies, period, enquiries);
  return {
    period,
    days,
    tables: {
      summary: createSummary(period, { visits, enquiries }, { visits: visitsBefore, enquiries: enquiriesBefore }),
      days: {
        title: 'Visits and enquiries',
        note: '',
        columns: { name: 'Day', views: 'Page views', visits: 'Visits', enquiries: 'Enquiries' },
        rows: dropEmptyRows(days, 'views', 'visits', 'enquiries'),
      } satisfies ReportTable,
      ...(await readSourceTables(database, period, visits, enquiries)),
      ...createFormTables(counts, enquiries),
      pages: createPageTable(counts, enquiries),
      answers: await readAnswerTable(dependencies, period, now),
      leftOut: createLeftOutTable(counts),
    },
  };
}
