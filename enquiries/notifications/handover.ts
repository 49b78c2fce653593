import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import type { StoredEnquiry } from '../model.ts';
import { extractDeliveryName } from '../new-deliveries.ts';
import { formatEnquiryUrl, formatMailSubject } from './enquiry-mail.ts';
import { getEmailDomain, formatMessageId, type Mail, type MailSettings } from '../../outbox/mail.ts';

/** Composes the mail to a new assignee: who assigned it, their note, and its URL. Of the visitor's text it has only the subject. */
export function composeHandover(
  enquiry: StoredEnquiry,
  { id, queuedAt, payload: { to = '', by = '', note = '' } }: Pick<Delivery, 'id' | 'queuedAt' | 'payload'>,
  route: MailSettings,
): Mail {
  const where =
    route.inboxUrl === undefined
      ? `Read it with: npm run admin -- enquiries show ${enquiry.reference}`
      : `${formatEnquiryUrl(enquiry.id, route.inboxUrl)}#answer`;
  return {
    uniqueName: `handover-${enquiry.id}-${extractDeliveryName(id)}`,
    messageId: formatMessageId('handover', extractDeliveryName(id), getEmailDomain(route.from.address)),
    references: [enquiry.messageId],
    date: queuedAt,
    from: route.from,
    to: [to],
    replyTo: { name: '', address: by.includes('@') ? by : route.from.address },
    subject: formatMailSubject(`For you: ${markHiddenCharacters(enquiry.subject)}`, enquiry),
    autoSubmitted: 'auto-generated',
    text: `${by} has handed this enquiry over to you${note === '' ? '.' : `: ${markHiddenCharacters(note)}`}\n\n${where}\n`,
  };
}
