import { markHiddenCharacters } from '../text/hidden-characters.ts';
import { composeMail } from '../outbox/compose-mail.ts';
import type { Mail, MailSettings } from '../outbox/mail.ts';
import { formatFullDateTime } from '../text/format-date.ts';

export interface InvitationMailDetails {
  email: string;
  inviterEmail: string;
  link: string;
  expiresAt: Date;
}

/** Returns the mail with the invitation link. It is never queued: no queue may store a link into the office. */
export function composeInvitationMail(
  { email, inviterEmail, link, expiresAt }: InvitationMailDetails,
  { id, date }: { id: string; date: Date },
  { from, siteName, timeZone }: Omit<MailSettings, 'to'>,
): Mail {
  const name = markHiddenCharacters(siteName);
  const head = { uniqueName: `invitation-${id}`, references: [], date, from, to: [email] };
  const subject = `Your invitation into the office of ${name}`;
  return composeMail({ ...head, replyTo: { name: '', address: inviterEmail }, subject }, [
    `${inviterEmail} invites you into the office of ${name}. This link is for you alone. It works once, until ${formatFullDateTime(expiresAt, timeZone)}:`,
    { url: link },
    `Open it on the device with which you want to work. You did not expect this? Ask ${inviterEmail} before you open it.`,
  ]);
}
