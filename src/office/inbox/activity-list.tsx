import { formatDayAndTime } from '../../enquiries/response-target.ts';
import { describeEvent } from '../../enquiries/describe-event.ts';
import type { ActivityEvent } from '../../enquiries/change.ts';
import { DateTime } from '../shared/html-document.tsx';
import { useCurrentUser } from '../shared/page-context.ts';
import { UserText, UserTextBlock } from '../shared/user-text.tsx';

/** Event, with its enquiry's reference on pages about several enquiries. */
export type ListedEvent = ActivityEvent & { reference?: string | undefined };

/** Renders events in the given order: who did what, and when. */
export function ActivityList({ events }: { events: readonly ListedEvent[] }) {
  return (
    <ol className="ruled max-w-text [&_.words]:mt-[0.4rem] [&_.words]:px-[0.9rem] [&_.words]:py-[0.6rem]">
      {events.map((event) => (
        <li key={event.id}>
          <EventDetails event={event} />
        </li>
      ))}
    </ol>
  );
}

/** Renders who did what, and when, with what they noted. On the page of its enquiry no reference is given. */
export function EventDetails({ event }: { event: ListedEvent }) {
  const { names } = useCurrentUser();
  return (
    <>
      <p>
        <span className="mr-2 text-quiet">
          <DateTime at={event.at} />
        </span>{' '}
        <UserText text={names.get(event.actor) ?? event.actor} />{' '}
        <UserText text={describeEvent({ ...event, detail: names.get(event.detail) ?? event.detail })} />
        <EnquiryLink event={event} />
      </p>
      {event.note === '' ? null : (
        <p className="text-quiet">
          <UserText text={event.note} />
        </p>
      )}
      {event.action === 'note' ? <UserTextBlock text={event.detail} /> : null}
    </>
  );
}

function EnquiryLink({ event: { enquiryId, reference } }: { event: ListedEvent }) {
  if (enquiryId === null || reference === undefined) return null;
  return (
    <>
      ,{' '}
      <a href={`/enquiries/${enquiryId}`} className="reference link">
        {reference}
      </a>
    </>
  );
}

/** Returns a sentence about an event on an enquiry; the reader is called "You". */
export function formatEvent(
  event: ActivityEvent,
  readerEmail: string,
  { now, timeZone }: { now: Date; timeZone: string },
): string {
  const actor = event.actor === readerEmail ? 'You' : event.actor.replace(/^the command$/, 'The command');
  return `${actor} ${describeEvent(event)}, ${formatDayAndTime(event.at, now, timeZone)}.`;
}
