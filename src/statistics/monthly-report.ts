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

function formatReportMail({ tables: { summary, pages, sources, presses } }: StatisticsReport): string {
  const list = <Column extends string>({ rows }: ReportTable<Column>, name: Column, number: Column) =>
    rows
      .filter((row) => Number(row[number]) > 0)
      .slice(0, 3)
      .map((row) => `${row[name]} (${row[number]})`)
      .join(', ') || 'none';
  const isTold = (figure: string | number) => figure !== '' && figure !== 0;
  return [
    // Where views are not counted, nothing is said of them.
    ...summary.rows
      .filter(({ what, now, before }) => what === 'Enquiries' || isTold(now) || isTold(before))
      .map(({ what, now, before }) => `${what}: ${now || 'none'} (the month before: ${before || 'none'})`),
    `Pages that led to enquiries: ${list(pages, 'page', 'enquiries')}`,
    `Where visits came from: ${list(sources, 'source', 'visits')}`,
    `Where enquiries came from: ${list(sources, 'source', 'enquiries')}`,
    `Pressed beside the form: ${list(presses, 'what', 'times')}`,
  ].join('\n');
}
