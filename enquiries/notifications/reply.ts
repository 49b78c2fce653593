import { hasControlCharacter } from '../../text/clean-text.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import type { StoredReply, StoredEnquiry } from '../model.ts';
import { extractDeliveryName } from '../new-deliveries.ts';
import { ComposeError } from '../../outbox/delivery.ts';
import { formatFullDateTime, type Mail, type MailSettings } from '../../outbox/mail.ts';
import { formatMailSubject } from './enquiry-mail.ts';

/**
 * Composes a person's reply to the visitor: their text unchanged, with the visitor's quoted below. Throws if a one-line
 * field has a line break, which no accepted enquiry has.
 */
export function composeReply(
  enquiry: StoredEnquiry,
  { id, at, text, messageId }: StoredReply,
  route: MailSettings,
): Mail {
  const { email, receivedAt, message, replies } = enquiry;
  const [name, subject] = [markHiddenCharacters(enquiry.name), markHiddenCharacters(enquiry.subject)];
  if ([email, name, subject].some(hasControlCharacter))
    throw new ComposeError(`The enquiry ${enquiry.id} has a line break in a one-line field`);
  const earlier = replies.filter((other) => other.id < id && other.delivery.state === 'delivered');
  return {
    uniqueName: `reply-${enquiry.id}-${extractDeliveryName(id)}`,
    messageId,
    references: [enquiry.messageId, ...earlier.map((other) => other.messageId)],
    date: at,
    from: route.from,
    to: [email],
    replyTo: { name: route.siteName, address: route.to[0] ?? route.from.address },
    subject: formatMailSubject(`Re: ${subject.replace(/^(?:re:\s*)+/i, '')}`, enquiry),
    autoSubmitted: 'no',
    text: `${text}\n\n${formatFullDateTime(receivedAt, route.timeZone)}, ${name} wrote:\n${message.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>')}\n`,
  };
}
