import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import { composeMail } from '../../outbox/compose-mail.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { isVisitorAddress, type StoredEnquiry } from '../model.ts';
import { extractDeliveryName } from '../new-deliveries.ts';
import { formatEnquiryUrl, addReferenceToSubject } from './enquiry-mail.ts';
import type { Mail, MailSettings } from '../../outbox/mail.ts';

/** Composes the mail to an assignee: who assigned it, or what was received. It has the visitor's subject, no text. */
export function composeAssigneeMail(
  enquiry: StoredEnquiry,
  { id, queuedAt, payload: { to = '', by = '', note = '', about = '' } }: Pick<Delivery, 'id' | 'queuedAt' | 'payload'>,
  route: MailSettings,
): Mail {
  const where =
    route.officeUrl === undefined
      ? `Read it with: npm run admin -- enquiries show ${enquiry.reference}`
      : { url: `${formatEnquiryUrl(enquiry.id, route.officeUrl)}#answer` };
  const ending = note === '' ? '.' : `: ${markHiddenCharacters(note)}`;
  const head = {
    uniqueName: `handover-${enquiry.id}-${extractDeliveryName(id)}`,
    references: [enquiry.messageId],
    date: queuedAt,
    from: route.from,
    to: [to],
    replyTo: { name: '', address: about === '' && by.includes('@') ? by : route.from.address },
    subject: addReferenceToSubject(`For you: ${markHiddenCharacters(enquiry.subject)}`, enquiry),
  };
  return composeMail(head, [`${describeOccasion(enquiry, about, by)}${ending}`, where]);
}

function describeOccasion(enquiry: StoredEnquiry, about: string, by: string): string {
  if (about === '') return `${by} has handed this enquiry over to you`;
  if (about === 'bounce received') return 'A reply to this enquiry, which is assigned to you, has come back';
  const author = isVisitorAddress(enquiry, by) ? 'the visitor' : markHiddenCharacters(by);
  return `This enquiry is assigned to you, and ${author} has written about it`;
}
