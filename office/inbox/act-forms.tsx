import type { ReactNode } from 'react';

import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { visibleText } from '../../enquiries/core/invisible-characters.ts';
import type { ListAct } from './folders.ts';

interface EnquiryActsProps {
  enquiry: StoredEnquiry;
  /** Who may be assigned. */
  people: readonly string[];
  /** A `mailto:` address with subject and reference. */
  reply: string;
}

/** What can be done with an enquiry as it stands. The one thing that it waits for comes first. */
export function EnquiryActs({ enquiry, people, reply }: EnquiryActsProps) {
  const { handling, delivery, assignedTo, id } = enquiry;
  const isSetAside = handling === 'set aside';
  return (
    <section className="acts grid max-w-[30rem] content-start gap-[0.6rem] print:hidden">
      <h2>What to do</h2>
      {isSetAside ? (
        <Act enquiry={enquiry} act="release" label="Not spam: deliver it" className="button button-primary" />
      ) : null}
      <a href={reply} className={handling === 'waiting' ? 'button button-primary' : 'button'}>
        Reply by email
      </a>
      {handling === 'waiting' ? <Act enquiry={enquiry} act="answer" /> : null}
      {handling === 'answered' ? <Act enquiry={enquiry} act="reopen" /> : null}
      {isSetAside ? null : (
        <>
          {delivery.state === 'due' && delivery.lastReason === null ? null : <Act enquiry={enquiry} act="retry" />}
          <Act enquiry={enquiry} act="spam" />
        </>
      )}
      <ActForm enquiry={enquiry} act="assign" className="row mt-[0.6rem] gap-y-[0.4rem]">
        <Assign people={people} assignedTo={assignedTo} />
      </ActForm>
      <p className="links row gap-x-6 gap-y-1 print:hidden">
        <a href={`/enquiries/${id}/erase`}>Erase this enquiry…</a>
      </p>
    </section>
  );
}

interface ActProps {
  enquiry: StoredEnquiry;
  act: 'answer' | 'reopen' | 'retry' | 'release' | 'spam';
  label?: string;
  className?: string;
}

function Act({ enquiry, act, label = labels[act], className = 'button' }: ActProps) {
  return (
    <ActForm enquiry={enquiry} act={act}>
      <button type="submit" className={className}>
        {label}
      </button>
    </ActForm>
  );
}

/** @param note what was typed and is not saved yet */
export function NoteForm({ enquiry, note }: { enquiry: StoredEnquiry; note: string | undefined }) {
  return (
    <ActForm enquiry={enquiry} act="note" className="mt-6 grid max-w-text justify-items-start gap-[0.3rem]">
      <label htmlFor="note" className="font-semibold">
        Note
      </label>
      <p id="note-hint" className="text-quiet">
        {note === undefined
          ? 'For everybody who uses this inbox. The visitor never sees it.'
          : 'This is not saved yet.'}
      </p>
      <textarea
        id="note"
        name="note"
        rows={3}
        required
        aria-describedby="note-hint"
        defaultValue={note}
        className="field"
      />
      <button type="submit" className="button mt-[0.4rem]">
        Save the note
      </button>
    </ActForm>
  );
}

interface ActFormProps {
  enquiry: Pick<StoredEnquiry, 'id' | 'version'>;
  act: Exclude<ListAct, 'erase'> | 'note';
  className?: string;
  children: ReactNode;
}

/** Does one act to one enquiry. It says which version of it this page shows, so that nobody's act is undone unseen. */
export function ActForm({ enquiry: { id, version }, act, className, children }: ActFormProps) {
  return (
    <form method="post" action={`/enquiries/${id}/${act}`} className={className}>
      <input type="hidden" name="seen" value={version} />
      {children}
    </form>
  );
}

/** What can be done with all that are ticked. The button says what; nothing is erased before it was asked about. */
export function ListActs({ acts, people }: { acts: readonly ListAct[]; people: readonly string[] }) {
  const buttons = acts.filter((act) => act !== 'assign');
  return (
    <fieldset className="list-acts border-b border-hairline bg-ground pt-3 pb-4 print:hidden">
      <legend className="float-left mb-[0.4rem] w-full text-quiet">With the ticked ones</legend>
      <div className="row clear-both">
        {buttons.map((act) => (
          <button
            key={act}
            type="submit"
            name="act"
            value={act}
            className={`button${act === 'erase' ? ' is-grave' : ''}`}
          >
            {labels[act]}
          </button>
        ))}
        {acts.includes('assign') ? (
          <div className="row gap-y-[0.4rem]">
            <Assign people={people} button={{ name: 'act', value: 'assign' }} />
          </div>
        ) : null}
      </div>
    </fieldset>
  );
}

const labels: Record<Exclude<ListAct, 'assign'>, string> = {
  answer: 'Mark as answered',
  reopen: 'Mark as not answered',
  spam: 'Spam: set aside',
  release: 'Not spam: deliver',
  retry: 'Send the mail again',
  erase: 'Erase…',
};

/** No person has this for an address. */
const unchosen = '?';

interface AssignProps {
  people: readonly string[];
  /** Stands first even if that person may sign in no more; none where they are several, and somebody has to be chosen. */
  assignedTo?: string | null;
  button?: { name: string; value: string };
}

/** Who is to see to an enquiry: one of the people, or nobody. */
function Assign({ people, assignedTo = unchosen, button }: AssignProps) {
  const isChosen = assignedTo !== unchosen;
  const offered = !isChosen || !assignedTo || people.includes(assignedTo) ? people : [assignedTo, ...people];
  return (
    <>
      <label htmlFor="assign-to">Assigned to</label>
      <select id="assign-to" name="to" defaultValue={assignedTo ?? ''} className="field min-w-0">
        {isChosen ? null : <option value={unchosen}>choose…</option>}
        <option value="">nobody</option>
        {offered.map((person) => (
          <option key={person} value={person}>
            {visibleText(person)}
          </option>
        ))}
      </select>
      <button type="submit" {...button} className="button">
        Assign
      </button>
    </>
  );
}
