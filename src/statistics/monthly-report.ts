import { findMetaValue, storeMeta } from '../database/meta.ts';
import type { Database } from '../database/database.ts';
import { queueDeliveries } from '../outbox/delivery-queries.ts';
import { createPeriod, formatMonthName, subtractFromDay } from './period.ts';
import type { ReportTable } from './report-table.ts';
import type { StatisticsReport } from './report.ts';

/** Queues last month's report to its readers once a month, not at the first call. `today`: in the office's zone. */
export async function queueMonthlyReport(
  database: Database,
  today: string,
  now: Date,
  listReaders: () => Promise<readonly Record<'email' | 'handle', string>[]>,
  readReport: (period: ReturnType<typeof createPeriod>) => Promise<StatisticsReport>,
): Promise<void> {
  const [month, last] = [today.slice(0, 7), await findMetaValue(database, 'report')];
  // A clock that was ahead must not stop them for long: the month is compared, not its order.
  if (last === month) return;
  const readers = await listReaders();
  if (last !== null && readers.length > 0) {
    const lastDay = subtractFromDay(`${month}-01`, { days: 1 });
    const text = formatReportMail(await readReport(createPeriod('month', lastDay, today)));
    const payload = { month: formatMonthName(lastDay), text };
    await queueDeliveries(
      database,
      readers.map(({ email, handle }) => ({
        id: `report.${month}.${handle}`,
        kind: 'report',
        recordId: null,
        payload: { ...payload, to: email },
        at: now,
      })),
    );
  }
  await storeMeta(database, 'report', month);
}

function formatReportMail({ summary, tables: { pages, hosts, campaigns, answers } }: StatisticsReport): string {
  const list = <Column extends string>({ rows }: ReportTable<Column>, name: Column, number: Column) =>
    rows
      .filter((row) => Number(row[number]) > 0)
      .slice(0, 3)
      .map((row) => `${row[name]} (${row[number]})`)
      .join(', ') || 'none';
  const [newest] = answers.rows;
  return [
    // Where views are not counted, nothing is said of them.
    ...summary.rows
      .filter(({ now, before }, at) => Number(now) + Number(before) > 0 || at === summary.rows.length - 1)
      .map(({ what, now, before }) => `${what}: ${now} (the month before: ${before})`),
    `Pages that led to enquiries: ${list(pages, 'page', 'enquiries')}`,
    `Websites that led here: ${list(hosts, 'name', 'visits')}`,
    `Campaigns: ${list(campaigns, 'name', 'visits')}`,
    `Promise kept in ${newest?.month}: ${newest?.share || 'nothing to answer'} (${newest?.answered} answered)`,
  ].join('\n');
}
