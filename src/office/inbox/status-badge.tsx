import { getResponseTarget } from '../../content/assemble-content.ts';
import { computeDueTime, formatDueTime, formatDayAndTime, formatTimeLeft } from '../../enquiries/response-target.ts';
import { describeClosedReason, type Reminder, type StoredEnquiry } from '../../enquiries/model.ts';
import {
  computeCatenary,
  horizontal,
  createProjection,
  polyline,
  vertical,
  drawVerticals,
} from '../../site/drawings/geometry.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { usePageContext } from '../shared/page-context.ts';

/** Renders the status of an enquiry on its page: the time left to reply, in words and colour, or how it was closed. */
export function StatusBadge({ enquiry }: { enquiry: StoredEnquiry }) {
  const { now, content } = usePageContext();
  const { status, waitingSince, dueAt, closedAt, spamReason } = enquiry;
  if (dueAt !== null)
    return (
      <p className={`row gap-x-5 text-[1.2rem] font-semibold ${dueAt > now ? 'text-lamp' : 'text-balloon'}`}>
        <time dateTime={dueAt.toISOString()}>{formatTimeLeft(waitingSince, getResponseTarget(content), now)}</time>
        <TimeRemainingDrawing fraction={getFractionLeft(waitingSince, dueAt, now)} className="w-48" />
      </p>
    );
  const when = closedAt === null ? '' : ` ${formatDayAndTime(closedAt, now, content.office.timeZone)}`;
  const reason = status === 'closed' ? describeClosedReason(enquiry) : spamReason;
  return (
    <p className="font-medium text-quiet">
      {status === 'closed' ? `Closed${when}` : 'Spam'}
      {reason === null ? null : ': '}
      {reason === null ? null : <UserText text={reason} />}
    </p>
  );
}

/** What the heading above items of a list says, so that the items do not repeat it. */
export type HeadingFact = 'day' | 'office closed' | 'spam reason' | 'mail problem';

/** What is due while no office hours are left before its response time ends. */
export const noOfficeHoursLeftText = 'office closed';

const dueColors = {
  Overdue: 'text-balloon',
  Today: 'text-lamp',
  Tomorrow: 'text-quiet',
  'After tomorrow': 'text-quiet',
};

/** Renders the status in a list: two lines at most, and the drawing only where hours are left today. */
export function ItemStatus({
  enquiry,
  headingFacts,
}: {
  enquiry: StoredEnquiry;
  headingFacts: readonly HeadingFact[];
}) {
  const { now, content } = usePageContext();
  const { status, waitingSince, dueAt, closedAt, receivedAt } = enquiry;
  if (dueAt === null)
    return (
      <p className={`${itemClassName} text-quiet`}>
        {headingFacts.includes('spam reason') ? null : (
          <span className="md:block">{status === 'closed' ? describeClosedReason(enquiry) : 'Spam'} </span>
        )}
        <DateTime at={closedAt ?? receivedAt} />
      </p>
    );
  const { day, time } = formatDueTime(dueAt, now, content.office.timeZone);
  const isOfficeClosed = !computeDueTime(waitingSince, getResponseTarget(content)).isAchievable;
  return (
    <p className={`${itemClassName} ${dueColors[day]}`}>
      {headingFacts.includes('day') ? null : <span className="md:block">{day} </span>}
      <time dateTime={dueAt.toISOString()}>{time}</time>
      {isOfficeClosed && !headingFacts.includes('office closed') ? (
        <span className="text-quiet md:block"> {noOfficeHoursLeftText}</span>
      ) : null}
      {headingFacts.includes('day') && day === 'Today' ? (
        <TimeRemainingDrawing fraction={getFractionLeft(waitingSince, dueAt, now)} className="w-24 max-md:hidden" />
      ) : null}
    </p>
  );
}

const itemClassName = 'text-small font-medium [grid-area:status]';

function getFractionLeft(waitingSince: Date, dueAt: Date, now: Date): number {
  return (dueAt.getTime() - now.getTime()) / (dueAt.getTime() - waitingSince.getTime());
}

export const silentVisitorText = 'They have not written. Write again';

/** Renders the time of the reader's reminder, if one is set. */
export function ReminderLine({ reminder }: { reminder: Reminder | undefined }) {
  const { now } = usePageContext();
  if (reminder === undefined) return null;
  const { at, unlessWritten } = reminder;
  const isDue = at <= now;
  return (
    <p className={`font-medium [&_a]:underline ${isDue ? 'text-lamp' : 'text-quiet'}`}>
      {isDue ? 'You asked to be reminded of this, ' : 'You will be reminded of this '}
      <DateTime at={at} />
      {unlessWritten && !isDue ? ', if they have not written' : '. '}
      {unlessWritten && isDue ? <a href="#answer">{silentVisitorText}</a> : null}
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
  return drawVerticals(points, deck);
}
