import { formatCsvRow } from '../../enquiries/export-csv.ts';
import { formatDayRange, periodUnits, subtractFromDay, type Period, type PeriodUnit } from '../../statistics/period.ts';
import { listCells, type ReportTable } from '../../statistics/report-table.ts';
import type { DayTable, StatisticsReport } from '../../statistics/report.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { useCurrentUser } from '../shared/page-context.ts';
import { PostButton } from '../shared/post-button.tsx';
import { redirectWithNotice } from '../shared/notices.tsx';
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
function formatReportCsv({ summary, days, tables }: StatisticsReport): string {
  const lines = [summary, days, ...Object.values(tables)].flatMap((table: ReportTable) => [
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
export function StatisticsPage({ period, summary, days, tables, isReader, isCounting, siteUrl }: StatisticsPageProps) {
  const { person } = useCurrentUser();
  return (
    <OfficePage
      title="Statistics"
      lead={`${formatDayRange(period)}. Nobody is followed for them: they are daily totals, without cookies, names or addresses.`}
      currentPath="/statistics"
    >
      {isCounting ? null : <p className="notice">Views are not counted: COUNTS is off.</p>}
      <PeriodLinks {...period} />
      <TitledTable {...summary} siteUrl={siteUrl} />
      <section className="mt-9">
        <h2>{days.title}</h2>
        <DayChart {...days} />
        <details>
          <summary>As a table</summary>
          <StatisticsTable {...days} siteUrl={siteUrl} />
        </details>
      </section>
      {Object.values(tables).map((table) => (
        <TitledTable key={table.title} {...table} siteUrl={siteUrl} />
      ))}
      <section className="mt-9 grid justify-items-start gap-3 print:hidden">
        <h2>By mail</h2>
        <p className="text-quiet">
          The most important of them {isReader ? 'go' : 'can go'} to {person} at the beginning of each month.
        </p>
        <PostButton action="/statistics/mail" fields={{ wanted: isReader ? 'no' : 'yes' }}>
          {isReader ? 'Stop the monthly mail' : 'Mail me the statistics of each month'}
        </PostButton>
      </section>
    </OfficePage>
  );
}

const unitNames = { week: 'Week', month: 'Month', year: 'Year' } satisfies Record<PeriodUnit, string>;

function PeriodLinks({ unit, until, before, next }: Period) {
  const lastDay = subtractFromDay(until, { days: 1 });
  return (
    <nav aria-label="Period" className="links row mb-5 gap-x-6 print:hidden">
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

/** Renders a table below its title. */
function TitledTable(table: ReportTable & { siteUrl: string }) {
  return (
    <section className="mt-9">
      <h2>{table.title}</h2>
      {table.note === '' ? null : <p className="mt-1 max-w-(--measure) text-quiet">{table.note}</p>}
      {table.rows.length === 0 ? <p className="mt-3">None in this time.</p> : <StatisticsTable {...table} />}
    </section>
  );
}

/** Renders a table. A wide one has links, by which keys reach it where it has to scroll. */
function StatisticsTable({ paths, siteUrl, ...table }: ReportTable & { siteUrl: string }) {
  const titles = Object.values(table.columns);
  const getUrl = (path: string) => (path.startsWith('/statistics?') ? path : siteUrl + path);
  return (
    <div className={`mt-3 ${paths ? 'overflow-x-auto' : ''}`}>
      <table className="statistics">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listCells(table).map(([name, ...cells], row) => (
            <tr key={name}>
              <th scope="row">
                {paths?.[row] ? (
                  <a href={getUrl(paths[row])} className="link target">
                    {name}
                  </a>
                ) : (
                  name
                )}
              </th>
              {cells.map((cell, at) => (
                <td key={titles[at + 1]}>{typeof cell === 'number' ? cell.toLocaleString('en-GB') : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const chartHeight = 100;

/** Renders for each day a bar of views, and in front of it a bar of visits. The table has the same numbers. */
function DayChart({ title, rows }: DayTable) {
  const highest = Math.max(...rows.map(({ views }) => Number(views)));
  const bar = (value: number | string, at: number, inset: number, className: string) => {
    const height = (chartHeight * Number(value)) / Math.max(1, highest);
    return (
      <rect x={10 * at + inset} y={chartHeight - height} width={10 - 2 * inset} height={height} className={className} />
    );
  };
  return (
    <figure className="my-4 max-w-[60rem]">
      <svg
        viewBox={`0 0 ${10 * rows.length} ${chartHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: the highest is ${highest}. The table below has each.`}
        className="h-44 w-full border-b border-outline"
      >
        {rows.map(({ day, views, visits }, at) => (
          <g key={day}>
            {bar(views, at, 1, 'fill-outline')}
            {bar(visits, at, 3, 'fill-lamp stroke-ground [vector-effect:non-scaling-stroke]')}
          </g>
        ))}
      </svg>
      <figcaption className="mt-2 text-small text-quiet">
        <span className="flex justify-between gap-x-6">
          <span>{rows[0]?.day}</span>
          <span>{rows.at(-1)?.day}</span>
        </span>
        Wide bars: page views, {highest.toLocaleString('en-GB')} at most. Narrow bars: visits.
      </figcaption>
    </figure>
  );
}
