import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { splitQuotedText } from '../../mailbox/quoted-text.ts';
import { isVisitorAddress, type StoredMessage, type StoredReply, type StoredEnquiry } from '../model.ts';
import { extractDeliveryName } from '../new-deliveries.ts';
import { composeMail } from '../../outbox/compose-mail.ts';
import type { MailSettings, MailWithMessageId } from '../../outbox/mail.ts';
import { isDeliveredToMainRecipient } from '../../outbox/send-outcome.ts';
import { formatFullDateTime } from '../../text/format-date.ts';
import { addReferenceToSubject, breakEncodedWords, requireSingleLineFields } from './enquiry-mail.ts';

/**
 * Composes a person's reply: their text unchanged, with the visitor's own last message quoted below, and nothing of
 * anybody else. What stands above the quotation of that message is taken: the visitor has sent it themselves.
 */
export function composeReplyMail(
  enquiry: StoredEnquiry,
  { id, at, text, messageId, recipients }: StoredReply,
  route: MailSettings,
): MailWithMessageId {
  requireSingleLineFields(enquiry);
  const { email, messages } = enquiry;
  const [name, subject] = [markHiddenCharacters(enquiry.name), markHiddenCharacters(enquiry.subject)];
  const earlier = messages.filter((other) => other.id !== id && other.at <= at && isKnownToVisitor(enquiry, other));
  const last = earlier.findLast(({ direction }) => direction === 'in');
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
  if (last === undefined) return composeMail(head, [text]);
  const quote = splitQuotedText(last.text).text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');
  return composeMail(head, [text, `${formatFullDateTime(last.at, route.timeZone)}, ${name} wrote:\n${quote}`]);
}

/** Returns true for the visitor's own messages, as far as is known, and for answers that reached them. */
function isKnownToVisitor(enquiry: StoredEnquiry, message: StoredMessage): boolean {
  const { direction, kind, by, claimsOffice, isNoted, isUnverified, delivery, bounceReason } = message;
  if (kind !== 'message' || claimsOffice || isNoted) return false;
  if (direction === 'in') return !isUnverified && isVisitorAddress(enquiry, by);
  const isSent =
    delivery === null || delivery.state === 'delivered' || isDeliveredToMainRecipient(delivery.recipientStates);
  return bounceReason === null && isSent;
}
