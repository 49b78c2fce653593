import { formatReference } from '../../enquiries/reference.ts';
import { sendError } from '../shared/error-responses.tsx';
import { sendStaffPage, type StaffRoutes } from '../shared/staff-request.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { loadPage, PageLinks } from '../shared/paging.tsx';
import { ActivityList, type ListedEvent } from './activity-list.tsx';

/** Registers GET /history. */
export function registerHistoryRoute({ get }: StaffRoutes): void {
  get('/history', async (request) => {
    const page = await loadPage('/history', request.query, request.office.enquiries.listEvents);
    if (page === null) return sendError(request, 404);
    const events = page.items.map((one) => ({
      ...one,
      reference: one.enquiryId === null ? undefined : formatReference(one.enquiryId),
    }));
    return sendStaffPage(request, <HistoryPage events={events} nextPageUrl={page.nextPageUrl} />);
  });
}

/** Renders the events of all people and of the command line, latest first. */
export function HistoryPage(props: { events: readonly ListedEvent[]; nextPageUrl?: string | undefined }) {
  const { events, nextPageUrl } = props;
  return (
    <OfficePage
      title="History"
      lead="Who did what, the latest first. What was done to an enquiry goes with it when it is erased."
      currentPath="/history"
    >
      {events.length > 0 ? (
        <ActivityList events={events} />
      ) : (
        <div className="max-w-(--measure) py-4">
          <h2>Nobody has done anything yet</h2>
          <p className="mt-2 text-quiet">Every act in this office is listed here, with the person and the time.</p>
        </div>
      )}
      <PageLinks nextPageUrl={nextPageUrl} nextLabel="Earlier acts" />
    </OfficePage>
  );
}
