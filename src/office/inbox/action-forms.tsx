import type { ReactNode } from 'react';
import type { ActionName } from '../../enquiries/change.ts';
import type { Reminder, StoredEnquiry } from '../../enquiries/model.ts';
import { computeReminderTime } from '../../enquiries/reminder-time.ts';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { removeDoneQuery } from '../shared/return-path.ts';
import { SubmitButton } from '../shared/post-button.tsx';
import { SelectField, TextField, toOptions } from '../shared/fields.tsx';
import { maxActionNoteLength } from './perform-action.ts';
import { DraftTextarea } from './draft-textarea.tsx';
import type { Folder } from './folders.ts';
import { tickAllQuery } from './listing.ts';
import { actionNames, officeActions, formatActionSlug } from './office-actions.ts';

interface EnquiryActionsProps {
  enquiry: StoredEnquiry;
  possibleAssignees: readonly string[];
  /** `mailto:` URL with subject and reference. */
  mailtoUrl: string;
  /** The reader's reminder, if one is set. */
  reminder: Reminder | undefined;
  /** Typed note on an action that was not done. */
  unsavedActionNote: string | undefined;
  /** True if replies and bounces are read from a mailbox: people rarely have to record them. */
  isMailboxRead: boolean;
}

/** Renders one form with a button for each possible action on an enquiry. Return presses the first. */
export function EnquiryActions(props: EnquiryActionsProps) {
  const { enquiry, possibleAssignees, mailtoUrl, reminder, unsavedActionNote, isMailboxRead } = props;
  const { status, assignee, id, version } = enquiry;
  const offered = actionNames.filter((name) => officeActions[name].isOffered(enquiry));
  const elsewhere = offered.filter((name) => officeActions[name].isAboutExternalMail);
  return (
    <section className="side-group print:hidden">
      <h2>What to do</h2>
      <form method="post" className="grid grid-cols-[minmax(0,1fr)] content-start gap-[0.6rem]">
        <input type="hidden" name="seen" value={version} />
        <Actions
          names={offered.filter((name) => !elsewhere.includes(name))}
          {...{
            enquiryId: id,
            possibleAssignees,
            assignee,
            hasReminder: reminder !== undefined,
            isClosed: status === 'closed',
          }}
        />
        {status === 'spam' ? null : (
          <a href={mailtoUrl} className={quietActionClassName}>
            Write from your mail program
          </a>
        )}
        <Elsewhere isFolded={isMailboxRead}>
          {elsewhere.map((name) => (
            <ActionButton key={name} enquiryId={id} action={name} className={quietActionClassName} />
          ))}
        </Elsewhere>
        <ActionNoteField hint="One line, for the history: say why." remark={unsavedActionNote} />
      </form>
      <p className="links row gap-x-6 gap-y-1 print:hidden">
        <a href={`/enquiries/${id}/erase`}>Erase this enquiry…</a>
      </p>
    </section>
  );
}

/** Renders the buttons that tell of mail which the office cannot see, folded if it sees the mailbox of replies. */
function Elsewhere({ isFolded, children }: { isFolded: boolean; children: readonly ReactNode[] }) {
  if (children.length === 0 || !isFolded) return children;
  return (
    <details>
      <summary>It happened elsewhere</summary>
      {children}
    </details>
  );
}

interface ActionsProps {
  names: readonly ActionName[];
  /** Absent for the ticked enquiries. */
  enquiryId?: string;
  possibleAssignees: readonly string[];
  /** Current assignee, listed even without access; absent for several enquiries, where one must be chosen. */
  assignee?: string | null;
  /** True if the reader has a reminder of the enquiry. */
  hasReminder?: boolean;
  isClosed?: boolean;
}

/** Renders the fields and the button of each action. */
function Actions({ names, ...props }: ActionsProps) {
  const { enquiryId } = props;
  return names.map((name) => {
    if (name === 'close') return <CloseFields key={name} {...props} />;
    if (name === 'assign') return <AssignFields key={name} {...props} />;
    if (name === 'remind') return <ReminderFields key={name} {...props} />;
    const isMain = name === 'not spam' || name === 'reopen';
    const mainClassName =
      name === 'not spam' ? 'button button-primary justify-self-start' : 'button justify-self-start';
    const className = enquiryId === undefined ? 'button' : isMain ? mainClassName : quietActionClassName;
    return <ActionButton key={name} enquiryId={enquiryId} action={name} className={className} />;
  });
}

/** What is rarely done with one enquiry looks like a link. */
const quietActionClassName = 'link target';

interface ActionButtonProps {
  action: ActionName;
  /** Id of the enquiry; without it the action applies to all ticked enquiries. */
  enquiryId?: string | undefined;
  /** For a button of one item of a list: the fields that its value contains. */
  itemFields?: Record<string, string>;
  /** Person to assign to, before a field for others: the first value of a form counts. */
  assignTo?: string;
  /** Object of the action, if the page names it elsewhere. */
  describedObject?: string;
  className?: string;
  children?: string | undefined;
}

/** Id of the form of buttons for one item, which does not send the ticked enquiries. */
export const singleItemFormId = 'item';

/** Renders the button of an action. */
export function ActionButton({
  action,
  enquiryId,
  itemFields,
  assignTo,
  describedObject,
  className = 'button',
  children = officeActions[action].label,
}: ActionButtonProps) {
  const slug = formatActionSlug(action);
  const only = itemFields && new URLSearchParams({ action: slug, ...itemFields }).toString();
  const submitProps =
    enquiryId === undefined
      ? { name: 'action', value: slug }
      : { formAction: `/enquiries/${enquiryId}/${slug}`, ...(assignTo && { name: 'to', value: assignTo }) };
  const isForChosen = !itemFields && (enquiryId === undefined || (action === 'assign' && !assignTo));
  const itemProps = { form: singleItemFormId, name: 'only', value: only };
  const label = describedObject && `${children}: ${describedObject}`;
  return (
    <button
      type="submit"
      formEncType="application/x-www-form-urlencoded"
      {...(only ? itemProps : submitProps)}
      className={className}
      aria-label={label}
      data-key={isForChosen ? undefined : actionKeys[action]}
    >
      {children}
    </button>
  );
}

