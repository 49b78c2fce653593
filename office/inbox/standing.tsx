import { dayAndTime, promisedBy, timeLeft } from '../../enquiries/core/promise.ts';
import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { Foreign } from '../parts/foreign-text.tsx';
import { SpanLeft } from './span-left.tsx';

interface StandingProps {
  enquiry: StoredEnquiry;
  promiseHours: number;
  now: Date;
}

/** How an enquiry stands, in a few words: the time that is left to answer it, or what was made of it. */
export function Standing({ enquiry, promiseHours, now }: StandingProps) {
  const { handling, receivedAt, answeredAt, delivery } = enquiry;
  switch (handling) {
    case 'waiting':
      return <TimeLeft receivedAt={receivedAt} hours={promiseHours} now={now} />;
    case 'answered':
      return <p className="standing">{answeredAt === null ? 'Answered' : `Answered ${dayAndTime(answeredAt, now)}`}</p>;
    case 'set aside':
      return (
        <p className="standing">
          Set aside
          {delivery.lastReason === null ? null : (
            <>
              {' '}
              because <Foreign text={delivery.lastReason} />
            </>
          )}
        </p>
      );
  }
}

/** Overdue is said in words, and shows in colour besides. */
function TimeLeft({ receivedAt, hours, now }: { receivedAt: Date; hours: number; now: Date }) {
  const end = promisedBy(receivedAt, { hours });
  const left = end.getTime() - now.getTime();
  return (
    <p className={left > 0 ? 'standing time-left' : 'standing time-left is-overdue'}>
      <time dateTime={end.toISOString()}>{timeLeft(receivedAt, { hours }, now)}</time>
      <SpanLeft part={left / (end.getTime() - receivedAt.getTime())} />
    </p>
  );
}
