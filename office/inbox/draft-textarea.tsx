import type { ComponentProps } from 'react';

import type { DoneAct } from '../shared/notices.tsx';
import { useCurrentUser } from '../shared/page-context.ts';

interface KeptFieldProps extends ComponentProps<'textarea'> {
  enquiryId: string;
  /** Text from the server; it overrides the browser's draft. */
  typed: string | undefined;
  /** Action that deletes the draft once it is done. */
  sentBy: DoneAct;
}

/** Renders a text area whose draft survives a closed tab: `kept-script.js` stores it in the browser, per person. */
export function DraftTextarea({ enquiryId, typed, sentBy, ...field }: KeptFieldProps) {
  const { person, notice } = useCurrentUser();
  const state = notice?.act === sentBy ? 'sent' : typed === undefined ? undefined : 'typed';
  return (
    <>
      <textarea {...field} className="field" data-kept={`${person} ${enquiryId} ${sentBy}`} data-kept-state={state} />
      <p hidden data-kept-hint="" className="text-quiet">
        You wrote this here before, and it is not sent.{' '}
        <button type="reset" className="button">
          Begin anew
        </button>
      </p>
    </>
  );
}
