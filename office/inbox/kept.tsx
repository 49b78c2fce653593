import { cloneElement, type ReactElement, type TextareaHTMLAttributes } from 'react';

import type { DoneAct } from '../parts/notices.tsx';
import { useOffice } from '../parts/frame.ts';

interface KeptProps {
  /** What is written: one enquiry has several fields. */
  name: string;
  enquiryId: string;
  /** What the server shows again; it wins over what the browser has. */
  typed: string | undefined;
  /** The act that has made the draft superfluous, once it is done. */
  sentBy: DoneAct;
  children: ReactElement<TextareaHTMLAttributes<HTMLTextAreaElement>>;
}

/** A field whose words outlast a closed tab, by `kept-script.js`, in the browser of the person who types. */
export function Kept({ name, enquiryId, typed, sentBy, children }: KeptProps) {
  const { person, notice } = useOffice();
  const state = notice?.act === sentBy ? 'sent' : typed === undefined ? undefined : 'typed';
  const data = { 'data-kept': `${person} ${enquiryId} ${name}`, 'data-kept-state': state };
  return (
    <>
      {cloneElement(children, data as object)}
      <p hidden data-kept-hint="" className="text-quiet">
        You wrote this here before, and it is not sent.{' '}
        <button type="reset" className="button">
          Begin anew
        </button>
      </p>
    </>
  );
}
