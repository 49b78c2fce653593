import type { Delivery } from '../../outbox/delivery.ts';
import type { Mail, MailSettings } from '../../outbox/mail.ts';

/** Composes the mail with the statistics of a month to a person who wants it. */
export function composeReportMail(
  { id, queuedAt: date, payload: { to = '', month = '', text = '' } }: Delivery,
  { from, siteName, officeUrl = '' }: MailSettings,
): Mail {
  const head = { uniqueName: id, date, from, to: [to], replyTo: from };
  return {
    ...head,
    subject: `Statistics of ${month}: ${siteName}`,
    autoSubmitted: 'auto-generated',
    text: `${text}\n\nAll of them, and where to stop this mail: ${officeUrl}/numbers\n`,
  };
}
