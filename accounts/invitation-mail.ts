import { markHiddenCharacters } from '../text/invisible-characters.ts';
import { formatMessageId } from '../outbox/mail.ts';
import { getDomain, formatWholeTime, type Mail, type MailRoute } from '../outbox/mail.ts';

/** An invitation to the office: the person invited, the inviter, the link and its expiry. */
export interface Invitation {
  person: string;
  by: string;
  link: string;
  expiresAt: Date;
}

/** Composes the mail with the invitation link. It is never queued: no queue may store a link into the office. */
export function composeInvitation(
  { person, by, link, expiresAt }: Invitation,
  { id, date }: { id: string; date: Date },
  { from, siteName, timeZone }: Omit<MailRoute, 'to'>,
): Mail {
  const name = markHiddenCharacters(siteName);
  return {
    name: `invitation-${id}`,
    messageId: formatMessageId('invitation', id, getDomain(from.address)),
    references: [],
    date,
    from,
    to: [person],
    replyTo: { name: '', address: by },
    subject: `Your invitation into the office of ${name}`,
    autoSubmitted: 'auto-generated',
    text: `${by} invites you into the office of ${name}. This link is for you alone. It works once, until ${formatWholeTime(expiresAt, timeZone)}:\n\n${link}\n\nOpen it on the device with which you want to work. You did not expect this? Ask ${by} before you open it.\n`,
  };
}
