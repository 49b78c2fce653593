import type { Activity } from '../../enquiries/core/store.ts';
import { actWords } from './act-words.tsx';
import { Foreign, ForeignBlock } from '../parts/foreign-text.tsx';
import { Moment } from './moment.tsx';

interface ActivityListProps {
  acts: readonly (Activity & { reference?: string | undefined })[];
  now: Date;
  /** On a page about one enquiry nobody has to be told which. */
  isAboutOne?: boolean;
}

/** Who did what, and when, in the given order. */
export function ActivityList({ acts, now, isAboutOne = false }: ActivityListProps) {
  return (
    <ol className="activity">
      {acts.map((entry) => (
        <li key={entry.id}>
          <p>
            <Moment at={entry.at} now={now} /> <Foreign text={entry.by} />{' '}
            {actWords(entry, isAboutOne ? 'it' : <Subject entry={entry} />)}
          </p>
          {entry.act === 'note' ? <ForeignBlock text={entry.detail} /> : null}
        </li>
      ))}
    </ol>
  );
}

function Subject({ entry: { enquiryId, reference } }: { entry: ActivityListProps['acts'][number] }) {
  if (enquiryId === null) return 'an enquiry';
  return (
    <a href={`/enquiries/${enquiryId}`} className="reference">
      {reference ?? 'an enquiry'}
    </a>
  );
}
