import { maxReplyLength } from '../../enquiries/actions.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { UserText } from '../shared/user-text.tsx';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { ButtonLink, SubmitButton } from '../shared/post-button.tsx';
import { SelectField, toOptions } from '../shared/fields.tsx';
import { createEmptyReply } from './reply-templates.ts';
import { DraftTextarea } from './draft-textarea.tsx';
import { FileField } from './files.tsx';
import { officeActions } from './office-actions.ts';
import { AddressForm } from './sender.tsx';

interface ReplyFormProps {
  enquiry: StoredEnquiry;
  /** Unsent typed text. */
  unsavedText: string | undefined;
  /** Typed address that was refused. */
  unsavedAddress: string | undefined;
  isMailboxRead: boolean;
}

/** Renders the form for a plain-text reply with greeting and signature. What it answers stays in sight above it. */
export function ReplyForm(props: ReplyFormProps) {
  const { enquiry, unsavedAddress } = props;
  return (
    <section id="answer" className="max-w-text scroll-mt-[40vh] print:hidden">
      <h2>{enquiry.status === 'closed' ? writeAgainLabel : 'Reply'}</h2>
      {enquiry.emailProblem === null ? null : (
        <div className="notice is-problem grid gap-2">
          <p>
            Mail to this address comes back: <UserText text={enquiry.emailProblem} />
          </p>
          <AddressForm enquiry={enquiry} unsavedAddress={unsavedAddress} />
        </div>
      )}
      <ReplyFields {...props} />
    </section>
  );
}

/** What a reply to a closed enquiry is called, also in lists. */
export const writeAgainLabel = 'Write again';

function ReplyFields({ enquiry, unsavedText, isMailboxRead }: ReplyFormProps) {
  const { content } = usePageContext();
  const { personName } = useCurrentUser();
  const { id, version, email, subject, reference } = enquiry;
  return (
    <>
      <p className="text-quiet">
        To <UserText text={email} />, as “Re: <UserText text={subject} />{' '}
        <span className="reference">[{reference}]</span>”.{' '}
        {isMailboxRead ? 'What they write back appears here.' : 'What they write back arrives in the office’s mailbox.'}
      </p>
      <form
        method="post"
        action={`/enquiries/${id}/reply#text`}
        encType="multipart/form-data"
        className="mt-3 grid gap-3"
      >
        <input type="hidden" name="seen" value={version} />
        <label htmlFor="text" className="font-semibold">
          Your reply
        </label>
        <DraftTextarea
          enquiryId={id}
          unsavedText={unsavedText}
          submitAction="reply"
          id="text"
          name="text"
          rows={12}
          defaultValue={unsavedText ?? createEmptyReply(content, enquiry, personName)}
          aria-describedby="answer-hint"
        />
        <p id="answer-hint" className="text-small text-quiet">
          Plain text, up to {maxReplyLength.toLocaleString('en-GB')} characters. Their last message is quoted below it.
        </p>
        <FileField />
        <div className="row justify-between">
          <SubmitButton className="button button-primary">{officeActions.reply.label}</SubmitButton>
          <SavedReplySelect id={id} />
        </div>
      </form>
    </>
  );
}

function SavedReplySelect({ id }: Pick<StoredEnquiry, 'id'>) {
  const { saved } = usePageContext().content.office.answer;
  if (saved.length === 0) return null;
  return (
    <div className="row">
      <SelectField name="saved" label="Saved reply" options={toOptions(saved.map(({ title }) => title))} />
      <button
        type="submit"
        formAction={`/enquiries/${id}/saved-reply#text`}
        formEncType="application/x-www-form-urlencoded"
        className="button"
      >
        Put it in
      </button>
    </div>
  );
}

/** Renders the most frequent actions at the bottom of a phone's screen, in reach of a thumb. */
export function MobileActionBar({ phone }: { phone: string | null }) {
  return (
    <nav aria-label="What to do first" className={`thumb-bar ${mobileActionBarClass}`}>
      <a href="#answer" className="button button-primary">
        Reply
      </a>
      {phone === null ? null : <ButtonLink to={`tel:${phone}`}>Call</ButtonLink>}
      <ButtonLink to="#reason">{officeActions.close.label}</ButtonLink>
    </nav>
  );
}

const mobileActionBarClass =
  'sticky bottom-0 z-1 -mx-(--gutter) mt-8 flex gap-[0.6rem] border-t border-hairline bg-ground px-(--gutter) pt-[0.6rem] pb-[calc(0.6rem+env(safe-area-inset-bottom))] *:flex-1 md:hidden print:hidden [@media(height<30rem)]:hidden';
