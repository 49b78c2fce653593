import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { splitQuotedText } from '../../mailbox/quoted-text.ts';
import { isVisitorAddress, type StoredMessage, type StoredReply, type StoredEnquiry } from '../model.ts';
import { extractDeliveryName } from '../new-deliveries.ts';
import { composeMail } from '../../outbox/compose-mail.ts';
import type { MailSettings, MailWithMessageId } from '../../outbox/mail.ts';
import { isDeliveredToMainRecipient } from '../../outbox/send-outcome.ts';
import { formatFullDateTime } from '../../text/format-date.ts';
import { addReferenceToSubject, breakEncodedWords, requireSingleLineFields } from './enquiry-mail.ts';

/** Composes a person's reply: their text unchanged, with the visitor's last message quoted below. */
export function composeReplyMail(
  enquiry: StoredEnquiry,
  { id, at, text, messageId, recipients }: StoredReply,
  route: MailSettings,
): MailWithMessageId {
  requireSingleLineFields(enquiry);
  const { email, messages } = enquiry;
  const [name, subject] = [markHiddenCharacters(enquiry.name), markHiddenCharacters(enquiry.subject)];
  const earlier = messages.filter((other) => other.id !== id && other.at <= at && isKnownToVisitor(other));
  const last = earlier.findLast(({ direction }) => direction === 'in');
  const quote = splitQuotedText(last?.text ?? '')
    .text.replaceAll(/^/gm, '> ')
    .replaceAll(/^> $/gm, '>');
  const quoted = last === undefined || isVisitorAddress(enquiry, last.by) ? name : markHiddenCharacters(last.by);
  // The visitor's address may have been corrected to one of them.
  const copied = recipients.filter(({ address }) => address.toLowerCase() !== email.toLowerCase());
  const cc = copied.map((one) => ({ ...one, name: breakEncodedWords(markHiddenCharacters(one.name)) }));
  const head = {
    uniqueName: `reply-${enquiry.id}-${extractDeliveryName(id)}`,
    messageId,
    references: [...new Set([enquiry.messageId, ...earlier.map((other) => other.messageId)])].filter(Boolean),
    date: at,
    from: route.from,
    to: [email],
    ...(cc.length > 0 && { cc }),
    replyTo: { name: route.siteName, address: route.to[0] ?? route.from.address },
    subject: addReferenceToSubject(`Re: ${subject.replace(/^(?:re:\s*)+/i, '')}`, enquiry),
    autoSubmitted: 'no',
  } as const;
  return composeMail(head, [text, `${formatFullDateTime(last?.at ?? at, route.timeZone)}, ${quoted} wrote:\n${quote}`]);
}

/** Returns true for the visitor's own messages, and for answers that reached them. */
function isKnownToVisitor({ direction, kind, claimsOffice, delivery, bounceReason }: StoredMessage): boolean {
  if (kind !== 'message' || claimsOffice) return false;
  const isSent =
    delivery === null || delivery.state === 'delivered' || isDeliveredToMainRecipient(delivery.recipientStates);
  return direction === 'in' || (bounceReason === null && isSent);
}
