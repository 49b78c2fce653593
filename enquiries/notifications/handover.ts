import { visibleText } from '../../text/invisible-characters.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import type { StoredEnquiry } from '../model.ts';
import { nameOfDelivery } from '../new-deliveries.ts';
import { inboxAddressOf, withReference } from './enquiry-mail.ts';
import { domainOf, messageIdFor, type Mail, type MailRoute } from '../../outbox/mail.ts';

/** Writes the mail to whom an enquiry was handed over: who did it, and where it is. Nothing of the visitor's is in it but the subject. */
export function composeHandover(
  enquiry: StoredEnquiry,
  { id, queuedAt, payload: { to = '', by = '' } }: Pick<Delivery, 'id' | 'queuedAt' | 'payload'>,
  route: MailRoute,
): Mail {
  const where =
    route.inboxUrl === undefined
      ? `Read it with: npm run admin -- enquiries show ${enquiry.reference}`
      : `${inboxAddressOf(enquiry.id, route.inboxUrl)}#answer`;
  return {
    name: `handover-${enquiry.id}-${nameOfDelivery(id)}`,
    messageId: messageIdFor('handover', nameOfDelivery(id), domainOf(route.from.address)),
    references: [enquiry.messageId],
    date: queuedAt,
    from: route.from,
    to: [to],
    replyTo: { name: '', address: by.includes('@') ? by : route.from.address },
    subject: withReference(`For you: ${visibleText(enquiry.subject)}`, enquiry),
    autoSubmitted: 'auto-generated',
    text: `${by} has handed this enquiry over to you.\n\n${where}\n`,
  };
}
