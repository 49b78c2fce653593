import { getResponseTarget } from '../../content/assemble-content.ts';
import type { Content } from '../../content/content-models.ts';
import { computeDueTime, formatBriefTime, formatDayAndTime, formatTimeLeft } from '../../enquiries/response-target.ts';
import { findNextOpening } from '../../process/office-calendar.ts';
import { describeClosedReason, type Reminder, type StoredEnquiry } from '../../enquiries/model.ts';
import { DateTime } from '../shared/html-document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { usePageContext } from '../shared/page-context.ts';
import type { Folder } from './folders.ts';

/** Renders the status of an enquiry on its page: the time left to reply, in words and colour, or how it was closed. */
export function StatusBadge({ enquiry }: { enquiry: StoredEnquiry }) {
  const { now, content } = usePageContext();
  const { status, waitingSince, dueAt, closedAt, spamReason } = enquiry;
  if (dueAt !== null)
    return (
      <p className={`grid gap-2 text-[1.2rem] font-semibold ${dueAt > now ? 'text-lamp' : 'text-balloon'}`}>
        <time dateTime={dueAt.toISOString()} className="inline-block first-letter:uppercase">
          {formatTimeLeft(waitingSince, getResponseTarget(content), now)}
        </time>
        <TimeRemainingDrawing fraction={getFractionLeft(waitingSince, dueAt, now)} className="h-8 w-full" />
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

/** Renders in a list until when to reply, or when it was closed and why, and below when the visitor wrote. */
export function ItemTimes({ enquiry, folder }: { enquiry: StoredEnquiry; folder: Folder }) {
  const { now, content } = usePageContext();
  const { id, status, messages, waitingSince, dueAt, closedAt, receivedAt } = enquiry;
  const written = messages.findLast((one) => one.direction === 'in' && one.kind === 'message' && !one.claimsOffice);
  const [first, color] =
    dueAt === null
      ? [closedAt ?? receivedAt, 'text-text']
      : [getReplyTime(enquiry, content) ?? dueAt, dueAt <= now ? 'text-balloon' : 'text-text'];
  const reason = status === 'closed' ? describeClosedReason(enquiry) : folder === 'spam' ? '' : 'Spam';
  return (
    <p className="self-start leading-snug text-quiet [grid-area:when]">
      <strong className={`font-semibold ${color}`}>
        <BriefTime at={first} />
      </strong>{' '}
      {dueAt === null || dueAt <= now ? null : (
        <TimeRemainingDrawing fraction={getFractionLeft(waitingSince, dueAt, now)} className={smallDrawingClassName} />
      )}
      <small className="text-small min-[80rem]:block min-[80rem]:truncate">
        {dueAt === null ? <UserText text={reason} /> : written === undefined || written.id === id ? 'came ' : 'wrote '}
        {dueAt === null ? null : <BriefTime at={written?.at ?? receivedAt} />}
      </small>
    </p>
  );
}

/** Without hangers. */
const smallDrawingClassName = 'mr-2 ml-1 inline h-3 w-9 md:max-[80rem]:hidden [&_svg>:first-child]:hidden';

/** Returns when the office next opens if that is only after the response time of an enquiry, else undefined. */
export function getReplyTime({ waitingSince, dueAt }: StoredEnquiry, content: Content): Date | null | undefined {
  const target = getResponseTarget(content);
  if (dueAt === null || computeDueTime(waitingSince, target).isAchievable) return undefined;
  return findNextOpening(dueAt, target.officeHours);
}

/** Renders a time for a column. */
export function BriefTime({ at }: { at: Date }) {
  const { now, content } = usePageContext();
  return <time dateTime={at.toISOString()}>{formatBriefTime(at, now, content.office.timeZone)}</time>;
}

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

// Lengths in pixels of the drawing before it is stretched.
const [width, height, left, right, top, deck] = [240, 40, 4, 236, 4, 34];
const cable = `M${left} ${top}Q${width / 2} ${2 * deck - top - 12} ${right} ${top}`;
const hangerCount = 29;
const hangers = Array.from({ length: hangerCount - 1 }, (_, index) => {
  const place = (index + 1) / hangerCount;
  const y = top + 4 * (deck - top - 6) * place * (1 - place);
  return `M${left + place * (right - left)} ${y.toFixed(1)}V${deck}`;
}).join('');
const structure = `M${left} ${top - 2}V${height - 1}M${right} ${top - 2}V${height - 1}M0 ${deck}H${width}`;

/**
 * Renders a bridge whose cable shows the time left: it is whole when an enquiry arrives, and shrinks towards the first
 * tower. Without time left, only towers, deck and a dotted cable remain. It is as wide and as high as its classes say.
 * @param fraction fraction of the time left, from 0 to 1
 */
export function TimeRemainingDrawing({ fraction, className }: { fraction: number; className: string }) {
  const isOver = !(fraction > 0);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className={`[&_path]:[vector-effect:non-scaling-stroke] ${isOver ? 'stroke-balloon' : 'stroke-quiet'} ${className}`}
    >
      <path d={cable} strokeDasharray="1 5" />
      <path d={structure} strokeWidth="1.5" />
      {isOver ? null : (
        // It cuts off what is beyond the time left.
        <svg width={left + fraction * (right - left)} height={height}>
          <path d={hangers} className="stroke-outline" />
          <path d={cable} strokeWidth="3" className="stroke-cable" />
        </svg>
      )}
    </svg>
  );
}
