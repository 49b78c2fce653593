import type { StoredEnquiry } from '../../enquiries/model.ts';
import { computeReminderTime } from '../../enquiries/reminder-time.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { ButtonLink, SubmitButton } from '../shared/post-button.tsx';
import { TextField } from '../shared/text-field.tsx';
import { maxRemarkLength } from './perform-action.ts';
import { DraftTextarea } from './draft-textarea.tsx';
import type { BulkAction } from './folders.ts';

interface EnquiryActionsProps {
  enquiry: StoredEnquiry;
  possibleAssignees: readonly string[];
  /** `mailto:` URL with subject and reference. */
  mailtoUrl: string;
  /** Time of the reader's reminder, if one is set. */
  reminder: Date | undefined;
  /** Typed note on an action that was not done. */
  unsavedRemark: string | undefined;
  /** True if replies and bounces are read from a mailbox: nobody has to tell of them as a rule. */
  isMailboxRead: boolean;
}

/** Renders one form with a button for each possible action on an enquiry. Return presses the first. */
export function EnquiryActions(props: EnquiryActionsProps) {
  const { enquiry, possibleAssignees, mailtoUrl, reminder, unsavedRemark, isMailboxRead } = props;
  const { status, mail, assignee, id, version } = enquiry;
  const isSpam = status === 'spam';
  const isMailDue = mail?.state === 'due' && mail.lastReason === null;
  return (
    <section className="grid max-w-[30rem] content-start gap-[0.6rem] print:hidden [&_:is(.button,.field)]:w-full">
      <h2>What to do</h2>
      <form method="post" className="grid content-start gap-[0.6rem]">
        <input type="hidden" name="seen" value={version} />
        {isSpam ? (
          <ActionButton enquiryId={id} action="release" className="button button-primary">
            Not spam: move it to Waiting
          </ActionButton>
        ) : null}
        {status === 'open' ? <CloseFields enquiryId={id} /> : null}
        {isSpam ? null : <ButtonLink to={mailtoUrl}>Write from your mail program</ButtonLink>}
        <ElsewhereButtons enquiry={enquiry} isMailboxRead={isMailboxRead} />
        {status === 'closed' ? <ActionButton enquiryId={id} action="reopen" /> : null}
        <AssignFields enquiryId={id} possibleAssignees={possibleAssignees} assignee={assignee} />
        {isSpam || isMailDue ? null : <ActionButton enquiryId={id} action="retry" />}
        {isSpam ? null : <ActionButton enquiryId={id} action="spam" />}
        <RemarkField hint="One line, for the history: say why." remark={unsavedRemark} />
        {status === 'open' ? <ReminderFields id={id} hasReminder={reminder !== undefined} /> : null}
      </form>
      <p className="links row gap-x-6 gap-y-1 print:hidden">
        <a href={`/enquiries/${id}/erase`}>Erase this enquiry…</a>
      </p>
    </section>
  );
}

/** Renders the buttons that tell of mail which the office cannot see, folded if it sees the mailbox of replies. */
function ElsewhereButtons({ enquiry, isMailboxRead }: Pick<EnquiryActionsProps, 'enquiry' | 'isMailboxRead'>) {
  const actions = elsewhereActions[enquiry.status];
  const buttons = actions.map((action) => <ActionButton key={action} enquiryId={enquiry.id} action={action} />);
  if (actions.length === 0 || !isMailboxRead) return buttons;
  return (
    <details>
      <summary>It happened elsewhere</summary>
      <div className="grid gap-[0.6rem]">{buttons}</div>
    </details>
  );
}

const elsewhereActions = { open: ['answer-by-mail'], closed: ['written-again', 'came-back'], spam: [] } as const;

interface ActionButtonProps {
  action: ItemAction;
  /** Id of the enquiry; without it the action applies to all ticked enquiries. */
  enquiryId?: string | undefined;
  /** For a button of one item of a list: the fields of its form, in its own value. */
  itemFields?: Record<string, string>;
  /** Object of the action, if the page names it elsewhere. */
  describedObject?: string;
  className?: string;
  children?: string | undefined;
}

/** Name of an action with a button. */
export type ItemAction = keyof typeof actionLabels;

/** Id of the form of such buttons, which does not send the ticks. */
export const itemFormId = 'item';

/** Renders the button of an action. */
export function ActionButton({
  action,
  enquiryId,
  itemFields,
  describedObject,
  className = 'button',
  children = actionLabels[action],
}: ActionButtonProps) {
  const only = itemFields && new URLSearchParams({ act: action, ...itemFields }).toString();
  const submitProps =
    enquiryId === undefined ? { name: 'act', value: action } : { formAction: `/enquiries/${enquiryId}/${action}` };
  const itemProps = { form: itemFormId, name: 'only', value: only };
  const label = describedObject && `${children}: ${describedObject}`;
  return (
    <button
      type="submit"
      formEncType="application/x-www-form-urlencoded"
      {...(only ? itemProps : submitProps)}
      className={className}
      aria-label={label}
    >
      {children}
    </button>
  );
}

/** Renders the field for an optional note on an action. */
export function RemarkField({ hint, remark }: { hint: string; remark?: string | undefined }) {
  const label = 'A note with what you choose, if you like';
  return <TextField name="remark" label={label} hint={hint} maxLength={maxRemarkLength} defaultValue={remark} />;
}

