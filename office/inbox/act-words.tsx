import type { ReactNode } from 'react';

import type { Activity } from '../../enquiries/core/store.ts';
import { counted } from './counted.ts';
import { Foreign } from '../parts/foreign-text.tsx';

/** What somebody did, as the rest of a sentence that begins with them. `enquiry` is the enquiry, as the sentence is to name it. */
export function actWords({ act, detail }: Activity, enquiry: ReactNode): ReactNode {
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
