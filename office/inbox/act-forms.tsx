import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { visibleText } from '../../enquiries/core/invisible-characters.ts';
import { useFrame } from '../parts/frame.ts';
import { longestRemark } from './acting.ts';
import { KeptField } from './kept.tsx';
import type { ListAct } from './folders.ts';

interface EnquiryActsProps {
  enquiry: StoredEnquiry;
  /** Who may be assigned. */
  people: readonly string[];
  /** A `mailto:` address with subject and reference. */
  reply: string;
  /** When the reader is reminded of it. */
  reminder: Date | undefined;
  /** What was typed to be said of an act that was not done. */
  remark: string | undefined;
}

/** What can be done with an enquiry as it stands: one form, whose buttons say what. Return presses the first of them. */
export function EnquiryActs({ enquiry, people, reply, reminder, remark }: EnquiryActsProps) {
  const { handling, delivery, assignedTo, id, version } = enquiry;
  const isSetAside = handling === 'set aside';
  const isMailDue = delivery.state === 'due' && delivery.lastReason === null;
  return (
    <section className="acts grid max-w-[30rem] content-start gap-[0.6rem] print:hidden">
      <h2>What to do</h2>
      <form method="post" className="grid content-start gap-[0.6rem]">
        <input type="hidden" name="seen" value={version} />
        {isSetAside ? (
          <Act id={id} act="release" className="button button-primary">
            Not spam: move it to Waiting
          </Act>
        ) : null}
        {handling === 'waiting' ? (
          <div className="row gap-y-[0.4rem]">
            <Reasons />
            <Act id={id} act="answer" />
          </div>
        ) : null}
        {isSetAside ? null : (
          <a href={reply} className="button">
            Write from your mail program
          </a>
        )}
        {handling === 'waiting' ? <Act id={id} act="answer-by-mail" /> : null}
        {handling === 'answered' ? (
          <>
            <Act id={id} act="written-again" />
            <Act id={id} act="came-back" />
            <Act id={id} act="reopen" />
          </>
        ) : null}
        <div className="row gap-y-[0.4rem]">
          <Assign people={people} assignedTo={assignedTo} />
          <Act id={id} act="assign" />
        </div>
        {isSetAside || isMailDue ? null : <Act id={id} act="retry" />}
        {isSetAside ? null : <Act id={id} act="spam" />}
        <RemarkField hint="One line, for the history: say why." remark={remark} />
        {handling === 'waiting' ? <RemindMe id={id} isSet={reminder !== undefined} /> : null}
      </form>
      <p className="links row gap-x-6 gap-y-1 print:hidden">
        <a href={`/enquiries/${id}/erase`}>Erase this enquiry…</a>
      </p>
    </section>
  );
}

interface ActProps {
  id: string;
  act: Exclude<keyof typeof labels, 'erase'>;
  className?: string;
  children?: string;
}

function Act({ id, act, className = 'button', children = labels[act] }: ActProps) {
  return (
    <button type="submit" formAction={`/enquiries/${id}/${act}`} className={className}>
      {children}
    </button>
  );
}

/** What somebody may say of an act. */
export function RemarkField({
  hint,
  remark,
  className,
}: {
  hint: string;
  remark?: string | undefined;
  className?: string;
}) {
  return (
    <div className={`grid w-full gap-[0.3rem] ${className ?? ''}`}>
      <label htmlFor="remark">A note with what you choose, if you like</label>
      <p id="remark-hint" className="text-small text-quiet">
        {hint}
      </p>
      <input
        id="remark"
        name="remark"
        maxLength={longestRemark}
        aria-describedby="remark-hint"
        defaultValue={remark}
        autoComplete="off"
        className="field min-w-0"
      />
    </div>
  );
}

function Reasons() {
  const { office } = useFrame().words;
  return (
    <>
      <label htmlFor="reason">End it as</label>
      <select id="reason" name="reason" className="field min-w-0">
        {office.reasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </select>
    </>
  );
}

/** The day wins that was typed over the one that was chosen. */
function RemindMe({ id, isSet }: { id: string; isSet: boolean }) {
  return (
    <fieldset className="row mt-[0.6rem] gap-y-[0.4rem]">
      <legend className="mb-[0.4rem]">Remind me</legend>
      <select name="day" aria-label="When" className="field min-w-0">
        <option value="tomorrow">tomorrow</option>
        <option value="three days">in three days</option>
        <option value="Monday">on Monday</option>
      </select>
      <label htmlFor="date">or on</label>
      <input id="date" name="date" type="date" className="field min-w-0" />
      <Act id={id} act="remind" />
      {isSet ? <Act id={id} act="forget" /> : null}
    </fieldset>
  );
}

/** @param note what was typed and is not saved yet */
export function NoteForm({ enquiry: { id, version }, note }: { enquiry: StoredEnquiry; note: string | undefined }) {
  return (
    <form
      method="post"
      action={`/enquiries/${id}/note`}
      className="mt-6 grid max-w-text justify-items-start gap-[0.3rem]"
    >
      <input type="hidden" name="seen" value={version} />
      <label htmlFor="note" className="font-semibold">
        Note
      </label>
      <p id="note-hint" className="text-quiet">
        {note === undefined
          ? 'For everybody who uses this inbox. The visitor never sees it.'
          : 'This is not saved yet.'}
      </p>
      <KeptField
        enquiryId={id}
        typed={note}
        sentBy="note"
        id="note"
        name="note"
        rows={3}
        required
        aria-describedby="note-hint"
        defaultValue={note}
      />
      <button type="submit" className="button mt-[0.4rem]">
        Save the note
      </button>
    </form>
  );
}

/** What can be done with all that are ticked. The button says what; nothing is erased before it was asked about. */
export function ListActs({ acts, people }: { acts: readonly ListAct[]; people: readonly string[] }) {
  const buttons = acts.filter((act) => act !== 'assign' && act !== 'answer');
  return (
    <fieldset className="list-acts border-b border-hairline bg-ground pt-3 pb-4 print:hidden">
      <legend className="float-left mb-[0.4rem] w-full text-quiet">With the ticked ones</legend>
      <div className="row clear-both">
        {acts.includes('answer') ? (
          <div className="row gap-y-[0.4rem]">
            <Reasons />
            <button type="submit" name="act" value="answer" className="button">
              {labels.answer}
            </button>
          </div>
        ) : null}
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
            <Assign people={people} />
            <button type="submit" name="act" value="assign" className="button">
              {labels.assign}
            </button>
          </div>
        ) : null}
      </div>
    </fieldset>
  );
}

const labels = {
  answer: 'End',
  'answer-by-mail': 'I answered from there',
  'written-again': 'They have written again',
  'came-back': 'Our answer came back',
  reopen: 'Open again',
  spam: 'Spam: set aside',
  release: 'Not spam',
  retry: 'Send the mail again',
  assign: 'Assign',
  remind: 'Remind me',
  forget: 'No reminder',
  erase: 'Erase…',
};

/** No person has this for an address. */
const unchosen = '?';

interface AssignProps {
  people: readonly string[];
  /** Stands first even if that person may sign in no more; none where they are several, and somebody has to be chosen. */
  assignedTo?: string | null;
}

/** Who is to see to an enquiry: one of the people, or nobody. */
function Assign({ people, assignedTo = unchosen }: AssignProps) {
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
    </>
  );
}
