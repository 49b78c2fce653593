import { Readable } from 'node:stream';
import { listEnquirySubjects } from '../../content/enquiry-subjects.ts';
import { streamEnquiryCsv } from '../../enquiries/export-csv.ts';
import { sendError } from '../shared/error-responses.tsx';
import { requireRecentAuth, sendStaffPage, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { pluralise } from '../../text/format-text.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, HiddenFields, SubmitButton } from '../shared/post-button.tsx';
import { type Folder, findFolder } from './folders.ts';
import { type AffectedEnquiries, AffectedEnquiriesList, maxListedEnquiries } from './affected-enquiries.tsx';
import { streamFolderEnquiries, summariseFolder, readSearchQuery } from './listing.ts';

/** Registers GET /export, which asks, and POST /export, which sends a whole folder or search result. */
export function registerExportRoutes({ get, post }: StaffRoutes): void {
  get(
    '/export',
    requireRecentAuth(async (request) => {
      const folder = findFolder(request.query.get('folder'));
      if (folder === null) return sendError(request, 404);
      const query = readSearchQuery(request.query);
      const summary = await summariseFolder(request, folder, query, maxListedEnquiries);
      return sendStaffPage(request, <ExportPage folder={folder} query={query} {...summary} />);
    }),
  );
  post('/export', requireRecentAuth(sendExport), (form) => ({ returnPath: `/export?${form}` }));
}

async function sendExport(request: StaffRequest) {
  const { office, session, form, reply } = request;
  const folder = findFolder(form.get('folder'));
  if (folder === null) return sendError(request, 404);
  // Omit the query: it may be a person's name, and events are stored longer than enquiries.
  await office.enquiries.recordEvent('export', session.person, folder);
  const exported = streamFolderEnquiries(request, folder, readSearchQuery(form));
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="enquiries-${folder}.csv"`)
    .send(Readable.from(streamEnquiryCsv(exported, listEnquirySubjects(office.getContent()))));
}

interface ExportSource {
  folder: Folder;
  query: string;
}

/** Returns the URL of the confirmation page of an export. */
export function formatExportUrl({ folder, query }: ExportSource): string {
  return `/export?${new URLSearchParams({ folder, words: query }).toString()}`;
}

/** Renders the confirmation before an export. */
export function ExportPage({ folder, query, enquiries, count }: ExportSource & AffectedEnquiries) {
  const title = `Export ${pluralise(count)}?`;
  const returnPath = folder === 'search' ? `/search?${new URLSearchParams({ words: query }).toString()}` : `/${folder}`;
  return (
    <OfficePage title={title}>
      <AffectedEnquiriesList enquiries={enquiries} count={count} />
      <p className="mb-5 max-w-(--measure)">
        It has every word of these people, with their names and addresses, for a spreadsheet. Your notes are not in it,
        and of the files that they sent or got only the names: download those from their enquiries. Delete it when you
        no longer need it: erasing here does not reach it.
      </p>
      <form method="post" action="/export" className="row mt-7">
        <HiddenFields fields={{ folder, words: query }} />
        {count > 0 ? (
          <SubmitButton className="button button-primary">Export {pluralise(count)} as CSV</SubmitButton>
        ) : null}
        <ButtonLink to={returnPath}>Back</ButtonLink>
      </form>
    </OfficePage>
  );
}
