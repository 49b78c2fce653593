import { formatDay } from '../process/office-calendar.ts';
import { formatMonthName, subtractFromDay, type Period } from './period.ts';
import type { ReportDependencies } from './reported-enquiries.ts';
import { dropEmptyRows, type ReportTable } from './report-table.ts';

/** Months of the table of answers: up to the same of last year. */
const answerMonths = 13;

/** Resolves to the table of the times to the first answer. */
export async function readAnswerTable({ database, target }: ReportDependencies, { until }: Period, now: Date) {
  const counts = await database.selectFrom('answer_counts').selectAll().orderBy('hours').execute();
  const late = await database
    .selectFrom('enquiries')
    .select('received_at')
    .where('status', '=', 'open')
    .where('answer_counted', '=', 0)
    .where('due_at', '<', now)
    .execute();
  const lateMonths = late.map((row) => formatDay(new Date(row.received_at), target.officeHours.timeZone).slice(0, 7));
  const lastDay = subtractFromDay(until, { days: 1 });
  const months = Array.from({ length: answerMonths }, (_, ago) =>
    subtractFromDay(lastDay, { months: ago }).slice(0, 7),
  );
  const rows = months.map((month) => {
    const ofMonth = counts.filter((count) => count.month === month);
    const open = lateMonths.filter((each) => each === month).length;
    const sum = (all: typeof counts) => all.reduce((total, { number }) => total + number, 0);
    const [answered, kept] = [sum(ofMonth), sum(ofMonth.filter((count) => count.kept === 1))];
    const median = ofMonth.find((_, at) => 2 * sum(ofMonth.slice(0, at + 1)) >= answered);
    const all = answered + open;
    // 100 % is kept for all of them.
    const share = all === 0 ? '' : `${kept === all ? 100 : Math.min(99, Math.round((100 * kept) / all))} %`;
    const [half = '', slowest = ''] = [median, ofMonth.at(-1)].map((count) => count && formatHours(count.hours));
    const path = `/statistics?by=month&day=${month}-01`;
    return { month: formatMonthName(month), share, answered, kept, open, half, slowest, path };
  });
  return {
    title: 'Was the promise kept',
    note: `Promised: an answer in the office hours of the next ${target.replyWithinHours} hours. By the month in which an enquiry came; all hours of day and night count. One that was ended counts as answered after an hour.`,
    columns: {
      month: 'Month',
      share: 'Promise kept',
      answered: 'Answered',
      kept: 'In time',
      open: 'Late and open',
      half: 'Half answered within',
      slowest: 'Slowest within',
    },
    rows: dropEmptyRows(rows, 'share'),
  } satisfies ReportTable;
}

/** Formats the time within which something was answered that took that many whole hours. */
function formatHours(hours: number): string {
  return hours < 48 ? `${hours + 1} h` : `${Math.ceil((hours + 1) / 24)} days`;
}
