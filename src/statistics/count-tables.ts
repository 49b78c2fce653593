import type { Database } from '../database/database.ts';
import { sumCounts, sumColumns, type CountRow } from './count-sums.ts';
import type { Period } from './period.ts';
import { summariseOutcomes, type ReportedEnquiry } from './reported-enquiries.ts';
import { maxTableRows, sortAndLimitRows, type ReportTable } from './report-table.ts';

/** Names the page or the website of enquiries whose browser tells none. */
const unknown = 'not known';

/** Returns the table of pages, and of the enquiries that they led to. */
export function createPageTable(counts: readonly CountRow[], enquiries: readonly ReportedEnquiry[]) {
  const pages = new Set([
    ...counts.map(({ page }) => page),
    ...enquiries.map(({ visitSource }) => visitSource?.page ?? unknown),
  ]);
  pages.delete('');
  const rows = [...pages].map((page) => {
    const ofPage = counts.filter((count) => count.page === page);
    const form = (detail: string) => sumCounts(ofPage, { kind: 'form', detail });
    const views = { kind: 'view' };
    const sent = summariseOutcomes(enquiries.filter(({ visitSource }) => (visitSource?.page ?? unknown) === page));
    const numbers = { views: sumCounts(ofPage, views), visits: sumCounts(ofPage, views, 'visits') };
    return { page, ...numbers, opened: form('opened'), begun: form('begun'), ...sent };
  });
  const sorted = sortAndLimitRows(rows, 'enquiries', 'opened', 'views');
  return {
    title: 'From page to enquiry',
    note: 'The form, and an enquiry, count for the page from which the form was opened. Most enquiries first.',
    columns: {
      page: 'Page',
      views: 'Views',
      visits: 'Visits begun here',
      opened: 'Form opened',
      begun: 'Form begun',
      enquiries: 'Enquiries',
      became: 'Became',
    },
    rows: sorted,
    paths: sorted.map(({ page }) => (page === unknown ? '' : page)),
  } satisfies ReportTable;
}

/** Resolves to the table of websites or campaigns that visits came from. */
export async function readVisitSourceTable(
  database: Database,
  { from, until }: Period,
  enquiries: readonly ReportedEnquiry[],
  source: 'host' | 'campaign',
): Promise<ReportTable<'name' | 'visits' | 'enquiries' | 'became'>> {
  const rows = await database
    .selectFrom('page_counts')
    .select([`${source} as name`, ...sumColumns])
    .where('day', '>=', from)
    .where('day', '<', until)
    .where('visits', '>', 0)
    .where(source, '<>', '')
    .groupBy(source)
    .orderBy('visits', 'desc')
    .limit(10 * maxTableRows)
    .execute();
  const visits = new Map(rows.map((row) => [row.name, row.visits]));
  const isHost = source === 'host';
  // Without a campaign there was none.
  const getName = ({ visitSource }: ReportedEnquiry) => visitSource?.[source] || (isHost ? unknown : '');
  for (const name of enquiries.map(getName)) if (name !== '' && !visits.has(name)) visits.set(name, 0);
  return {
    title: isHost ? 'Websites that led here' : 'Campaigns',
    note: isHost
      ? '“direct” typed the address, or does not tell. Websites with fewer than five visits become “other” after 30 days.'
      : 'Links of yours with utm_source, utm_medium and utm_campaign in their address: a post, a newsletter, an advertisement.',
    columns: { name: isHost ? 'Website' : 'Campaign', visits: 'Visits', enquiries: 'Enquiries', became: 'Became' },
    rows: sortAndLimitRows(
      Array.from(visits, ([name, number]) => {
        const ofSource = enquiries.filter((enquiry) => getName(enquiry) === name);
        return { name, visits: number, ...summariseOutcomes(ofSource) };
      }),
      'enquiries',
      'visits',
    ),
  };
}

/** Returns the table of the fields that the form refused. */
export function createRefusalTable(counts: readonly CountRow[]): ReportTable {
  const prefix = 'refused: ';
  const fields = new Set(
    counts.flatMap(({ detail }) => (detail.startsWith(prefix) ? detail.slice(prefix.length) : [])),
  );
  const rows = [...fields].map((field) => ({
    field,
    times: sumCounts(counts, { kind: 'form', detail: prefix + field }),
  }));
  return {
    title: 'Fields that the form refused',
    note: 'How often somebody was asked to correct a field. What they had typed is not kept.',
    columns: { field: 'Field', times: 'Refused' },
    rows: sortAndLimitRows(rows, 'times'),
  };
}

/** Returns the table of what the report does not count. */
export function createLeftOutTable(counts: readonly CountRow[]): ReportTable {
  const names = { robot: 'Robots', 'unknown page': 'Pages that do not exist', flood: 'Sent in floods, by programs' };
  const rows = Object.entries({ ...names, 'not stored': 'Lost while the database was away' });
  return {
    title: 'Left out',
    note: 'Not counted above. Who has objected, or runs no scripts, is counted nowhere.',
    columns: { what: 'What', times: 'Times' },
    rows: rows.map(([detail, what]) => ({ what, times: sumCounts(counts, { kind: 'left out', detail }) })),
  };
}
