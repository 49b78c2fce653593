import { Readable } from 'node:stream';

import { listEnquirySubjects } from '../../content/enquiry-subjects.ts';
import { streamCsv } from '../../enquiries/export-csv.ts';
import { type StaffRoutes, type StaffRequest, requireRecentAuth } from '../shared/staff-routes.ts';
import { pluralise } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, HiddenFields, Submit } from '../shared/post-button.tsx';
import { type Folder, findFolder } from './folders.ts';
import { type Found, FoundList, mostShown } from './found.tsx';
import { streamListing, countListing, readSearchText } from './listing.ts';

/** Registers GET /export, which asks, and POST /export, which sends a whole folder or search result. */
export function registerExportRoutes({ get, post }: StaffRoutes): void {
  get(
    '/export',
    requireRecentAuth(async (visit) => {
      const folder = findFolder(visit.query.get('folder'));
      if (folder === null) return visit.refuse(404);
      const words = readSearchText(visit.query);
      const found = await countListing(visit, folder, words, mostShown);
      return visit.show(<ExportPage folder={folder} words={words} {...found} />);
    }),
  );
  post('/export', requireRecentAuth(exportAll), (form) => ({ to: `/export?${form}` }));
}

async function exportAll(visit: StaffRequest) {
  const { enquiries, person, form, reply, refuse } = visit;
  const folder = findFolder(form.get('folder'));
  if (folder === null) return refuse(404);
  // Omit the query: it may be a person's name, and events are stored longer than enquiries.
  await enquiries.recordEvent('export', person, folder);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="enquiries-${folder}.csv"`)
    .send(
      Readable.from(streamCsv(streamListing(visit, folder, readSearchText(form)), listEnquirySubjects(visit.words()))),
    );
}

interface Exported {
  folder: Folder;
  words: string;
}

/** Returns the URL of the confirmation page of an export. */
export function formatExportUrl({ folder, words }: Exported): string {
  return `/export?${new URLSearchParams({ folder, words }).toString()}`;
}

/** Renders the confirmation before an export. */
export function ExportPage({ folder, words, found, count }: Exported & Found) {
  const title = `Export ${pluralise(count)}?`;
  const back = folder === 'search' ? `/search?${new URLSearchParams({ words }).toString()}` : `/${folder}`;
  return (
    <OfficePage title={title}>
      <FoundList found={found} count={count} />
      <p className="mb-5 max-w-(--measure)">
        The file has every word of these people, with their names and addresses, for a spreadsheet. Your notes are not
        in it. Delete it when you no longer need it: erasing here does not reach it.
      </p>
      <form method="post" action="/export" className="row mt-7">
        <HiddenFields fields={{ folder, words }} />
        {count > 0 ? <Submit className="button button-primary">Export {pluralise(count)} as CSV</Submit> : null}
        <ButtonLink to={back}>Back</ButtonLink>
      </form>
    </OfficePage>
  );
}
