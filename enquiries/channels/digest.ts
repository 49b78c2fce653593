import type { SendOutcome } from '../core/channels.ts';
import type { Delivery } from '../core/store.ts';
import { sectionsOf, type Section, type SectionParts } from './digest-sections.ts';
import { escapeHtml, type Mail, type Mailer, type MailRoute } from './mail.ts';

interface DigestParts extends SectionParts {
  mailer: Mailer;
  clock: { now(): Date };
  random: () => number;
}

/** By then the next day's digest tells of it all, in milliseconds. */
const outdatedAfter = 20 * 60 * 60 * 1000;

/**
 * Makes what mails the list of what somebody should look at: what was set aside and is not told of yet, what was not delivered, what
 * is overdue or soon will be, a webhook that is switched off. It is written when it is sent, so that it is true; where there is
 * nothing, no mail is sent.
 */
export function createDigest(parts: DigestParts): (delivery: Delivery) => Promise<SendOutcome> {
  const { store, mailer, route, clock, random } = parts;

  async function send(delivery: Delivery): Promise<SendOutcome> {
    const now = clock.now();
    if (now.getTime() - delivery.queuedAt.getTime() >= outdatedAfter)
      return {
        delivered: false,
        permanent: true,
        reason: 'It could not be mailed within the day; the next one covers everything.',
      };
    const digest = 2 + Math.floor(random() * 2e9);
    const sections = await sectionsOf(digest, parts, now);
    if (sections.length === 0) return { delivered: true };
    const mail = (told: readonly Section[]) => mailer.send(composeDigest(told, route, delivery.messageId, now));
    let sent = await mail(sections);
    // A filter that refuses the words of spam takes the numbers alone.
    if (!sent.delivered && sent.permanent) sent = await mail(sections.map((section) => ({ ...section, listed: [] })));
    if (sent.delivered) await store.told(digest);
    return sent;
  }

  return async (delivery) => {
    try {
      return await send(delivery);
    } catch (fault) {
      // The database: it will be back. Mailed and not marked as told means told twice, which is better than never.
      return { delivered: false, permanent: false, reason: fault instanceof Error ? fault.message : String(fault) };
    }
  };
}

function composeDigest(sections: readonly Section[], route: MailRoute, messageId: string, date: Date): Mail {
  const counts = sections.map(({ title, count, folder }) =>
    folder === '' ? title : `${title.split(':')[0]}: ${count}`,
  );
  const text = sections.map((section) => textOf(section, route)).join('\n');
  return {
    name: messageId.slice(1, messageId.lastIndexOf('@')).replace('.', '-'),
    messageId,
    date,
    from: route.from,
    to: route.to,
    replyTo: route.from,
    subject: `Enquiries to look at: ${counts.join(', ')}`,
    autoSubmitted: 'auto-generated',
    text,
    html: `<!doctype html>\n<html lang="en-GB"><title>Enquiries to look at</title><pre>${withLinks(escapeHtml(text), route.inboxUrl)}</pre></html>\n`,
  };
}

function textOf({ title, count, listed, advice: todo, folder }: Section, { inboxUrl }: MailRoute): string {
  const rest = count - listed.length;
  const isInbox = inboxUrl !== undefined && folder !== '';
  return [
    folder === '' ? title : `${title}: ${count}`,
    '',
    ...listed,
    ...(rest > 0 && listed.length > 0 ? [`and ${rest} more`, ''] : []),
    isInbox ? `All of them: ${inboxUrl}/${folder}` : todo,
    '',
  ].join('\n');
}

/** Makes links of the lines that lead into the inbox: what visitors wrote never stands alone on a line. */
function withLinks(html: string, inboxUrl: string | undefined): string {
  if (inboxUrl === undefined) return html;
  return html.replaceAll(/^( {2}|All of them: )(\S+)$/gm, (line, before: string, address: string) =>
    address.startsWith(`${inboxUrl}/`) ? `${before}<a href="${address}">${address}</a>` : line,
  );
}
