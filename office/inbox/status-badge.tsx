import { getResponseTarget } from '../../content/assemble-content.ts';
import { formatDayAndTime, formatTimeLeft } from '../../enquiries/response-target.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { computeCatenary, level, createProjection, polyline, upright, uprights } from '../../site/drawings/geometry.ts';
import { Moment } from '../shared/document.tsx';
import { UserText } from '../shared/user-text.tsx';
import { usePageContext } from '../shared/page-context.ts';

interface StandingProps {
  enquiry: StoredEnquiry;
  /** True on the enquiry's own page, false in a list. */
  isOfPage?: boolean;
}

/** Renders the status of an enquiry: the time left to answer it, or how it was closed. */
export function StatusBadge({ enquiry, isOfPage = false }: StandingProps) {
  const { now, words } = usePageContext();
  const { waitingSince, dueAt, closedAt, closedReason, spamReason } = enquiry;
  if (dueAt !== null) return <TimeLeft waitingSince={waitingSince} dueAt={dueAt} isOfPage={isOfPage} />;
  const when = closedAt === null ? '' : ` ${formatDayAndTime(closedAt, now, words.office.timeZone)}`;
  const closed = closedReason === null ? `Answered${when}` : `Ended${when}: ${closedReason}`;
  return (
    <p className={`font-medium text-quiet ${isOfPage ? '' : inList}`}>
      {enquiry.status === 'closed' ? closed : 'Set aside'}
      {spamReason === null ? null : ' because '}
      {spamReason === null ? null : <UserText text={spamReason} />}
    </p>
  );
}

const inList = 'md:pt-[0.6rem] md:leading-[1.35]';
const timeInList = `gap-x-3 gap-y-[0.2rem] md:grid md:content-start md:justify-items-start ${inList}`;

interface TimeLeftProps extends Pick<StoredEnquiry, 'waitingSince'> {
  dueAt: Date;
  isOfPage: boolean;
}

/** Renders the time left. Overdue is shown in words, not by colour alone. */
function TimeLeft({ waitingSince, dueAt, isOfPage }: TimeLeftProps) {
  const { now, words } = usePageContext();
  const promise = getResponseTarget(words);
  const left = dueAt.getTime() - now.getTime();
  const look = isOfPage ? 'gap-x-5 gap-y-[0.4rem] text-[1.2rem]' : timeInList;
  return (
    <p className={`row font-semibold ${look} ${left > 0 ? 'text-lamp' : 'text-balloon'}`}>
      <time dateTime={dueAt.toISOString()}>{formatTimeLeft(waitingSince, promise, now)}</time>
      <TimeRemaining part={left / (dueAt.getTime() - waitingSince.getTime())} className={isOfPage ? 'w-48' : 'w-36'} />
    </p>
  );
}

/** Renders the time of the reader's reminder, if one is set. */
export function Reminder({ at }: { at: Date | undefined }) {
  const { now } = usePageContext();
  if (at === undefined) return null;
  const words = at <= now ? 'You asked to be reminded of this, ' : 'You will be reminded of this ';
  return (
    <p className={`font-medium ${at <= now ? 'text-lamp' : 'text-quiet'}`}>
      {words}
      <Moment at={at} />
    </p>
  );
}

const [width, height] = [240, 40];
const [left, right, top, deck] = [8, 232, 4, 34];
const parts = 48;

/**
 * Renders a bridge whose cable shows the time left: it is whole when an enquiry arrives, and shrinks towards the first
 * tower. Without time left, only towers, deck and a dotted cable remain.
 * @param part fraction of the time left, from 0 to 1
 */
export function TimeRemaining({ part, className }: { part: number; className: string }) {
  const reached = Math.ceil(Math.min(1, Math.max(0, part)) * parts);
  const isOver = reached === 0;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} fill="none" aria-hidden="true" strokeWidth="1.5" className={className}>
      <path
        d={cablePath(parts)}
        strokeWidth="1"
        strokeDasharray="1 5"
        className={isOver ? 'stroke-balloon' : 'stroke-outline'}
      />
      <path d={hangersPath(reached)} strokeWidth="1" className="stroke-quiet" />
      <path d={structure} className={isOver ? 'stroke-balloon' : 'stroke-quiet'} />
      {isOver ? null : <path d={cablePath(reached)} strokeWidth="3" strokeLinecap="round" className="stroke-lamp" />}
    </svg>
  );
}

const cable = computeCatenary((right - left) / 2, 24, parts).map(createProjection([(left + right) / 2, top]));
const structure = upright(left, top - 2, height - 1) + upright(right, top - 2, height - 1) + level(deck, 0, width);

function cablePath(reached: number): string {
  return polyline(...cable.slice(0, reached + 1));
}

/** Returns the path of the hangers, one for every two steps of the cable. */
function hangersPath(reached: number): string {
  const hung = cable.slice(0, reached + 1).filter((_, step) => step > 0 && step % 2 === 0);
  return uprights(hung, deck);
}
