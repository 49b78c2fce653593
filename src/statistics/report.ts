import { sql } from 'kysely';
import type { DatabaseWithDialect } from '../database/database.ts';
import { statusLabels, type EnquiryStatus, type VisitOrigin } from '../enquiries/model.ts';
import { formatDay, type ResponseTarget } from '../enquiries/response-target.ts';
import { countFirstAnswers } from './answer-counts.ts';
import {
  formatDayName,
  formatDays,
  formatMonthName,
  getStartOfDay,
  subtractFromDay,
  type DayRange,
  type Period,
} from './period.ts';

/** A row of a table: its name, and numbers or short texts by column. */
type TableRow<Column extends string> = {
  name: string;
  /** Path to which the name leads: of a page of the site, or of the numbers of a month. */
  path?: string;
} & Readonly<Record<Column, number | string>>;

/** A table of the report. */
export interface ReportTable<Column extends string = string> {
  title: string;
  /** What the table tells, and what it leaves out. */
  note: string;
  /** The headings by column, in their order; the first is that of the names. */
  columns: Readonly<{ name: string } & Record<Column, string>>;
  rows: readonly TableRow<Column>[];
}

/** The numbers of a period. */
export type Report = Awaited<ReturnType<typeof readReport>>;

interface ReportDependencies extends Pick<DatabaseWithDialect, 'database'> {
  target: ResponseTarget;
}

/** Rows of a table at most: a flood of made-up websites must not be a page of ten thousand. */
const maxRows = 100;

/** Columns of the sums of several rows. */
const sums = [sql<number>`sum(number)`.as('number'), sql<number>`sum(visits)`.as('visits')] as const;

/** Resolves to the numbers of a period, beside those of the one before. */
export async function readReport(dependencies: ReportDependencies, period: Period, now: Date) {
  await countFirstAnswers(dependencies, now);
  const [counts, countsBefore] = [
    await readCounts(dependencies, period),
    await readCounts(dependencies, period.before),
  ];
  const enquiries = await listReceived(dependencies, period);
  const enquiriesBefore = await listReceived(dependencies, period.before);
  const row = (name: string, kind: string, detail = '', sum: 'number' | 'visits' = 'number') =>
    compareNumbers(name, sumCounts(counts, { kind, detail }, sum), sumCounts(countsBefore, { kind, detail }, sum));
  return {
    period,
    summary: {
      title: 'In short',
      note: 'A visit begins where somebody comes from another website, or by typing the address. Enquiries that were erased are missing.',
      columns: { name: 'What', now: formatDays(period), before: formatDays(period.before), change: 'Change' },
      rows: [
        row('Page views', 'view'),
        row('Visits', 'view', '', 'visits'),
        row('Contact form opened', 'form', 'opened'),
        row('Contact form begun', 'form', 'begun'),
        row('Contact form sent', 'form', 'sent'),
        compareNumbers('Enquiries received in any way', enquiries.length, enquiriesBefore.length),
      ],
    },
    /** Views and visits by day; of a year by month. */
    days: await readDays(dependencies, period),
    tables: {
      pages: createPageTable(counts, enquiries),
      hosts: await readSourceTable(dependencies, period, enquiries, 'host'),
      campaigns: await readSourceTable(dependencies, period, enquiries, 'campaign'),
      refusals: createRefusalTable(counts),
      answers: await readAnswerTable(dependencies, period, now),
      leftOut: createLeftOutTable(counts),
    },
  };
}

/** Returns the row of a number beside that of the period before. */
function compareNumbers(name: string, now: number, before: number) {
  const change = Math.round((100 * (now - before)) / before);
  const direction = change > 0 ? 'more' : 'fewer';
  return { name, now, before, change: before === 0 || change === 0 ? '' : `${Math.abs(change)} % ${direction}` };
}

interface CountRow extends Record<'kind' | 'page' | 'detail', string> {
  number: number;
  visits: number;
}

/** Resolves to the sums of a range of days, wherever visits came from. */
async function readCounts({ database }: ReportDependencies, { from, until }: DayRange): Promise<readonly CountRow[]> {
  return database
    .selectFrom('page_counts')
    .select(['kind', 'page', 'detail', ...sums])
    .where('day', '>=', from)
    .where('day', '<', until)
    .groupBy(['kind', 'page', 'detail'])
    .execute();
}

function sumCounts(
  counts: readonly CountRow[],
  filter: Partial<CountRow>,
  sum: 'number' | 'visits' = 'number',
): number {
  const isCounted = (count: CountRow) =>
    Object.entries(filter).every(([name, value]) => Reflect.get(count, name) === value);
  return counts.filter(isCounted).reduce((total, count) => total + count[sum], 0);
}

