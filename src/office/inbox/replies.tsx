import { maxReplyLength } from '../../enquiries/actions.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import type { ProposedRecipient } from '../../enquiries/recipients.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import type { UnsentFile } from '../../enquiries/unsent-files.ts';
import { UserText } from '../shared/user-text.tsx';
import { useCurrentUser, usePageContext } from '../shared/page-context.ts';
import { ButtonLink, SubmitButton } from '../shared/post-button.tsx';
import { SelectField } from '../shared/fields.tsx';
import { createEmptyReply, fillTemplate } from './reply-templates.ts';
import { DraftTextarea } from './draft-textarea.tsx';
import { FileField } from './files.tsx';
import { officeActions } from './office-actions.ts';
import { CopyFields } from './recipients.tsx';
import { AddressForm } from './sender.tsx';
import { UnsentFileList } from './unsent-files.tsx';

interface ReplyFormProps {
  enquiry: StoredEnquiry;
  /** Unsent typed text. */
  reply?: string | undefined;
  /** When to remind, as it was chosen with that text. */
  remind?: string | undefined;
  /** Typed address that was refused. */
  address?: string | undefined;
  /** Addresses that were ticked or typed for a copy. */
  copyTo?: string | undefined;
  proposedRecipients: readonly ProposedRecipient[];
  unsentFiles: readonly UnsentFile[];
  isMailboxRead: boolean;
}

/**
 * Renders the form for a plain-text reply with greeting and signature. What it answers stays in sight above it. It is
 * folded while a reply is on its way: nobody should write a second one for want of a sign of the first.
 */
export function ReplyForm(props: ReplyFormProps) {
  const { enquiry, reply, address } = props;
  const isOnItsWay = enquiry.replies.some(({ isSuperseded, delivery }) => !isSuperseded && delivery.state === 'due');
  const isFolded = isOnItsWay && reply === undefined && address === undefined;
  return (
    <section id="answer" className="max-w-text scroll-mt-[40vh] print:hidden">
      {isFolded ? (
        <details>
          <summary>{writeAgainLabel}</summary>
          <ReplyFields {...props} />
        </details>
      ) : (
        <>
          <h2>{enquiry.status === 'closed' ? writeAgainLabel : 'Reply'}</h2>
          {enquiry.emailProblem === null ? null : (
            <div className="notice is-problem grid gap-2">
              <p>
                Mail to this address comes back: <UserText text={enquiry.emailProblem} />
              </p>
              <AddressForm enquiry={enquiry} unsavedAddress={address} />
            </div>
          )}
          <ReplyFields {...props} />
        </>
      )}
    </section>
  );
}

/** What a reply to a closed enquiry is called, also in lists. */
export const writeAgainLabel = 'Write again';

function ReplyFields({ enquiry, reply, remind, unsentFiles, isMailboxRead, ...copies }: ReplyFormProps) {
  const { content } = usePageContext();
  const { personName } = useCurrentUser();
  const { id, version, email, subject, reference } = enquiry;
  const quotes = enquiry.messages.some(({ direction, isNoted }) => direction === 'in' && !isNoted);
  return (
    <>
      <p className="text-quiet">
        To <UserText text={email} />, as “Re: <UserText text={subject} />{' '}
        <span className="reference">[{reference}]</span>”.{' '}
        {isMailboxRead ? 'What they write back appears here.' : 'What they write back arrives in the office’s mailbox.'}
      </p>
      <form method="post" action={`/enquiries/${id}/reply`} encType="multipart/form-data" className="mt-3 grid gap-3">
        <input type="hidden" name="seen" value={version} />
        <CopyFields unsavedCopyTo={copies.copyTo} proposedRecipients={copies.proposedRecipients} />
        <SavedReplyField enquiry={enquiry} />
        <label htmlFor="text" className="font-semibold">
          Your reply
        </label>
        <DraftTextarea
          enquiryId={id}
          unsavedText={reply}
          submitAction="reply"
          id="text"
          name="text"
          rows={12}
          defaultValue={reply ?? createEmptyReply(content, enquiry, personName)}
          aria-describedby="answer-hint"
          data-key="r"
        />
        <p id="answer-hint" className="text-small text-quiet">
          Plain text, up to {maxReplyLength.toLocaleString('en-GB')} characters.{' '}
          {quotes ? 'Their last message is quoted below it.' : 'What a colleague noted is not quoted.'}
        </p>
        <UnsentFileList files={unsentFiles} />
        <FileField />
        <div className="row">
          <SelectField
            name="remind"
            label="Remind me if they have not written"
            options={reminderOptions}
            defaultValue={remind}
          />
        </div>
        <div>
          <SubmitButton className="button button-primary">{officeActions.reply.label}</SubmitButton>
        </div>
      </form>
    </>
  );
}

const reminderOptions = [
  { value: '', label: 'no reminder' },
  { value: 'three days', label: 'in three days' },
  { value: 'week', label: 'in a week' },
  { value: 'Monday', label: 'on Monday' },
];

/** Renders the choice of a saved reply by typing. `inbox-script.js` puts it in at the cursor, the server before the signature. */
function SavedReplyField({ enquiry }: Pick<ReplyFormProps, 'enquiry'>) {
  const { saved } = usePageContext().content.office.answer;
  if (saved.length === 0) return null;
  return (
    <div className="row">
      <label htmlFor="saved">Saved reply</label>
      <input id="saved" name="saved" list="saved-replies" autoComplete="off" className="field min-w-0 flex-1" />
      <datalist id="saved-replies">
        {saved.map(({ title, text }) => (
          <option key={title} data-text={fillTemplate(text, enquiry)}>
            {markHiddenCharacters(title)}
          </option>
        ))}
      </datalist>
      <button type="submit" formAction={`/enquiries/${enquiry.id}/saved-reply`} className="button" data-saved="">
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
