import { markHiddenCharacters } from '../../text/hidden-characters.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import { formatFullDateTime, type Mail, type MailSettings } from '../../outbox/mail.ts';

/** Composes the mail to a person whose drafts were not published at the time that they chose. */
export function composeScheduleMail(
  { id, queuedAt: date, payload: { to = '', scheduledAt = '', problem = '' } }: Delivery,
  { from, siteName, timeZone, officeUrl = '' }: MailSettings,
): Mail {
  const subject = `Not published at its time: your draft for ${markHiddenCharacters(siteName)}`;
  const text = `It was to be published on ${formatFullDateTime(new Date(scheduledAt), timeZone)}:\n\n${markHiddenCharacters(problem)}\n\nIt is still your draft. Change it, and choose a time again: ${officeUrl}/content\n`;
  const head = { uniqueName: id, date, from, to: [to], replyTo: from, subject };
  return { ...head, autoSubmitted: 'auto-generated', text };
}
