import { ActForm } from './act-form.tsx';
import { AssignSelect } from './assign-select.tsx';
import type { EnquiryView } from '../parts/view.ts';

/** What can be done with an enquiry as it stands. The one thing that it waits for comes first. */
export function EnquiryActs({ view: { enquiry, people, reply } }: { view: EnquiryView }) {
  const { handling, delivery, assignedTo, id } = enquiry;
  const isSetAside = handling === 'set aside';
  return (
    <section className="acts">
      <h2>What to do</h2>
      {isSetAside ? <Act enquiry={enquiry} act="release" label="Not spam: deliver it" isFirst /> : null}
      <a href={reply} className={handling === 'waiting' ? 'button button-primary' : 'button'}>
        Reply by email
      </a>
      {handling === 'waiting' ? <Act enquiry={enquiry} act="answer" label="Mark as answered" /> : null}
      {handling === 'answered' ? <Act enquiry={enquiry} act="reopen" label="Mark as not answered" /> : null}
      {isSetAside ? null : (
        <>
          {delivery.state === 'due' && delivery.lastReason === null ? null : (
            <Act enquiry={enquiry} act="retry" label="Send the mail again" />
          )}
          <Act enquiry={enquiry} act="spam" label="Spam: set aside" />
        </>
      )}
      <ActForm enquiry={enquiry} act="assign" className="assign">
        <AssignSelect id="assign-to" people={people} assignedTo={assignedTo} />
        <button type="submit" className="button">
          Assign
        </button>
      </ActForm>
      <p className="links">
        <a href={`/enquiries/${id}/erase`}>Erase this enquiry…</a>
      </p>
    </section>
  );
}

interface ActProps {
  enquiry: EnquiryView['enquiry'];
  act: 'answer' | 'reopen' | 'retry' | 'release' | 'spam';
  label: string;
  isFirst?: boolean;
}

function Act({ enquiry, act, label, isFirst = false }: ActProps) {
  return (
    <ActForm enquiry={enquiry} act={act}>
      <button type="submit" className={isFirst ? 'button button-primary' : 'button'}>
        {label}
      </button>
    </ActForm>
  );
}
