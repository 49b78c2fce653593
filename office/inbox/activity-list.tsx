import { formatDayAndTime } from '../../enquiries/response-target.ts';
import { describeEvent } from '../../enquiries/describe-event.ts';
import type { ActivityEvent } from '../../enquiries/model.ts';
import { DateTime } from '../shared/html-document.tsx';
import { useCurrentUser } from '../shared/page-context.ts';
import { UserText, UserTextBlock } from '../shared/user-text.tsx';

/** Event, with its enquiry's reference on pages about several enquiries. */
export type ListedEvent = ActivityEvent & { reference?: string | undefined };

interface ActivityListProps {
  events: readonly ListedEvent[];
  /** True on the page of one enquiry: its reference is left out. */
  isForOneEnquiry?: boolean;
}

/** Renders events in the given order: who did what, and when. */
export function ActivityList({ events, isForOneEnquiry = false }: ActivityListProps) {
  const { names } = useCurrentUser();
  return (
    <ol className="ruled max-w-text [&_.words]:mt-[0.4rem] [&_.words]:px-[0.9rem] [&_.words]:py-[0.6rem]">
      {events.map((event) => (
        <li key={event.id}>
          <p>
            <span className="mr-2 text-quiet">
              <DateTime at={event.at} />
            </span>{' '}
            <UserText text={names.get(event.actor) ?? event.actor} />{' '}
            <UserText text={describeEvent({ ...event, detail: names.get(event.detail) ?? event.detail })} />
            {isForOneEnquiry ? null : <EnquiryLink event={event} />}
          </p>
          {event.note === '' ? null : (
            <p className="text-quiet">
              <UserText text={event.note} />
            </p>
          )}
          {event.action === 'note' ? <UserTextBlock text={event.detail} /> : null}
        </li>
      ))}
    </ol>
  );
}

function EnquiryLink({ event: { enquiryId, reference } }: { event: ListedEvent }) {
  if (enquiryId === null) return null;
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
