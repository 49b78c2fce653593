import { getMeta, setMeta } from '../database/meta.ts';
import type { Database } from '../database/database.ts';
import { queueDeliveries } from '../outbox/delivery-queries.ts';
import { createPeriod, formatMonthName, subtractFromDay } from './period.ts';
import type { Report } from './report.ts';

/** Resolves to whether a person, by e-mail address, gets the report of each month. */
export async function isReportReader(database: Database, email: string): Promise<boolean> {
  const reader = database.selectFrom('people').select('gets_report').where('email', '=', email);
  return (await reader.executeTakeFirst())?.gets_report === 1;
}

/** Stores whether a person gets the report of each month. */
export async function setReportReader(database: Database, email: string, isReader: boolean): Promise<void> {
  const person = database.updateTable('people').where('email', '=', email);
  await person.set({ gets_report: Number(isReader) }).execute();
}

/**
 * Queues the report of the last month to its readers, once a month: not when it is called for the first time.
 * @param today in the time zone of the office
 */
export async function queueMonthlyReport(
  database: Database,
  today: string,
  now: Date,
  readReport: (period: ReturnType<typeof createPeriod>) => Promise<Report>,
): Promise<void> {
  const [month, last] = [today.slice(0, 7), await getMeta(database, 'report')];
  // A clock that was ahead must not stop them for long: the month is compared, not its order.
  if (last === month) return;
  const people = await database.selectFrom('people').select(['email', 'handle']).where('gets_report', '=', 1).execute();
  if (last !== null && people.length > 0) {
    const lastDay = subtractFromDay(`${month}-01`, { days: 1 });
    const text = formatReportMail(await readReport(createPeriod('month', lastDay, today)));
    const payload = { month: formatMonthName(lastDay), text };
    await queueDeliveries(
      database,
      people.map(({ email, handle }) => ({
        id: `report.${month}.${handle}`,
        kind: 'report',
        recordId: null,
        payload: { ...payload, to: email },
        at: now,
      })),
    );
  }
  await setMeta(database, 'report', month);
}

/** Formats the figures of the mail: about ten lines. */
function formatReportMail({ summary, tables: { pages, hosts, campaigns, answers } }: Report): string {
  const [month] = answers.rows;
  return [
    // Where views are not counted, nothing is said of them.
    ...summary.rows
      .filter(({ now, before }, at) => now + before > 0 || at === summary.rows.length - 1)
      .map(({ name, now, before }) => `${name}: ${now} (the month before: ${before})`),
    `Pages that led to enquiries: ${listFirst(pages.rows.map(({ name, enquiries }) => [name, enquiries]))}`,
    `Websites that led here: ${listFirst(hosts.rows.map(({ name, visits }) => [name, visits]))}`,
    `Campaigns: ${listFirst(campaigns.rows.map(({ name, visits }) => [name, visits]))}`,
    `Promise kept in ${month?.name}: ${month?.share || 'nothing to answer'} (${month?.answered} answered)`,
  ].join('\n');
}

/** Lists the first three that are not 0, with their numbers. */
function listFirst(counts: readonly (readonly [name: string, count: number])[]): string {
  const shown = counts.filter(([, count]) => count > 0).slice(0, 3);
  return shown.map(([name, count]) => `${name} (${count})`).join(', ') || 'none';
}
