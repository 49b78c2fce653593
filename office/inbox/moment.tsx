import { dayAndTime } from '../../enquiries/core/promise.ts';

/** A time as people say it, and for programs. */
export function Moment({ at, now }: { at: Date; now: Date }) {
  return <time dateTime={at.toISOString()}>{dayAndTime(at, now)}</time>;
}
