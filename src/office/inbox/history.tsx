import { referenceOf } from '../../enquiries/reference.ts';
import { sendError } from '../shared/error-responses.tsx';
import { sendStaffPage, type StaffRoutes } from '../shared/staff-request.ts';
import { isEnquiryId } from '../shared/return-path.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink } from '../shared/post-button.tsx';
import { ActivityList, type ListedEvent } from './activity-list.tsx';

/** Events per page. */
const pageSize = 50;

/** Registers GET /history. */
export function registerHistoryRoute({ get }: StaffRoutes): void {
  get('/history', async (request) => {
    const before = request.query.get('before') ?? undefined;
    if (before !== undefined && !isEnquiryId(before)) return sendError(request, 404);
    const limit = pageSize + 1;
    const loaded = await request.office.enquiries.listEvents(before === undefined ? { limit } : { before, limit });
    const events = loaded
      .slice(0, pageSize)
      .map((one) => ({ ...one, reference: one.enquiryId === null ? undefined : referenceOf(one.enquiryId) }));
    const nextPageUrl = loaded.length > pageSize ? `/history?before=${events.at(-1)?.id}` : undefined;
    return sendStaffPage(request, <HistoryPage events={events} nextPageUrl={nextPageUrl} />);
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
          <p className="mt-2 text-quiet">Every act in this inbox is listed here, with the person and the time.</p>
        </div>
      )}
      {nextPageUrl === undefined ? null : (
        <nav aria-label="Pages" className="mt-5">
          <ButtonLink to={nextPageUrl}>Earlier acts</ButtonLink>
        </nav>
      )}
    </OfficePage>
  );
}
