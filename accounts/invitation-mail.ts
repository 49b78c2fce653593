import { markHiddenCharacters } from '../text/invisible-characters.ts';
import { formatMessageId } from '../outbox/mail.ts';
import { getDomain, formatWholeTime, type Mail, type MailRoute } from '../outbox/mail.ts';

/** Who is invited into the office, and by whom. */
export interface Invitation {
  person: string;
  by: string;
  link: string;
  expiresAt: Date;
}

/** Writes the mail with the link of an invitation. It is sent at once or not at all: no queue keeps a link that opens the office. */
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
