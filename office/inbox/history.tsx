import { referenceOf } from '../../enquiries/reference.ts';
import type { StaffRoutes } from '../shared/staff-routes.ts';
import { isEnquiryId } from '../shared/return-path.ts';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink } from '../shared/post-button.tsx';
import { ActivityList, type ShownAct } from './activity-list.tsx';

/** Events per page. */
const length = 50;

/** Registers GET /history. */
export function registerHistoryRoute({ get }: StaffRoutes): void {
  get('/history', async ({ enquiries, query, show, refuse }) => {
    const before = query.get('before') ?? undefined;
    if (before !== undefined && !isEnquiryId(before)) return refuse(404);
    const limit = length + 1;
    const found = await enquiries.events(before === undefined ? { limit } : { before, limit });
    const acts = found.slice(0, length).map((one) => ({
      ...one,
      reference: one.enquiryId === null ? undefined : referenceOf(one.enquiryId),
    }));
    const next = found.length > length ? `/history?before=${acts.at(-1)?.id}` : undefined;
    return show(<HistoryPage acts={acts} next={next} />);
  });
}

/** Renders the actions of all people and of the command line, latest first. */
export function HistoryPage({ acts, next }: { acts: readonly ShownAct[]; next?: string | undefined }) {
  return (
    <OfficePage
      title="History"
      lead="Who did what, the latest first. What was done to an enquiry goes with it when it is erased."
      here="/history"
    >
      {acts.length > 0 ? (
        <ActivityList acts={acts} />
      ) : (
        <div className="max-w-(--measure) py-4">
          <h2>Nobody has done anything yet</h2>
          <p className="mt-2 text-quiet">Every act in this inbox is listed here, with the person and the time.</p>
        </div>
      )}
      {next === undefined ? null : (
        <nav aria-label="Pages" className="mt-5">
          <ButtonLink to={next}>Earlier acts</ButtonLink>
        </nav>
      )}
    </OfficePage>
  );
}
