import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { minVisitsOfNamedSource } from './page-counts.ts';
import type { DayRange } from './period.ts';
import { summariseOutcomes, type ReportedEnquiry } from './reported-enquiries.ts';
import { maxTableRows, rankRows, remarkColumns, sortRows, type ReportTable } from './report-table.ts';

/** Names the page or the website of enquiries whose browser tells none. */
export const unknown = 'not known';

/** First pages of sources at most, those of the sources with the most visits: what is left is summed up. */
const maxCells = 50 * maxTableRows;

/** Resolves to the tables of what led to visits, and of the first pages. Each visit stands in each of them once. */
export async function readSourceTables(
  database: Database,
  range: DayRange,
  allVisits: number,
  enquiries: readonly ReportedEnquiry[],
) {
  const cells = await listCellsOfSources(database, range);
  const sources = createSourceTable(cells, allVisits, enquiries);
  return { sources, firstPages: createFirstPageTable(sources.rows, cells) };
}

interface SourceCell {
  source: string;
  page: string;
  visits: number;
  /** Visits of the source on all first pages. */
  total: number;
}

/** A link's campaign says more of a visit than its website, which a newsletter has none of. */
async function listCellsOfSources(database: Database, { from, until }: DayRange): Promise<readonly SourceCell[]> {
  const { rows } = await sql<SourceCell>`SELECT source, page, visits,
      CAST(sum(visits) OVER (PARTITION BY source) AS BIGINT) AS total
    FROM (
      SELECT CASE campaign WHEN '' THEN host ELSE 'Campaign ' || campaign END AS source, page, sum(visits) AS visits
      FROM page_counts WHERE day >= ${from} AND day < ${until} AND visits > 0 GROUP BY 1, 2
    ) AS cells ORDER BY total DESC, source, visits DESC LIMIT ${maxCells}`.execute(database);
  return rows;
}

function createSourceTable(cells: readonly SourceCell[], allVisits: number, enquiries: readonly ReportedEnquiry[]) {
  const bySource = Map.groupBy(enquiries, ({ visitSource }) =>
    visitSource?.campaign ? `Campaign ${visitSource.campaign}` : visitSource?.host || unknown,
  );
  const visits = new Map(cells.map(({ source, total }) => [source, total]));
  const named = [...new Set([...visits.keys(), ...bySource.keys()])].map((source) => ({
    source,
    visits: visits.get(source) ?? 0,
    ...summariseOutcomes(bySource.get(source) ?? []),
  }));
  const sorted = sortRows(named, 'enquiries', 'visits');
  const shown = sorted.slice(0, maxTableRows);
  const left = allVisits - shown.reduce((total, row) => total + row.visits, 0);
  const others = sorted.slice(maxTableRows).flatMap(({ source }) => bySource.get(source) ?? []);
  const rest = { source: 'all others', visits: left, ...summariseOutcomes(others) };
  return {
    title: 'Where they came from',
    note: 'Each visit stands once: under the campaign of its link, else its website. “direct” typed the address, or does not tell.',
    columns: { source: 'Source', enquiries: 'Enquiries', rate: 'of 100', visits: 'Visits', ...remarkColumns },
    rows: rankRows(left + others.length > 0 ? [...shown, rest] : shown, (row) => row.visits),
  } satisfies ReportTable;
}

function createFirstPageTable(
  sources: readonly Pick<SourceCell, 'source' | 'visits'>[],
  cells: readonly SourceCell[],
): ReportTable<'source' | 'page' | 'visits'> {
  // A cell of few visits could point to one person.
  const bySource = Map.groupBy(
    cells.filter(({ visits }) => visits >= minVisitsOfNamedSource),
    ({ source }) => source,
  );
  const rows = sources.flatMap(({ source, visits }) => {
    const named = bySource.get(source) ?? [];
    const other = visits - named.reduce((total, cell) => total + cell.visits, 0);
    return [...named, ...(other > 0 ? [{ source, page: 'other', visits: other }] : [])];
  });
  return {
    title: 'Where visits began',
    note: 'The first page of visits, by where they came from.',
    columns: { source: 'Source', page: 'First page', visits: 'Visits' },
    rows,
  };
}
