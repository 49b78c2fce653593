/** How long the site lets visitors wait for an answer, as it promises them. */
export interface ReplyPromise {
  /** A visitor may expect an answer within so many hours. */
  hours: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** When the promise ends for what was received then. */
export function promisedBy(receivedAt: Date, { hours }: ReplyPromise): Date {
  return new Date(receivedAt.getTime() + hours * hour);
}

/** What was received before this is overdue now; also what has to be answered this very moment. */
export function overdueBefore(now: Date, { hours }: ReplyPromise): Date {
  return new Date(now.getTime() - hours * hour + 1);
}

/** What is left of the promise, in words: `3 h left`, `25 min left`, `overdue since Monday 14:10`. Times are in the process' zone. */
export function timeLeft(receivedAt: Date, promise: ReplyPromise, now: Date): string {
  const end = promisedBy(receivedAt, promise);
  const left = end.getTime() - now.getTime();
  if (left >= hour) return `${Math.floor(left / hour)} h left`;
  if (left > 0) return `${Math.max(1, Math.floor(left / minute))} min left`;
  return `overdue since ${dayAndTime(end, now)}`;
}

/** A time as people say it: `Monday 14:10` within the last six days, else `3 March 2026, 14:10`. */
export function dayAndTime(time: Date, now: Date): string {
  const isRecent = Math.abs(now.getTime() - time.getTime()) < 6 * 24 * hour;
  return (isRecent ? recent : older).format(time).replace(' at ', ', ');
}

const recent = new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' });
const older = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
