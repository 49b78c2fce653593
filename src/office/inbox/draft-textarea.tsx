import type { ComponentProps } from 'react';
import type { ActionName } from '../../enquiries/change.ts';
import { useCurrentUser } from '../shared/page-context.ts';
import { UserText, UserTextList } from '../shared/user-text.tsx';

interface DraftTextareaProps extends ComponentProps<'textarea'> {
  enquiryId: string;
  /** Text from the server; it overrides the browser's draft. */
  unsavedText: string | undefined;
  /** Action of the form; once it is done, the browser's draft is deleted. */
  submitAction: ActionName;
}

/**
 * Renders a text area, below the notice about it. Its draft survives a closed tab: `draft-script.js` stores it in the
 * browser, per person.
 */
export function DraftTextarea({ enquiryId, unsavedText, submitAction, ...field }: DraftTextareaProps) {
  const { person, notice } = useCurrentUser();
  const isNoticed = notice?.fieldName !== undefined && notice.fieldName === field.name;
  const state = notice?.action === submitAction ? 'sent' : unsavedText === undefined ? undefined : 'typed';
  return (
    <>
      {isNoticed ? (
        <div id="field-notice" className={`font-medium ${notice.kind === 'problem' ? 'text-balloon' : 'text-lamp'}`}>
          <UserText text={notice.text} />
          <UserTextList texts={notice.details ?? []} />
        </div>
      ) : null}
      <textarea
        {...field}
        // A refused text, or one that was taken back, lands in sight with what is said of it.
        {...(isNoticed && { autoFocus: true, 'aria-describedby': `field-notice ${field['aria-describedby']}` })}
        aria-invalid={(isNoticed && notice.kind === 'problem') || undefined}
        className="field scroll-mt-[40vh]"
        data-kept={`${person} ${enquiryId} ${submitAction}`}
        data-kept-state={state}
      />
      <p hidden data-kept-hint="" className="text-quiet">
        You wrote this here before, and it is not sent.{' '}
        <button type="reset" className="button">
          Begin anew
        </button>
      </p>
    </>
  );
}
