import { ActForm } from './act-form.tsx';
import type { EnquiryView } from '../parts/view.ts';

interface NoteFormProps {
  enquiry: EnquiryView['enquiry'];
  /** What was typed and is not saved yet. */
  note: string | undefined;
}

export function NoteForm({ enquiry, note }: NoteFormProps) {
  return (
    <ActForm enquiry={enquiry} act="note" className="note-form">
      <label htmlFor="note">Note</label>
      <p id="note-hint" className="quiet">
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
      <button type="submit" className="button">
        Save the note
      </button>
    </ActForm>
  );
}
