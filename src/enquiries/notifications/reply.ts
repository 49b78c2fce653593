import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { splitQuotedText } from '../../mailbox/quoted-text.ts';
import {
  isDeliveredReply,
  isVisitorAddress,
  type StoredMessage,
  type StoredReply,
  type StoredEnquiry,
} from '../model.ts';
import { extractDeliveryName } from '../new-deliveries.ts';
import { composeMail } from '../../outbox/compose-mail.ts';
import type { MailSettings, MailWithMessageId } from '../../outbox/mail.ts';
import { formatFullDateTime } from '../../text/format-date.ts';
import { addReferenceToSubject, requireSingleLineFields } from './enquiry-mail.ts';

/** Composes a person's reply: their text unchanged, with the visitor's last message quoted below. */
export function composeReplyMail(
  enquiry: StoredEnquiry,
  { id, at, text, messageId }: StoredReply,
  route: MailSettings,
): MailWithMessageId {
  requireSingleLineFields(enquiry);
  const { email, messages } = enquiry;
  const [name, subject] = [markHiddenCharacters(enquiry.name), markHiddenCharacters(enquiry.subject)];
  const earlier = messages.filter((other) => other.id !== id && other.at <= at && isKnownToVisitor(other));
  // Nobody else's words reach the visitor, whoever has put them into the conversation.
  const last = earlier.findLast(
    ({ direction, isUnverified, by }) => direction === 'in' && !isUnverified && isVisitorAddress(enquiry, by),
  );
  const quote = splitQuotedText(last?.text ?? '')
    .text.replaceAll(/^/gm, '> ')
    .replaceAll(/^> $/gm, '>');
  const head = {
    uniqueName: `reply-${enquiry.id}-${extractDeliveryName(id)}`,
    messageId,
    references: [...new Set([enquiry.messageId, ...earlier.map((other) => other.messageId)])].filter(Boolean),
    date: at,
    from: route.from,
    to: [email],
    replyTo: { name: route.siteName, address: route.to[0] ?? route.from.address },
    subject: addReferenceToSubject(`Re: ${subject.replace(/^(?:re:\s*)+/i, '')}`, enquiry),
    autoSubmitted: 'no',
  } as const;
  if (last === undefined) return composeMail(head, [text]);
  return composeMail(head, [text, `${formatFullDateTime(last.at, route.timeZone)}, ${name} wrote:\n${quote}`]);
}

/** Returns true for the visitor's own messages, and for answers that reached them. */
function isKnownToVisitor(message: StoredMessage): boolean {
  const { direction, kind, claimsOffice, isNoted } = message;
  if (kind !== 'message' || claimsOffice || isNoted) return false;
  return direction === 'in' || isDeliveredReply(message);
}
