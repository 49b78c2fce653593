import { maxReplyLength } from '../../enquiries/act.ts';
import type { StoredEnquiry } from '../../enquiries/model.ts';
import { Moment } from '../shared/document.tsx';
import { UserText, UserTextBlock } from '../shared/user-text.tsx';
import { usePageContext } from '../shared/page-context.ts';
import { ButtonLink, Submit } from '../shared/post-button.tsx';
import { Act } from './action-forms.tsx';
import { createEmptyReply } from './reply-templates.ts';
import { DeliveryState } from './deliveries.tsx';
import { DraftTextarea } from './draft-textarea.tsx';

/** Renders the replies sent from the inbox, oldest first, with their deliveries. */
export function Replies({ enquiry: { id, version, replies } }: { enquiry: StoredEnquiry }) {
  if (replies.length === 0) return null;
  return (
    <section>
      <h2>What was answered</h2>
      <ol className="ruled max-w-text">
        {replies.map((reply) => (
          <li key={reply.id}>
            <p>
              <Moment at={reply.at} /> <UserText text={reply.by} />
            </p>
            <UserTextBlock text={reply.text} />
            <DeliveryState delivery={reply.delivery} />
            {reply.delivery.state === 'failed' || reply.delivery.state === 'unconfirmed' ? (
              <form method="post" className="row mt-3">
                <input type="hidden" name="seen" value={version} />
                <input type="hidden" name="reply" value={reply.id} />
                <Act of={id} act="send-again" />
                <Act of={id} act="was-sent" />
              </form>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface AnswerFormProps {
  enquiry: StoredEnquiry;
  /** Unsent typed text. */
  typed: string | undefined;
}

/** Renders the form for a plain-text reply with greeting and signature. It is folded once the enquiry is closed. */
export function ReplyForm({ enquiry, typed }: AnswerFormProps) {
  const isFolded = enquiry.status === 'closed' && typed === undefined;
  return (
    <section id="answer" className="max-w-text scroll-mt-4 print:hidden">
      <details open={!isFolded}>
        <summary>
          <h2 className="inline">{enquiry.replies.length === 0 ? 'Answer' : 'Write again'}</h2>
        </summary>
        <Fields enquiry={enquiry} typed={typed} />
      </details>
    </section>
  );
}

function Fields({ enquiry, typed }: AnswerFormProps) {
  const { words } = usePageContext();
  const { id, version, email, subject, reference } = enquiry;
  return (
    <>
      <p className="text-quiet">
        To <UserText text={email} />, as “Re: <UserText text={subject} /> [{reference}]”. What they answer arrives in
        the office’s mailbox.
      </p>
      <form method="post" action={`/enquiries/${id}/reply`} className="mt-3 grid gap-3">
        <input type="hidden" name="seen" value={version} />
        <label htmlFor="text" className="font-semibold">
          Your answer
        </label>
        <DraftTextarea
          enquiryId={id}
          typed={typed}
          sentBy="reply"
          id="text"
          name="text"
          rows={12}
          defaultValue={typed ?? createEmptyReply(words, enquiry)}
          aria-describedby="answer-hint"
        />
        <p id="answer-hint" className="text-small text-quiet">
          Plain text, up to {maxReplyLength.toLocaleString('en-GB')} characters. Their message is quoted below it.
        </p>
        <div className="row justify-between">
          <Submit className="button button-primary">Send the answer</Submit>
          <SavedReplies id={id} />
        </div>
      </form>
    </>
  );
}

function SavedReplies({ id }: Pick<StoredEnquiry, 'id'>) {
  const { saved } = usePageContext().words.office.answer;
  if (saved.length === 0) return null;
  return (
    <div className="row">
      <label htmlFor="saved">Saved reply</label>
      <select id="saved" name="saved" className="field min-w-0">
        {saved.map(({ title }) => (
          <option key={title}>{title}</option>
        ))}
      </select>
      <Act of={id} act="saved-reply" />
    </div>
  );
}

/** Renders the most frequent actions at the bottom of a phone's screen, in reach of a thumb. */
export function ThumbBar({ telephone }: { telephone: string | null }) {
  return (
    <nav aria-label="What to do first" className={`thumb-bar ${thumbBar}`}>
      <a href="#answer" className="button button-primary">
        Answer
      </a>
      {telephone === null ? null : <ButtonLink to={`tel:${telephone}`}>Call</ButtonLink>}
      <ButtonLink to="#reason">End</ButtonLink>
    </nav>
  );
}

const thumbBar =
  'sticky bottom-0 z-1 -mx-(--gutter) mt-8 flex gap-[0.6rem] border-t border-hairline bg-ground px-(--gutter) pt-[0.6rem] pb-[calc(0.6rem+env(safe-area-inset-bottom))] *:flex-1 md:hidden print:hidden [@media(height<30rem)]:hidden';