interface ReceivedEnquiry {
  origin: VisitOrigin | null;
  outcome: string;
}

/** Resolves to the enquiries that came in a range of days, without spam, with what became of them. */
async function listReceived(
  { database, target: { officeHours } }: ReportDependencies,
  { from, until }: DayRange,
): Promise<readonly ReceivedEnquiry[]> {
  const rows = await database
    .selectFrom('enquiries')
    .select(['origin', 'status', 'closed_reason'])
    .where('received_at', '>=', getStartOfDay(from, officeHours.timeZone))
    .where('received_at', '<', getStartOfDay(until, officeHours.timeZone))
    .where('status', '<>', 'spam')
    .where('merged_into', 'is', null)
    .execute();
  return rows.map(({ origin, status, closed_reason: reason }) => ({
    origin: origin === null ? null : (JSON.parse(origin) as VisitOrigin),
    outcome: describeOutcome(status, reason),
  }));
}

function describeOutcome(status: EnquiryStatus, reason: string | null): string {
  return status === 'closed' && reason !== null ? reason : statusLabels[status];
}

/** Returns the number of enquiries, and what became of them: `2 Answered, 1 waiting`. */
function summariseOutcomes(enquiries: readonly ReceivedEnquiry[]) {
  const outcomes = [...Map.groupBy(enquiries, ({ outcome }) => outcome)];
  const sorted = outcomes.toSorted(([, one], [, other]) => other.length - one.length);
  return { enquiries: enquiries.length, became: sorted.map(([outcome, all]) => `${all.length} ${outcome}`).join(', ') };
}

async function readDays({ database }: ReportDependencies, { unit, from, until }: Period) {
  const length = unit === 'year' ? 7 : 10;
  const rows = await database
    .selectFrom('page_counts')
    .select(['day', ...sums])
    .where('kind', '=', 'view')
    .where('day', '>=', from)
    .where('day', '<', until)
    .groupBy('day')
    .execute();
  const days = new Map<string, { name: string; views: number; visits: number }>();
  for (let day = from; day < until; day = subtractFromDay(day, { days: -1 })) {
    const name = unit === 'year' ? formatMonthName(day) : formatDayName(day);
    days.set(day.slice(0, length), { name, views: 0, visits: 0 });
  }
  for (const { day, number, visits } of rows) {
    const row = days.get(day.slice(0, length));
    if (row) Object.assign(row, { views: row.views + number, visits: row.visits + visits });
  }
  const name = unit === 'year' ? 'Month' : 'Day';
  return {
    title: `Page views and visits by ${name.toLowerCase()}`,
    note: '',
    columns: { name, views: 'Page views', visits: 'Visits' },
    rows: [...days.values()],
  };
}

/** Names the page or the website of enquiries whose browser tells none. */
const unknown = 'not known';

/** Returns the first rows, those with the highest numbers in some columns first. */
function sortRows<Row extends object>(rows: readonly Row[], ...columns: readonly (keyof Row)[]): readonly Row[] {
  const compare = (a: Row, b: Row) =>
    columns.map((column) => Number(b[column]) - Number(a[column])).find((difference) => difference !== 0) ?? 0;
  return rows.toSorted(compare).slice(0, maxRows);
}

function createPageTable(counts: readonly CountRow[], enquiries: readonly ReceivedEnquiry[]) {
  const pages = new Set([...counts.map(({ page }) => page), ...enquiries.map(({ origin }) => origin?.page ?? unknown)]);
  pages.delete('');
  const rows = [...pages].map((page) => {
    const ofPage = counts.filter((count) => count.page === page);
    return {
      name: page,
      ...(page !== unknown && { path: page }),
      views: sumCounts(ofPage, { kind: 'view' }),
      visits: sumCounts(ofPage, { kind: 'view' }, 'visits'),
      opened: sumCounts(ofPage, { kind: 'form', detail: 'opened' }),
      begun: sumCounts(ofPage, { kind: 'form', detail: 'begun' }),
      ...summariseOutcomes(enquiries.filter(({ origin }) => (origin?.page ?? unknown) === page)),
    };
  });
  return {
    title: 'From page to enquiry',
    note: 'The form, and an enquiry, count for the page from which the form was opened. Most enquiries first.',
    columns: {
      name: 'Page',
      views: 'Views',
      visits: 'Visits begun here',
      opened: 'Form opened',
      begun: 'Form begun',
      enquiries: 'Enquiries',
      became: 'Became',
    },
    rows: sortRows(rows, 'enquiries', 'opened', 'views'),
  };
}

