import { composeMail } from '../outbox/compose-mail.ts';
import type { Delivery } from '../outbox/delivery.ts';
import type { Mail, MailSettings } from '../outbox/mail.ts';
import { formatFullDateTime } from '../text/format-date.ts';
import { markHiddenCharacters } from '../text/hidden-characters.ts';

/** Composes the mail to a person whose drafts were not published at the time that they chose. */
export function composeScheduleMail(
  { id, queuedAt: date, payload: { to = '', scheduledAt = '', problem = '' } }: Delivery,
  { from, siteName, timeZone, officeUrl = '' }: MailSettings,
): Mail {
  const subject = `Not published at its time: your draft for ${markHiddenCharacters(siteName)}`;
  return composeMail({ uniqueName: id, date, from, to: [to], subject }, [
    `It was to be published on ${formatFullDateTime(new Date(scheduledAt), timeZone)}:`,
    markHiddenCharacters(problem),
    { label: 'It is still your draft. Change it, and choose a time again', url: `${officeUrl}/content` },
  ]);
}
