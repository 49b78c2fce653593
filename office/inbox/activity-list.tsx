import { formatDayAndTime } from '../../enquiries/response-target.ts';
import { describeEvent } from '../../enquiries/describe-event.ts';
import type { Event } from '../../enquiries/model.ts';
import { Moment } from '../shared/document.tsx';
import { UserText, UserTextBlock } from '../shared/user-text.tsx';

/** An event, with the reference of its enquiry if the page is not about that one. */
export type ShownAct = Event & { reference?: string | undefined };

interface ActivityListProps {
  acts: readonly ShownAct[];
  /** True on the page of one enquiry: its reference is left out. */
  isAboutOne?: boolean;
}

/** Renders events in the given order: who did what, and when. */
export function ActivityList({ acts, isAboutOne = false }: ActivityListProps) {
  return (
    <ol className="ruled max-w-text [&_.words]:mt-[0.4rem] [&_.words]:px-[0.9rem] [&_.words]:py-[0.6rem]">
      {acts.map((entry) => (
        <li key={entry.id}>
          <p>
            <span className="mr-2 text-quiet">
              <Moment at={entry.at} />
            </span>{' '}
            <UserText text={entry.actor} /> <UserText text={describeEvent(entry)} />
            {isAboutOne ? null : <Subject entry={entry} />}
          </p>
          {entry.note === '' ? null : (
            <p className="text-quiet">
              <UserText text={entry.note} />
            </p>
          )}
          {entry.action === 'note' ? <UserTextBlock text={entry.detail} /> : null}
        </li>
      ))}
    </ol>
  );
}

function Subject({ entry: { enquiryId, reference } }: { entry: ShownAct }) {
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

/** Returns a sentence about an event on an enquiry; `reader` is called "You". */
export function formatEvent(entry: Event, reader: string, { now, timeZone }: { now: Date; timeZone: string }): string {
  const who = entry.actor === reader ? 'You' : entry.actor.replace(/^the command$/, 'The command');
  return `${who} ${describeEvent(entry)}, ${formatDayAndTime(entry.at, now, timeZone)}.`;
}
