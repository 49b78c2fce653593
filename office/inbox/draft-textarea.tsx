import type { ComponentProps } from 'react';

import type { DoneAct } from '../shared/notices.tsx';
import { useCurrentUser } from '../shared/page-context.ts';

interface KeptFieldProps extends ComponentProps<'textarea'> {
  enquiryId: string;
  /** What the server shows again; it wins over what the browser has. */
  typed: string | undefined;
  /** The act that has made the draft superfluous, once it is done. */
  sentBy: DoneAct;
}

/** A field whose words outlast a closed tab, by `kept-script.js`, in the browser of the person who types. */
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
