import type { ReactNode } from 'react';
import { bestRemark, listCells, remarkColumns, type ReportTable } from '../../statistics/report-table.ts';

interface StatisticsTableProps {
  table: ReportTable;
  /** Column whose numbers a line below each row shows. */
  lineColumn?: string;
  /** Returns what stands behind the name of a row. */
  renderDetails?: (name: string) => ReactNode;
}

/** Renders a table below its title. */
export function TitledTable(props: StatisticsTableProps) {
  const { title, note, rows } = props.table;
  return (
    <section>
      <h2>{title}</h2>
      {note === '' ? null : <p className="mt-1 max-w-(--measure) text-small text-quiet">{note}</p>}
      {rows.length === 0 ? <p className="mt-3">None in this time.</p> : <StatisticsTable {...props} />}
    </section>
  );
}

/** Renders a table. A wide one has links, by which keys reach it where it has to scroll. */
export function StatisticsTable({ table, lineColumn, renderDetails }: StatisticsTableProps) {
  const columns = Object.entries(table.columns).filter(([column]) => !(column in remarkColumns));
  const cells = listCells({ columns: Object.fromEntries(columns), rows: table.rows });
  const highest = Math.max(1, ...table.rows.map((row) => Number(row[lineColumn ?? ''] ?? 0)));
  return (
    <div className={`mt-3 ${table.rows.some(({ path }) => path) ? 'overflow-x-auto' : ''}`}>
      <table className="statistics">
        <caption className="sr-only">{table.title}</caption>
        <thead>
          <tr>
            {columns.map(([column, title]) => (
              <th key={column} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => {
            const [name = '', ...numbers] = cells[at] ?? [];
            const isBest = row['remark'] === bestRemark;
            return (
              <tr key={name} className={`relative ${isBest ? 'is-best' : ''}`}>
                <th scope="row">
                  <RowName name={`${name}`} path={`${row['path'] ?? ''}`} details={renderDetails?.(`${name}`)} />
                  <RowRemark {...row} />
                </th>
                {numbers.map((cell, number) => (
                  <td key={columns[number + 1]?.[0]}>
                    {typeof cell === 'number' ? cell.toLocaleString('en-GB') : cell}
                    {number > 0 || lineColumn === undefined ? null : (
                      <RowLine share={Number(row[lineColumn]) / highest} />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Renders the name of a row, with what stands behind it, or as a link. */
function RowName({ name, path, details }: { name: string; path: string; details: ReactNode }) {
  if (details)
    return (
      <details>
        <summary>{name}</summary>
        {details}
      </details>
    );
  if (path === '') return <span className="name block">{name}</span>;
  return (
    <a href={path} className="name link target">
      {name}
    </a>
  );
}

function RowRemark({ became = '', remark = '' }: Partial<ReportTable['rows'][number]>) {
  if (`${became}${remark}` === '') return null;
  return (
    <p className="pb-2 text-small leading-[1.35] font-normal text-quiet">
      {became}
      {remark === '' ? null : <b className="block font-medium text-text">{remark}</b>}
    </p>
  );
}

/** A line below the row, as long as its share of the highest. */
function RowLine({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="sky pointer-events-none absolute inset-x-0 bottom-0 h-[3px] w-full">
      <rect width={`${100 * share}%`} height="3" className="fill-side in-[.is-best]:fill-cable" />
    </svg>
  );
}
