import { enquiryFields, fieldNames } from '../enquiries/enquiry.ts';
import { sumCounts, type CountRow } from './count-sums.ts';
import { summariseOutcomes, type ReportedEnquiry } from './reported-enquiries.ts';
import { dropEmptyRows, maxTableRows, rankRows, remarkColumns, sortRows, type ReportTable } from './report-table.ts';
import { unknown } from './source-tables.ts';
import { pressNames } from './view-counter.ts';
import { contactFormPath } from './visit.ts';

/** Returns the table of pages, and of the enquiries that they led to. */
export function createPageTable(counts: readonly CountRow[], enquiries: readonly ReportedEnquiry[]) {
  const getPage = ({ visitSource }: ReportedEnquiry) => visitSource?.page ?? unknown;
  const pages = new Set([...counts.map(({ page }) => page), ...enquiries.map(getPage)]);
  pages.delete('');
  const rows = [...pages].map((page) => {
    const ofPage = counts.filter((count) => count.page === page);
    const views = { kind: 'view' };
    return {
      page,
      ...summariseOutcomes(enquiries.filter((enquiry) => getPage(enquiry) === page)),
      views: sumCounts(ofPage, views),
      visits: sumCounts(ofPage, views, 'visits'),
      opened: sumCounts(ofPage, { kind: 'form', detail: 'opened' }),
      presses: sumCounts(ofPage, { kind: 'press' }),
      path: page === unknown ? '' : page,
    };
  });
  const sorted = sortRows(rows, 'enquiries', 'opened', 'views').slice(0, maxTableRows);
  return {
    title: 'Pages, most enquiries first',
    note: 'The form and an enquiry count for the page from which the form was opened.',
    columns: {
      page: 'Page',
      enquiries: 'Enquiries',
      rate: 'of 100',
      views: 'Views',
      visits: 'Begun here',
      opened: 'Form opened',
      presses: 'Links pressed',
      ...remarkColumns,
    },
    // The page of the form asks nobody to it.
    rows: rankRows(sorted, ({ page, views }) => (page === contactFormPath ? 0 : views)),
  } satisfies ReportTable;
}

/** Returns the tables of the form, of what it refused, and of the ways around it. */
export function createFormTables(counts: readonly CountRow[], enquiries: readonly ReportedEnquiry[]) {
  const count = (kind: string, detail: string) => sumCounts(counts, { kind, detail });
  const refusals = fieldNames.map((name) => ({
    field: enquiryFields[name].label,
    times: count('form', `refused: ${name}`),
  }));
  const presses = Object.entries(pressNames).map(([detail, what]) => ({ what, times: count('press', detail) }));
  return {
    steps: {
      title: 'Where they give up',
      note: '',
      columns: { step: 'Step', times: 'Times' },
      rows: [
        { step: 'opened the form', times: count('form', 'opened') },
        { step: 'began it', times: count('form', 'begun') },
        { step: 'sent it', times: count('form', 'sent') },
        { step: 'became enquiries', times: enquiries.filter(({ visitSource }) => visitSource !== null).length },
      ],
    },
    refusals: {
      title: 'Fields that the form refused',
      note: `Attempts to send that were refused: ${count('form', 'refused').toLocaleString('en-GB')}. What was typed is not kept.`,
      columns: { field: 'Field', times: 'Refused' },
      rows: dropEmptyRows(sortRows(refusals, 'times'), 'times'),
    },
    presses: {
      title: 'Beside the form',
      note: 'How often these links were pressed. Whether somebody then called or wrote, no browser tells.',
      columns: { what: 'Link', times: 'Pressed' },
      rows: dropEmptyRows(presses, 'times'),
    },
  } satisfies Record<string, ReportTable>;
}

/** Returns the table of what the report does not count. */
export function createLeftOutTable(counts: readonly CountRow[]) {
  const names = { robot: 'Robots', 'unknown page': 'Pages that do not exist', flood: 'Sent in floods, by programs' };
  const rows = Object.entries({ ...names, 'not stored': 'Lost while the database was away' });
  return {
    title: 'Left out',
    note: 'Not counted above. Who has objected, or runs no scripts, is counted nowhere.',
    columns: { what: 'What', times: 'Times' },
    rows: dropEmptyRows(
      rows.map(([detail, what]) => ({ what, times: sumCounts(counts, { kind: 'left out', detail }) })),
      'times',
    ),
  } satisfies ReportTable;
}
