import { composeMail } from '../outbox/compose-mail.ts';
import type { Delivery } from '../outbox/delivery.ts';
import type { Mail, MailSettings } from '../outbox/mail.ts';

/** Composes the mail with the statistics of a month to a person who wants it. */
export function composeReportMail(
  { id, queuedAt: date, payload: { to = '', month = '', text = '' } }: Delivery,
  { from, siteName, officeUrl = '' }: MailSettings,
): Mail {
  const head = { uniqueName: id, date, from, to: [to], subject: `Statistics of ${month}: ${siteName}` };
  const link = { label: 'All of them, and where to stop this mail', url: `${officeUrl}/statistics` };
  return composeMail(head, [text, link]);
}
