import { getResponseTarget } from '../../content/assemble-content.ts';
import { formatDayAndTime, formatTimeLeft } from '../../enquiries/response-target.ts';
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
}

/** Renders the status of an enquiry: the time left to answer it, or how it was closed. */
export function StatusBadge({ enquiry, isOnEnquiryPage = false }: StatusBadgeProps) {
  const { now, content } = usePageContext();
  const { waitingSince, dueAt, closedAt, closedReason, spamReason } = enquiry;
  if (dueAt !== null)
    return <ResponseTimeLeft waitingSince={waitingSince} dueAt={dueAt} isOnEnquiryPage={isOnEnquiryPage} />;
  const when = closedAt === null ? '' : ` ${formatDayAndTime(closedAt, now, content.office.timeZone)}`;
  const closed = closedReason === null ? `Answered${when}` : `Ended${when}: ${closedReason}`;
  return (
    <p className={`font-medium text-quiet ${isOnEnquiryPage ? '' : listClass}`}>
      {enquiry.status === 'closed' ? closed : 'Set aside'}
      {spamReason === null ? null : ' because '}
      {spamReason === null ? null : <UserText text={spamReason} />}
    </p>
  );
}

const listClass = 'md:pt-[0.6rem] md:leading-[1.35]';
const listTimeClass = `gap-x-3 gap-y-[0.2rem] md:grid md:content-start md:justify-items-start ${listClass}`;

interface ResponseTimeLeftProps extends Pick<StoredEnquiry, 'waitingSince'> {
  dueAt: Date;
  isOnEnquiryPage: boolean;
}

/** Renders the time left. Overdue is shown in words, not by colour alone. */
function ResponseTimeLeft({ waitingSince, dueAt, isOnEnquiryPage }: ResponseTimeLeftProps) {
  const { now, content } = usePageContext();
  const responseTarget = getResponseTarget(content);
  const millisecondsLeft = dueAt.getTime() - now.getTime();
  const layoutClass = isOnEnquiryPage ? 'gap-x-5 gap-y-[0.4rem] text-[1.2rem]' : listTimeClass;
  return (
    <p className={`row font-semibold ${layoutClass} ${millisecondsLeft > 0 ? 'text-lamp' : 'text-balloon'}`}>
      <time dateTime={dueAt.toISOString()}>{formatTimeLeft(waitingSince, responseTarget, now)}</time>
      <TimeRemainingDrawing
        fraction={millisecondsLeft / (dueAt.getTime() - waitingSince.getTime())}
        className={isOnEnquiryPage ? 'w-48' : 'w-36'}
      />
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
