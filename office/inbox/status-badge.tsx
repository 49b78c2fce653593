import { getResponseTarget } from '../../content/assemble-content.ts';
import { computeDueTime, describeDueTime, formatDayAndTime, formatTimeLeft } from '../../enquiries/response-target.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import {
  computeCatenary,
  horizontal,
  createProjection,
  polyline,
  vertical,
  verticals,
} from '../../site/drawings/geometry.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { usePageContext } from '../shared/page-context.ts';

interface StatusBadgeProps {
  enquiry: StoredEnquiry;
  /** True on the enquiry's own page, false in a list. */
  isOnEnquiryPage?: boolean;
  /** Heading above an item of a list, which it does not repeat. */
  groupTitle?: string | null;
}

/** Renders the status of an enquiry: the time left to answer it, or how it was closed. */
export function StatusBadge({ enquiry, isOnEnquiryPage = false, groupTitle = null }: StatusBadgeProps) {
  const { now, content } = usePageContext();
  const { waitingSince, dueAt, closedAt, closedReason, spamReason } = enquiry;
  if (!isOnEnquiryPage) return <ItemStatus enquiry={enquiry} groupTitle={groupTitle} />;
  if (dueAt !== null) return <ResponseTimeLeft waitingSince={waitingSince} dueAt={dueAt} />;
  const when = closedAt === null ? '' : ` ${formatDayAndTime(closedAt, now, content.office.timeZone)}`;
  const closed = closedReason === null ? `Answered${when}` : `Ended${when}: ${closedReason}`;
  return (
    <p className="font-medium text-quiet">
      {enquiry.status === 'closed' ? closed : 'Set aside'}
      {spamReason === null ? null : ' because '}
      {spamReason === null ? null : <UserText text={spamReason} />}
    </p>
  );
}

/** Renders the status in a list: two lines at most, and the drawing only where hours are left today. */
function ItemStatus({ enquiry, groupTitle }: { enquiry: StoredEnquiry; groupTitle: string | null }) {
  const { now, content } = usePageContext();
  const { status, waitingSince, dueAt, closedAt, closedReason, receivedAt } = enquiry;
  if (dueAt === null) {
    const text = status === 'closed' ? (closedReason ?? 'Answered') : groupTitle === null ? 'Set aside' : null;
    return (
      <p className="text-small [grid-area:status] text-quiet">
        {text === null ? null : <span className="font-medium md:block">{text} </span>}
        <DateTime at={closedAt ?? receivedAt} />
      </p>
    );
  }
  const responseTarget = getResponseTarget(content);
  const { day, time } = describeDueTime(dueAt, now, content.office.timeZone);
  const isAchievable = computeDueTime(waitingSince, responseTarget).isAchievable;
  const color = day === 'Overdue' ? 'text-balloon' : day === 'Today' ? 'text-lamp' : '';
  return (
    <p className={`text-small [grid-area:status] font-semibold ${color}`}>
      {groupTitle === day ? null : `${day} `}
      <time dateTime={dueAt.toISOString()}>{time}</time>
      {isAchievable ? null : <span className="font-normal text-quiet md:block"> office closed</span>}
      {day === 'Today' && isAchievable ? (
        <TimeRemainingDrawing fraction={getFractionLeft(enquiry, dueAt, now)} className="w-24 max-md:hidden" />
      ) : null}
    </p>
  );
}

function getFractionLeft({ waitingSince }: Pick<StoredEnquiry, 'waitingSince'>, dueAt: Date, now: Date): number {
  return (dueAt.getTime() - now.getTime()) / (dueAt.getTime() - waitingSince.getTime());
}

interface ResponseTimeLeftProps extends Pick<StoredEnquiry, 'waitingSince'> {
  dueAt: Date;
}

/** Renders the time left. Overdue is shown in words, not by colour alone. */
function ResponseTimeLeft({ waitingSince, dueAt }: ResponseTimeLeftProps) {
  const { now, content } = usePageContext();
  const color = dueAt > now ? 'text-lamp' : 'text-balloon';
  return (
    <p className={`row gap-x-5 gap-y-[0.4rem] text-[1.2rem] font-semibold ${color}`}>
      <time dateTime={dueAt.toISOString()}>{formatTimeLeft(waitingSince, getResponseTarget(content), now)}</time>
      <TimeRemainingDrawing fraction={getFractionLeft({ waitingSince }, dueAt, now)} className="w-48" />
    </p>
  );
}

/** Renders the time of the reader's reminder, if one is set. */
export function Reminder({ at }: { at: Date | undefined }) {
  const { now } = usePageContext();
  if (at === undefined) return null;
  const prefix = at <= now ? 'You asked to be reminded of this, ' : 'You will be reminded of this ';
  return (
    <p className={`font-medium ${at <= now ? 'text-lamp' : 'text-quiet'}`}>
      {prefix}
      <DateTime at={at} />
    </p>
  );
}

const [width, height] = [240, 40];
const [left, right, top, deck] = [8, 232, 4, 34];
const cableSegments = 48;

/**
 * Renders a bridge whose cable shows the time left: it is whole when an enquiry arrives, and shrinks towards the first
 * tower. Without time left, only towers, deck and a dotted cable remain.
 * @param fraction fraction of the time left, from 0 to 1
 */
export function TimeRemainingDrawing({ fraction, className }: { fraction: number; className: string }) {
  const segmentsLeft = Math.ceil(Math.min(1, Math.max(0, fraction)) * cableSegments);
  const isOver = segmentsLeft === 0;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} fill="none" aria-hidden="true" strokeWidth="1.5" className={className}>
      <path
        d={createCablePath(cableSegments)}
        strokeWidth="1"
        strokeDasharray="1 5"
        className={isOver ? 'stroke-balloon' : 'stroke-outline'}
      />
      <path d={createHangersPath(segmentsLeft)} strokeWidth="1" className="stroke-quiet" />
      <path d={structurePath} className={isOver ? 'stroke-balloon' : 'stroke-quiet'} />
      {isOver ? null : (
        <path d={createCablePath(segmentsLeft)} strokeWidth="3" strokeLinecap="round" className="stroke-lamp" />
      )}
    </svg>
  );
}

const cablePoints = computeCatenary((right - left) / 2, 24, cableSegments).map(
  createProjection([(left + right) / 2, top]),
);
const structurePath =
  vertical(left, top - 2, height - 1) + vertical(right, top - 2, height - 1) + horizontal(deck, 0, width);

function createCablePath(segments: number): string {
  return polyline(...cablePoints.slice(0, segments + 1));
}

/** Returns the path of the hangers, one for every two steps of the cable. */
function createHangersPath(segments: number): string {
  const points = cablePoints.slice(0, segments + 1).filter((_, step) => step > 0 && step % 2 === 0);
  return verticals(points, deck);
}
