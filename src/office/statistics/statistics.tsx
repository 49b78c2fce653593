import type { ReactNode } from 'react';
import { formatCsvRow } from '../../enquiries/export-csv.ts';
import {
  formatDayRange,
  formatPeriodName,
  periodUnits,
  subtractFromDay,
  type Period,
  type PeriodUnit,
} from '../../statistics/period.ts';
import { listCells, type ReportTable } from '../../statistics/report-table.ts';
import type { StatisticsReport } from '../../statistics/report.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { useCurrentUser } from '../shared/page-context.ts';
import { PostButton } from '../shared/post-button.tsx';
import { redirectWithNotice } from '../shared/notices.tsx';
import { DayBridge } from './bridge.tsx';
import { FormSteps } from './form-steps.tsx';
import { StatisticsTable, TitledTable } from './statistics-table.tsx';
import { sendStaffPage, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';

/** Registers GET /statistics, GET /statistics.csv, and POST /statistics/mail. */
export function registerStatisticsRoutes({ get, post }: StaffRoutes): void {
  get('/statistics', async (request) => {
    const { people, config } = request.office;
    const readers = await people.listReportReaders();
    const isReader = readers.some(({ email }) => email === request.session.person);
    const report = await readRequestedReport(request);
    return sendStaffPage(
      request,
      <StatisticsPage {...report} isReader={isReader} isCounting={config.countsViews} siteUrl={config.siteUrl} />,
    );
  });
  get('/statistics.csv', async (request) => {
    const report = await readRequestedReport(request);
    const { unit, from } = report.period;
    return request.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="statistics-${unit}-${from}.csv"`)
      .send(formatReportCsv(report));
  });
  post('/statistics/mail', async ({ office, session, form, reply }) => {
    const isReader = form.get('wanted') === 'yes';
    await office.people.setReportReader(session.person, isReader);
    return redirectWithNotice(reply, '/statistics', isReader ? 'report' : 'no-report');
  });
}

function readRequestedReport({ office, query }: StaffRequest): Promise<StatisticsReport> {
  const unit = periodUnits.find((one) => one === query.get('by')) ?? 'month';
  return office.statistics.readReport(unit, query.get('day'));
}

/** Formats all tables of a report as CSV, each below a line with its title. */
function formatReportCsv({ tables }: StatisticsReport): string {
  const lines = Object.values(tables).flatMap((table: ReportTable) => [
    [table.title],
    Object.values(table.columns),
    ...listCells(table),
    [],
  ]);
  // Excel needs the byte order mark to read UTF-8.
  return `\uFEFF${lines.map((cells) => formatCsvRow(cells.map(String))).join('')}`;
}

interface StatisticsPageProps extends StatisticsReport {
  /** Whether the person gets the statistics by mail each month. */
  isReader: boolean;
  isCounting: boolean;
  siteUrl: string;
}

/** Renders the statistics of a period. */
export function StatisticsPage({ period, days, tables, isReader, isCounting, siteUrl }: StatisticsPageProps) {
  const { summary, sources, firstPages, steps, refusals, presses, pages, answers, leftOut } = tables;
  const linkedPages = pages.rows.map((row) => ({ ...row, path: row.path && siteUrl + row.path }));
  return (
    <OfficePage
      title="Statistics"
      heading={formatPeriodName(period)}
      lead={`${formatDayRange(period)}, beside ${formatDayRange(period.before)}. Nobody is followed.`}
      currentPath="/statistics"
    >
      {isCounting ? null : <p className="notice">Views are not counted: COUNTS is off.</p>}
      <PeriodLinks {...period} />
      <Summary rows={summary.rows} />
      <DayBridge days={days} />
      <details>
        <summary>As a table</summary>
        <StatisticsTable table={tables.days} />
      </details>
      <div className="mt-9 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 min-[75rem]:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]">
        <TitledTable
          table={sources}
          lineColumn="visits"
          renderDetails={(name) => renderFirstPages(firstPages.rows.filter(({ source }) => source === name))}
        />
        <div className="grid content-start gap-y-10">
          <FormSteps steps={steps} refusals={refusals} />
          <TitledTable table={presses} />
        </div>
      </div>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-y-10">
        <TitledTable table={{ ...pages, rows: linkedPages }} lineColumn="views" />
        <TitledTable table={answers} />
        <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
          <CountingNote />
          <TitledTable table={leftOut} />
        </div>
        <ReportByMail isReader={isReader} />
      </div>
    </OfficePage>
  );
}

/** The first pages of a source, unless all of them were too rare to be named. */
function renderFirstPages(rows: StatisticsReport['tables']['firstPages']['rows']): ReactNode {
  if (rows.every(({ page }) => page === 'other')) return null;
  return (
    <ul className="pb-2 text-small font-normal">
      {rows.map(({ page, visits }) => (
        <li key={page}>
          {page} <span className="text-quiet">{visits.toLocaleString('en-GB')}</span>
        </li>
      ))}
    </ul>
  );
}

function Summary({ rows }: Pick<StatisticsReport['tables']['summary'], 'rows'>) {
  const tones = { better: 'text-harbour', worse: 'text-balloon', '': '' };
  return (
    <dl className="grid grid-cols-2 border-t-[3px] border-b border-t-cable border-b-hairline md:grid-cols-4">
      {rows.map(({ what, now, before, change, tone }) => (
        <div key={what} className={summaryCellClassName}>
          <dt className="text-quiet">{what}</dt>
          <SummaryFigure text={now.toLocaleString('en-GB')} />
          <dd className="text-small">
            <span className={`${tones[tone]} font-medium`}>{change}</span>
            {change === '' || before === '' ? '' : '; '}
            {before === '' ? '' : `before: ${before.toLocaleString('en-GB')}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const summaryCellClassName =
  'border-hairline py-4 pr-4 even:border-l even:pl-4 max-md:nth-[n+3]:border-t md:not-first:border-l md:not-first:pl-4';

/** Renders a figure like `1,284` at display size, and of `21 of 22` the first. */
function SummaryFigure({ text }: { text: string }) {
  const [figure, ...rest] = text.split(' ');
  return (
    <dd className="font-display text-[clamp(2.2rem,4.5vw,3.3rem)]/[1.1] font-bold tracking-tight">
      {figure || '–'} <span className="text-[1.2rem] font-medium">{rest.join(' ')}</span>
    </dd>
  );
}

/** What the numbers mean, and when they come. */
function CountingNote() {
  return (
    <section>
      <h2>How it is counted</h2>
      <p className="mt-1 max-w-(--measure) text-quiet">
        A view counts after a second, and is saved each minute. A visit begins where somebody comes from another
        website, or by typing the address. An enquiry that was ended counts as answered after an hour; one that was
        erased is missing. Sources of fewer than five visits become “other” after 30 days, first pages of fewer at once.
      </p>
    </section>
  );
}

function ReportByMail({ isReader }: { isReader: boolean }) {
  const { person } = useCurrentUser();
  return (
    <section className="grid justify-items-start gap-3 print:hidden">
      <h2>By mail</h2>
      <p className="text-quiet">
        The most important of them {isReader ? 'go' : 'can go'} to {person} at the beginning of each month.
      </p>
      <PostButton action="/statistics/mail" fields={{ wanted: isReader ? 'no' : 'yes' }}>
        {isReader ? 'Stop the monthly mail' : 'Mail me the statistics of each month'}
      </PostButton>
    </section>
  );
}

const unitNames = { week: 'Week', month: 'Month', year: 'Year' } satisfies Record<PeriodUnit, string>;

function PeriodLinks({ unit, until, before, next }: Period) {
  const lastDay = subtractFromDay(until, { days: 1 });
  return (
    <nav aria-label="Period" className="links row mb-5 gap-x-6 gap-y-0 md:*:last:ml-auto print:hidden">
      {periodUnits.map((one) => (
        <a
          key={one}
          href={`/statistics?by=${one}&day=${lastDay}`}
          aria-current={one === unit ? 'page' : undefined}
          className="font-medium hover:text-lamp aria-[current]:text-lamp"
        >
          {unitNames[one]}
        </a>
      ))}
      <a href={`/statistics?by=${unit}&day=${before.from}`}>The {unit} before</a>
      {next === null ? null : <a href={`/statistics?by=${unit}&day=${next}`}>The {unit} after</a>}
      <a href={`/statistics.csv?by=${unit}&day=${lastDay}`}>Download as CSV</a>
    </nav>
  );
}
