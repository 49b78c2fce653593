import type { StoredMessage } from '../../enquiries/model.ts';
import type { ProposedRecipient } from '../../enquiries/recipients.ts';
import type { RecipientState } from '../../outbox/send-outcome.ts';
import type { MailAddress } from '../../text/mail-address.ts';
import { TextField } from '../shared/fields.tsx';
import { UserText } from '../shared/user-text.tsx';

interface CopyFieldsProps {
  proposedRecipients: readonly ProposedRecipient[];
  /** Addresses that were ticked or typed, separated by commas. */
  unsavedCopyTo: string | undefined;
}

/** Renders who gets a copy of a reply: those to tick, and a field for other addresses. */
export function CopyFields({ proposedRecipients, unsavedCopyTo }: CopyFieldsProps) {
  const chosen = unsavedCopyTo?.split(',').flatMap((one) => one.trim() || []);
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const isTicked = ({ address, isPreset }: ProposedRecipient) =>
    chosen?.some((one) => isSame(one, address)) ?? isPreset;
  const typed = (chosen ?? []).filter((one) => !proposedRecipients.some(({ address }) => isSame(one, address)));
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="font-semibold">Copy to</legend>
      {proposedRecipients.map((recipient) => (
        <label key={recipient.address} className="flex items-baseline gap-2 wrap-anywhere">
          <input type="checkbox" name="copyTo" value={recipient.address} defaultChecked={isTicked(recipient)} />
          <span>
            <RecipientName recipient={recipient} />
            {recipient.isReplyTo ? ', where their last mail asks for the answer' : ''}
          </span>
        </label>
      ))}
      <details open={typed.length > 0}>
        <summary className="text-small">Another address</summary>
        <TextField
          id="copy-to"
          name="copyTo"
          label="Other addresses"
          // Equal Access sees no label in a closed `details`.
          aria-label="Other addresses"
          hint="Separated by commas."
          defaultValue={typed.join(', ')}
        />
      </details>
    </fieldset>
  );
}

function RecipientName({ recipient: { name, address } }: { recipient: MailAddress }) {
  return (
    <>
      {name === '' ? null : (
        <>
          <UserText text={name} />{' '}
        </>
      )}
      <UserText text={address} />
    </>
  );
}

/** Recipients that a message lists: a mail can name a hundred. */
const maxListed = 10;

/** Renders to whom else a message went, who of them has not got it, and where it asks for the answer. */
export function Recipients({ message }: { message: StoredMessage }) {
  const { replyTo, direction, delivery, kind } = message;
  const recipients = [...new Map(message.recipients.map((one) => [one.address, one])).values()];
  if (kind === 'bounce' || (recipients.length === 0 && replyTo === '')) return null;
  const more = recipients.length - maxListed;
  return (
    <p className="text-small wrap-anywhere text-quiet">
      {recipients.length === 0 ? '' : direction === 'out' && delivery !== null ? 'To the visitor, Cc ' : 'To '}
      {recipients.slice(0, maxListed).map((recipient, index) => (
        <span key={recipient.address}>
          {index === 0 ? '' : ', '}
          <RecipientName recipient={recipient} />
          <CopyState state={delivery?.recipientStates[recipient.address]} />
        </span>
      ))}
      {more > 0 ? ` and ${more} more` : ''}
      {replyTo === '' ? null : (
        <>
          {recipients.length === 0 ? '' : '. '}It asks for the answer at <UserText text={replyTo} />.
        </>
      )}
    </p>
  );
}

function CopyState({ state: recipientState }: { state: RecipientState | undefined }) {
  const { state, reason } = recipientState ?? {};
  if (state === 'due') return ' (not sent yet)';
  if (state !== 'failed') return null;
  return (
    <strong className="font-medium text-balloon">
      {' '}
      (not delivered
      {reason ? (
        <>
          : <UserText text={reason} />
        </>
      ) : null}
      )
    </strong>
  );
}