/** Single keys of actions, but where an assignee or several enquiries are chosen first. */
const actionKeys: Partial<Record<ActionName, string>> = { close: 'e', assign: 'a', remind: 'b' };

/** Renders the field for an optional note on an action. */
export function ActionNoteField({ hint, remark }: { hint: string; remark?: string | undefined }) {
  const label = 'A note with what you choose, if you like';
  return <TextField name="remark" label={label} hint={hint} maxLength={maxActionNoteLength} defaultValue={remark} />;
}

function CloseFields({ enquiryId }: Pick<ActionsProps, 'enquiryId'>) {
  const reasons = toOptions(usePageContext().content.office.reasons);
  const choice = enquiryId === undefined ? { options: [unchosen, ...reasons], 'data-key': 'e' } : { options: reasons };
  return (
    <div className="row choice gap-y-[0.4rem]">
      <SelectField name="reason" label="Reason" {...choice} />
      <ActionButton enquiryId={enquiryId} action="close" />
    </div>
  );
}

/** Renders the reminder form. A typed date overrides a chosen day. */
function ReminderFields({ enquiryId, hasReminder, isClosed }: Omit<ActionsProps, 'names'>) {
  const { now, content } = usePageContext();
  const isLaterTodayPossible = computeReminderTime('later today', now, content.office) !== null;
  return (
    <fieldset className="row choice mt-[0.6rem] gap-y-[0.4rem]">
      <legend className="mb-[0.4rem]">{isClosed ? 'Remind me if they have not written' : 'Remind me'}</legend>
      <select name="day" aria-label="When" defaultValue="tomorrow" className="field min-w-0">
        {isLaterTodayPossible ? <option value="later today">later today</option> : null}
        <option value="tomorrow">tomorrow</option>
        <option value="three days">in three days</option>
        <option value="Monday">on Monday</option>
      </select>
      <label htmlFor="date">or on</label>
      <input id="date" name="date" type="date" className="field min-w-0" />
      <ActionButton enquiryId={enquiryId} action="remind" />
      {hasReminder ? <ActionButton enquiryId={enquiryId} action="cancel reminder" /> : null}
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
    <form method="post" action={`/enquiries/${id}/note`} className="grid max-w-text justify-items-start gap-[0.3rem]">
      <input type="hidden" name="seen" value={version} />
      <label htmlFor="note" className="font-semibold">
        Note
      </label>
      <p id="note-hint" className="text-quiet">
        {unsavedNote === undefined
          ? 'For everybody who uses this office. The visitor never sees it.'
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
      <SubmitButton className="button mt-[0.4rem]">{officeActions.note.label}</SubmitButton>
    </form>
  );
}

interface BulkActionsProps {
  folder: Folder;
  possibleAssignees: readonly string[];
  isAllTicked: boolean;
}

/** Renders what can be done to the ticked enquiries of a folder, and a link that ticks all, without scripts. */
export function BulkActions({ folder, possibleAssignees, isAllTicked }: BulkActionsProps) {
  const names = actionNames.filter((name) => officeActions[name].folders.includes(folder));
  const url = removeDoneQuery(usePageContext().url);
  return (
    <fieldset className="list-acts -mx-5 border-y border-hairline bg-ground px-5 pt-3 pb-4 print:hidden">
      <legend className="float-left mr-4 py-2.5 text-quiet">With the ticked ones</legend>
      <a
        href={isAllTicked ? url : `${url}${url.includes('?') ? '&' : '?'}${tickAllQuery}`}
        className="link target float-left"
      >
        {isAllTicked ? 'Tick none' : 'Tick all on this page'}
      </a>
      <div className="row clear-both">
        <Actions names={names} possibleAssignees={possibleAssignees} />
        <button type="submit" name="action" value="erase" className="button is-grave">
          Erase…
        </button>
      </div>
    </fieldset>
  );
}

/** Option of a choice for several enquiries, of which nothing is preset. No e-mail address equals its value. */
const unchosen = { value: '?', label: 'choose…' };

/** Renders the choice of an assignee: one of the people, or nobody. */
function AssignFields({ enquiryId, possibleAssignees, assignee = unchosen.value }: Omit<ActionsProps, 'names'>) {
  const { names, person: reader } = useCurrentUser();
  const isForOneEnquiry = assignee !== unchosen.value;
  const isListed = !isForOneEnquiry || !assignee || possibleAssignees.includes(assignee);
  const people = isListed ? possibleAssignees : [assignee, ...possibleAssignees];
  const options = [
    ...(isForOneEnquiry ? [] : [unchosen]),
    { value: '', label: 'nobody' },
    ...people.map((person) => ({ value: person, label: names.get(person) ?? person })),
  ];
  return (
    <div className="row choice gap-y-[0.4rem]">
      {isForOneEnquiry && assignee !== reader ? (
        <ActionButton enquiryId={enquiryId} action="assign" assignTo={reader}>
          Assign to me
        </ActionButton>
      ) : null}
      <SelectField id="assign-to" name="to" label="Assigned to" options={options} defaultValue={assignee ?? ''} />
      <ActionButton enquiryId={enquiryId} action="assign" />
    </div>
  );
}
