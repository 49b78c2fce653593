import type { FastifyReply } from 'fastify';
import type { StaffRoutes, StaffPageSettings, StaffRequest } from '../shared/staff-routes.ts';
import { usePageContext } from '../shared/page-context.ts';
import { homePath } from '../shared/return-path.ts';
import { pluralise } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink } from '../shared/post-button.tsx';
import { BulkActions } from './action-forms.tsx';
import { EnquiryItem } from './enquiry-item.tsx';
import { formatExportUrl } from './export.tsx';
import { folders, emptyQueryTexts } from './folders.ts';
import { type EnquiryListing, queryEnquiryListing } from './listing.ts';
import { TimeRemainingDrawing } from './status-badge.tsx';

/** Registers GET / (a redirect), the folders and /search. */
export function registerEnquiryListRoutes({ publicApp, get }: StaffRoutes): void {
  publicApp.get('/', async (_request, reply) => reply.redirect(homePath, 302));
  for (const folder of Object.keys(folders))
    get(`/${folder}`, async (request) => {
      const listing = await queryEnquiryListing(request, request.url);
      return listing === null ? request.sendError(404) : showEnquiryList(request, listing);
    });
}

/** Sends a page of a folder or search. */
export async function showEnquiryList(
  { people, sendPage }: StaffRequest,
  listing: EnquiryListing,
  settings?: StaffPageSettings,
): Promise<FastifyReply> {
  return sendPage(
    <EnquiryListPage {...listing} possibleAssignees={await people.listEmailsWithRole('enquiries')} />,
    settings,
  );
}

interface EnquiryListPageProps extends EnquiryListing {
  possibleAssignees: readonly string[];
}

/** Renders a page of a folder or search. */
export function EnquiryListPage(props: EnquiryListPageProps) {
  const { folder, query, items } = props;
  const { site } = usePageContext().content;
  const { title, lead } = folders[folder];
  return (
    <OfficePage
      title={query === '' ? title : `${title}: ${query}`}
      lead={items.length > 0 ? lead.replace('{replyWithinHours}', String(site.replyWithinHours)) : undefined}
      currentPath={`/${folder}`}
      query={query}
    >
      {items.length > 0 ? <EnquiryListForm {...props} /> : <EmptyFolder {...props} />}
    </OfficePage>
  );
}

function EmptyFolder({ folder, query }: EnquiryListing) {
  const { emptyHeading, emptyText } = folder === 'search' && query === '' ? emptyQueryTexts : folders[folder];
  return (
    <div className="max-w-(--measure) py-4">
      <TimeRemainingDrawing fraction={1} className="mb-6 w-104 max-w-full stroke-1 [&>:last-child]:stroke-[1.75]" />
      <h2>{emptyHeading}</h2>
      <p className="mt-2 text-quiet">{emptyText}</p>
    </div>
  );
}

function EnquiryListForm({ possibleAssignees, ...listing }: EnquiryListPageProps) {
  const { items, reminders, folder, query } = listing;
  const { url } = usePageContext();
  return (
    <>
      <form method="post" action="/acts" className="enquiries">
        <input type="hidden" name="back" value={url} />
        <div role="group" aria-label="Enquiries">
          <ul className="ruled">
            {items.map((enquiry) => (
              <EnquiryItem key={enquiry.id} enquiry={enquiry} reminder={reminders[enquiry.id]} />
            ))}
          </ul>
        </div>
        <BulkActions actions={folders[folder].bulkActions} possibleAssignees={possibleAssignees} />
      </form>
      <footer className="row mt-4 justify-between gap-x-6 gap-y-1 print:hidden">
        <Pagination {...listing} />
        <a href={formatExportUrl({ folder, query })} className="link target">
          Export {folder === 'search' ? 'everything found' : `all of ${folders[folder].title}`} as CSV…
        </a>
      </footer>
    </>
  );
}

function Pagination({ firstPageUrl, nextPageUrl, items }: EnquiryListing) {
  if (firstPageUrl === undefined && nextPageUrl === undefined) return <p>{pluralise(items.length)}</p>;
  return (
    <nav aria-label="Pages" className="row">
      {firstPageUrl === undefined ? null : <ButtonLink to={firstPageUrl}>First page</ButtonLink>}
      {nextPageUrl === undefined ? null : <ButtonLink to={nextPageUrl}>Next page</ButtonLink>}
    </nav>
  );
}