async function readSourceTable(
  { database }: ReportDependencies,
  { from, until }: Period,
  enquiries: readonly ReceivedEnquiry[],
  source: 'host' | 'campaign',
) {
  const rows = await database
    .selectFrom('page_counts')
    .select([`${source} as name`, ...sums])
    .where('day', '>=', from)
    .where('day', '<', until)
    .where('visits', '>', 0)
    .where(source, '<>', '')
    .groupBy(source)
    .orderBy('visits', 'desc')
    .limit(10 * maxRows)
    .execute();
  const visits = new Map(rows.map((row) => [row.name, row.visits]));
  const isHost = source === 'host';
  // Without a campaign there was none.
  const getName = ({ origin }: ReceivedEnquiry) => origin?.[source] || (isHost ? unknown : '');
  for (const name of enquiries.map(getName)) if (name !== '' && !visits.has(name)) visits.set(name, 0);
  return {
    title: isHost ? 'Websites that led here' : 'Campaigns',
    note: isHost
      ? '“direct” typed the address, or does not tell. Websites with fewer than five visits become “other” after 30 days.'
      : 'Links of yours with utm_source, utm_medium and utm_campaign in their address: a post, a newsletter, an advertisement.',
    columns: { name: isHost ? 'Website' : 'Campaign', visits: 'Visits', enquiries: 'Enquiries', became: 'Became' },
    rows: sortRows(
      Array.from(visits, ([name, number]) => {
        const led = enquiries.filter((enquiry) => getName(enquiry) === name);
        return { name, visits: number, ...summariseOutcomes(led) };
      }),
      'enquiries',
      'visits',
    ),
  };
}

function createRefusalTable(counts: readonly CountRow[]) {
  const prefix = 'refused: ';
  const fields = new Set(
    counts.flatMap(({ detail }) => (detail.startsWith(prefix) ? detail.slice(prefix.length) : [])),
  );
  const rows = [...fields].map((name) => ({ name, times: sumCounts(counts, { kind: 'form', detail: prefix + name }) }));
  return {
    title: 'Fields that the form refused',
    note: 'How often somebody was asked to correct a field. What they had typed is not kept.',
    columns: { name: 'Field', times: 'Refused' },
    rows: sortRows(rows, 'times'),
  };
}

function createLeftOutTable(counts: readonly CountRow[]) {
  const names = { robot: 'Robots', 'unknown page': 'Pages that do not exist', flood: 'Sent in floods, by programs' };
  const rows = Object.entries({ ...names, 'not stored': 'Lost while the database was away' });
  return {
    title: 'Left out',
    note: 'Not counted above. Who has objected, or runs no scripts, is counted nowhere.',
    columns: { name: 'What', times: 'Times' },
    rows: rows.map(([detail, name]) => ({ name, times: sumCounts(counts, { kind: 'left out', detail }) })),
  };
}

/** Months of the table of answers: up to the same of last year. */
const answerMonths = 13;

async function readAnswerTable({ database, target }: ReportDependencies, { until }: Period, now: Date) {
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
    const waiting = lateMonths.filter((each) => each === month).length;
    const sum = (all: typeof counts) => all.reduce((total, { number }) => total + number, 0);
    const [answered, kept] = [sum(ofMonth), sum(ofMonth.filter((count) => count.kept === 1))];
    const median = ofMonth.find((_, at) => 2 * sum(ofMonth.slice(0, at + 1)) >= answered);
    const slowest = ofMonth.at(-1);
    const all = answered + waiting;
    // 100 % is kept for all of them.
    const share = all === 0 ? '' : `${kept === all ? 100 : Math.min(99, Math.round((100 * kept) / all))} %`;
    return {
      name: formatMonthName(month),
      path: `/numbers?by=month&day=${month}-01`,
      share,
      answered,
      kept,
      waiting,
      median: median ? formatHours(median.hours) : '',
      slowest: slowest ? formatHours(slowest.hours) : '',
    };
  });
  return {
    title: 'Time to the first answer',
    note: `Promised: an answer in the office hours of the next ${target.replyWithinHours} hours. By the month in which an enquiry came; all hours of day and night count. One that was ended counts as answered.`,
    columns: {
      name: 'Month',
      share: 'Promise kept',
      answered: 'Answered',
      kept: 'In time',
      waiting: 'Late and waiting',
      median: 'Half answered within',
      slowest: 'Slowest within',
    },
    rows,
  };
}

/** Formats the time within which something was answered that took that many whole hours. */
function formatHours(hours: number): string {
  return hours < 48 ? `${hours + 1} h` : `${Math.ceil((hours + 1) / 24)} days`;
}
