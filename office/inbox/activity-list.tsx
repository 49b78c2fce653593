import type { ReactNode } from 'react';

import type { Activity } from '../../enquiries/core/store.ts';
import { Moment } from '../parts/document.tsx';
import { Foreign, ForeignBlock } from '../parts/foreign-text.tsx';
import { counted } from '../parts/notices.tsx';

/** An act, with the reference of its enquiry where that is not said otherwise. */
export type ShownAct = Activity & { reference?: string | undefined };

interface ActivityListProps {
  acts: readonly ShownAct[];
  /** On a page about one enquiry nobody has to be told which. */
  isAboutOne?: boolean;
}

/** Who did what, and when, in the given order. */
export function ActivityList({ acts, isAboutOne = false }: ActivityListProps) {
  return (
    <ol className="activity ruled max-w-text">
      {acts.map((entry) => (
        <li key={entry.id}>
          <p>
            <Moment at={entry.at} /> <Foreign text={entry.by} />{' '}
            {actWords(entry, isAboutOne ? 'it' : <Subject entry={entry} />)}
          </p>
          {entry.act === 'note' ? <ForeignBlock text={entry.detail} /> : null}
        </li>
      ))}
    </ol>
  );
}

function Subject({ entry: { enquiryId, reference } }: { entry: ShownAct }) {
  if (enquiryId === null) return 'an enquiry';
  return (
    <a href={`/enquiries/${enquiryId}`} className="reference link">
      {reference ?? 'an enquiry'}
    </a>
  );
}

/** What somebody did, as the rest of a sentence that begins with them. `enquiry` is the enquiry, as the sentence is to name it. */
function actWords({ act, detail }: Activity, enquiry: ReactNode): ReactNode {
  const foreign = <Foreign text={detail} />;
  switch (act) {
    case 'answer':
      return <>marked {enquiry} as answered</>;
    case 'reopen':
      return <>marked {enquiry} as not answered</>;
    case 'note':
      return <>wrote a note on {enquiry}</>;
    case 'assign':
      return detail === '' ? (
        <>assigned {enquiry} to nobody</>
      ) : (
        <>
          assigned {enquiry} to {foreign}
        </>
      );
    case 'retry':
      return <>had the mail about {enquiry} sent again</>;
    case 'release':
      return <>said that {enquiry} is no spam</>;
    case 'set aside':
      return <>set {enquiry} aside as spam</>;
    case 'erase':
      return `erased ${counted(Number(detail))}`;
    case 'export':
      return <>exported enquiries{withDetail(detail)}</>;
    case 'contact facts':
      return <>changed the contact facts{withDetail(detail)}</>;
    case 'invite':
      return <>invited {foreign}</>;
    case 'sign in':
      return 'signed in';
    case 'sign out everywhere':
      return 'signed out everywhere';
    case 'remove passkey':
      return 'removed a passkey of theirs';
    case 'remove':
      return <>removed {foreign}</>;
  }
}

function withDetail(detail: string): ReactNode {
  return detail === '' ? null : (
    <>
      : <Foreign text={detail} />
    </>
  );
}
