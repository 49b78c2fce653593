import type { StoredEnquiry } from '../../enquiries/model.ts';
import { markHiddenCharacters } from '../../text/invisible-characters.ts';
import { usePageContext } from '../shared/page-context.ts';
import { ButtonLink, Submit } from '../shared/post-button.tsx';
import { TextField } from '../shared/text-field.tsx';
import { maxRemarkLength } from './perform-action.ts';
import { DraftTextarea } from './draft-textarea.tsx';
import type { ListAct } from './folders.ts';

interface EnquiryActsProps {
  enquiry: StoredEnquiry;
  /** Possible assignees. */
  people: readonly string[];
  /** `mailto:` URL with subject and reference. */
  reply: string;
  /** Time of the reader's reminder, if one is set. */
  reminder: Date | undefined;
  /** Typed note of an action that was not done. */
  remark: string | undefined;
}

/** Renders one form with a button for each possible action on an enquiry. Return presses the first. */
export function EnquiryActs({ enquiry, people, reply, reminder, remark }: EnquiryActsProps) {
  const { status, mail, assignee, id, version } = enquiry;
  const isSpam = status === 'spam';
  const isMailDue = mail?.state === 'due' && mail.lastReason === null;
  return (
    <section className="grid max-w-[30rem] content-start gap-[0.6rem] print:hidden [&_:is(.button,.field)]:w-full">
      <h2>What to do</h2>
      <form method="post" className="grid content-start gap-[0.6rem]">
        <input type="hidden" name="seen" value={version} />
        {isSpam ? (
          <Act of={id} act="release" className="button button-primary">
            Not spam: move it to Waiting
          </Act>
        ) : null}
        {status === 'open' ? <EndAs of={id} /> : null}
        {isSpam ? null : <ButtonLink to={reply}>Write from your mail program</ButtonLink>}
        {status === 'open' ? <Act of={id} act="answer-by-mail" /> : null}
        {status === 'closed' ? (
          <>
            <Act of={id} act="written-again" />
            <Act of={id} act="came-back" />
            <Act of={id} act="reopen" />
          </>
        ) : null}
        <Assign of={id} people={people} assignee={assignee} />
        {isSpam || isMailDue ? null : <Act of={id} act="retry" />}
        {isSpam ? null : <Act of={id} act="spam" />}
        <RemarkField hint="One line, for the history: say why." remark={remark} />
        {status === 'open' ? <RemindMe id={id} isSet={reminder !== undefined} /> : null}
      </form>
      <p className="links row gap-x-6 gap-y-1 print:hidden">
        <a href={`/enquiries/${id}/erase`}>Erase this enquiry…</a>
      </p>
    </section>
  );
}

interface ActProps {
  act: keyof typeof labels;
  /** Id of the enquiry; without it the action applies to all ticked enquiries. */
  of?: string | undefined;
  className?: string;
  children?: string;
}

/** Renders the button of an action. */
export function Act({ act, of, className = 'button', children = labels[act] }: ActProps) {
  const sent = of === undefined ? { name: 'act', value: act } : { formAction: `/enquiries/${of}/${act}` };
  return (
    <button type="submit" {...sent} className={className}>
      {children}
    </button>
  );
}

/** Renders the field for an optional note on an action. */
export function RemarkField({ hint, remark }: { hint: string; remark?: string | undefined }) {
  const label = 'A note with what you choose, if you like';
  return <TextField name="remark" label={label} hint={hint} maxLength={maxRemarkLength} defaultValue={remark} />;
}

function EndAs({ of }: Pick<ActProps, 'of'>) {
  const { office } = usePageContext().words;
  return (
    <div className="row gap-y-[0.4rem]">
      <label htmlFor="reason">End it as</label>
      <select id="reason" name="reason" className="field min-w-0">
        {office.reasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </select>
      <Act of={of} act="answer" />
    </div>
  );
}

/** Renders the reminder form. A typed date overrides a chosen day. */
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
      <Act of={id} act="remind" />
      {isSet ? <Act of={id} act="forget" /> : null}
    </fieldset>
  );
}

/** Renders the form for a note; `note` is typed text that is not saved yet. */
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
      <DraftTextarea
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
      <Submit className="button mt-[0.4rem]">Save the note</Submit>
    </form>
  );
}

/** Renders the bulk actions for the ticked enquiries. Erasing asks for confirmation first. */
export function ListActs({ acts, people }: { acts: readonly ListAct[]; people: readonly string[] }) {
  const buttons = acts.filter((act) => act !== 'assign' && act !== 'answer');
  return (
    <fieldset className="list-acts border-b border-hairline bg-ground pt-3 pb-4 print:hidden">
      <legend className="float-left mb-[0.4rem] w-full text-quiet">With the ticked ones</legend>
      <div className="row clear-both">
        {acts.includes('answer') ? <EndAs /> : null}
        {buttons.map((act) => (
          <Act key={act} act={act} className={act === 'erase' ? 'button is-grave' : 'button'} />
        ))}
        {acts.includes('assign') ? <Assign people={people} /> : null}
      </div>
    </fieldset>
  );
}

const labels = {
  answer: 'End',
  'answer-by-mail': 'I answered from there',
  'written-again': 'They have written again',
  'came-back': 'Our answer came back',
  'send-again': 'Send it again',
  'was-sent': 'It was sent',
  'saved-reply': 'Put it in',
  reopen: 'Open again',
  spam: 'Spam: set aside',
  release: 'Not spam',
  retry: 'Send the mail again',
  assign: 'Assign',
  remind: 'Remind me',
  forget: 'No reminder',
  erase: 'Erase…',
};

/** Placeholder that no e-mail address can equal. */
const unchosen = '?';

interface AssignProps extends Pick<ActProps, 'of'> {
  people: readonly string[];
  /** Current assignee, listed even without access; absent for several enquiries, where one must be chosen. */
  assignee?: string | null;
}

/** Renders the choice of an assignee: one of the people, or nobody. */
function Assign({ of, people, assignee = unchosen }: AssignProps) {
  const isChosen = assignee !== unchosen;
  const offered = !isChosen || !assignee || people.includes(assignee) ? people : [assignee, ...people];
  return (
    <div className="row gap-y-[0.4rem]">
      <label htmlFor="assign-to">Assigned to</label>
      <select id="assign-to" name="to" defaultValue={assignee ?? ''} className="field min-w-0">
        {isChosen ? null : <option value={unchosen}>choose…</option>}
        <option value="">nobody</option>
        {offered.map((person) => (
          <option key={person} value={person}>
            {markHiddenCharacters(person)}
          </option>
        ))}
      </select>
      <Act of={of} act="assign" />
    </div>
  );
}