function CloseFields({ enquiryId }: Pick<ActionButtonProps, 'enquiryId'>) {
  const { office } = usePageContext().content;
  return (
    <div className="row gap-y-[0.4rem]">
      <label htmlFor="reason">End it as</label>
      <select id="reason" name="reason" className="field min-w-0">
        {office.reasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </select>
      <ActionButton enquiryId={enquiryId} action="answer" />
    </div>
  );
}

/** Renders the reminder form. A typed date overrides a chosen day. */
function ReminderFields({ id, hasReminder }: { id: string; hasReminder: boolean }) {
  const { now, content } = usePageContext();
  const isLaterTodayPossible = computeReminderTime('later today', now, content.office) !== null;
  return (
    <fieldset className="row mt-[0.6rem] gap-y-[0.4rem]">
      <legend className="mb-[0.4rem]">Remind me</legend>
      <select name="day" aria-label="When" defaultValue="tomorrow" className="field min-w-0">
        {isLaterTodayPossible ? <option value="later today">later today</option> : null}
        <option value="tomorrow">tomorrow</option>
        <option value="three days">in three days</option>
        <option value="Monday">on Monday</option>
      </select>
      <label htmlFor="date">or on</label>
      <input id="date" name="date" type="date" className="field min-w-0" />
      <ActionButton enquiryId={id} action="remind" />
      {hasReminder ? <ActionButton enquiryId={id} action="forget" /> : null}
    </fieldset>
  );
}

/** Renders the form for a note, with typed text that is not saved yet. */
export function NoteForm({
  enquiry: { id, version },
  unsavedNote,
}: {
  enquiry: StoredEnquiry;
  unsavedNote: string | undefined;
}) {
  return (
    <form
      method="post"
      action={`/enquiries/${id}/note#note`}
      className="grid max-w-text justify-items-start gap-[0.3rem]"
    >
      <input type="hidden" name="seen" value={version} />
      <label htmlFor="note" className="font-semibold">
        Note
      </label>
      <p id="note-hint" className="text-quiet">
        {unsavedNote === undefined
          ? 'For everybody who uses this inbox. The visitor never sees it.'
          : 'This is not saved yet.'}
      </p>
      <DraftTextarea
        enquiryId={id}
        unsavedText={unsavedNote}
        submitAction="note"
        id="note"
        name="note"
        rows={3}
        required
        aria-describedby="note-hint"
        defaultValue={unsavedNote}
      />
      <SubmitButton className="button mt-[0.4rem]">Save the note</SubmitButton>
    </form>
  );
}

/** Renders the bulk actions for the ticked enquiries. Erasing asks for confirmation first. */
export function BulkActions({
  actions,
  possibleAssignees,
}: {
  actions: readonly BulkAction[];
  possibleAssignees: readonly string[];
}) {
  const buttons = actions.filter((action) => action !== 'assign' && action !== 'answer');
  return (
    <fieldset className="list-acts border-y border-hairline bg-ground pt-3 pb-4 print:hidden">
      <legend className="float-left mb-[0.4rem] w-full text-quiet">With the ticked ones</legend>
      <div className="row clear-both">
        {actions.includes('answer') ? <CloseFields /> : null}
        {buttons.map((action) => (
          <ActionButton key={action} action={action} className={action === 'erase' ? 'button is-grave' : 'button'} />
        ))}
        {actions.includes('assign') ? <AssignFields possibleAssignees={possibleAssignees} /> : null}
      </div>
    </fieldset>
  );
}

const actionLabels = {
  answer: 'End',
  'answer-by-mail': 'I answered from there',
  'confirm-answer': 'I answered from there',
  'written-again': 'They have written again',
  'came-back': 'Our answer came back',
  'send-again': 'Send it again',
  'was-sent': 'It was sent',
  reopen: 'Open again',
  spam: 'Spam: set aside',
  release: 'Not spam',
  retry: 'Send the mail again',
  assign: 'Assign',
  remind: 'Remind me',
  forget: 'No reminder',
  erase: 'Erase…',
};

/** Value of the option `choose…`, which no e-mail address can equal. */
const unchosenValue = '?';

interface AssignFieldsProps extends Pick<ActionButtonProps, 'enquiryId'> {
  possibleAssignees: readonly string[];
  /** Current assignee, listed even without access; absent for several enquiries, where one must be chosen. */
  assignee?: string | null;
}

/** Renders the choice of an assignee: one of the people, or nobody. */
function AssignFields({ enquiryId, possibleAssignees, assignee = unchosenValue }: AssignFieldsProps) {
  const { names } = useCurrentUser();
  const isForOneEnquiry = assignee !== unchosenValue;
  const options =
    !isForOneEnquiry || !assignee || possibleAssignees.includes(assignee)
      ? possibleAssignees
      : [assignee, ...possibleAssignees];
  return (
    <div className="row gap-y-[0.4rem]">
      <label htmlFor="assign-to">Assigned to</label>
      <select id="assign-to" name="to" defaultValue={assignee ?? ''} className="field min-w-0">
        {isForOneEnquiry ? null : <option value={unchosenValue}>choose…</option>}
        <option value="">nobody</option>
        {options.map((person) => (
          <option key={person} value={person}>
            {markHiddenCharacters(names.get(person) ?? person)}
          </option>
        ))}
      </select>
      <ActionButton enquiryId={enquiryId} action="assign" />
    </div>
  );
}
