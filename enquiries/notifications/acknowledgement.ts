import { computeDueTime, type ResponseTarget } from '../response-target.ts';
import type { StoredEnquiry } from '../model.ts';
import {
  getDomain,
  escapeHtml,
  formatMessageId,
  type Mail,
  type MailAddress,
  type MailRoute,
} from '../../outbox/mail.ts';

/** What visitors are told, in words of the site alone, with `{reference}` where that belongs. */
export interface AcknowledgementWords {
  subject: string;
  paragraphs: readonly string[];
  /** What is added where no reply can come in time in the office hours; empty where nothing is. */
  outsideHours: string;
  /** Where they can turn. */
  contact: MailAddress;
}

/**
 * Writes the mail that tells a visitor that their enquiry has come. Nothing of theirs is in it but their address: else anybody
 * could have the site send words to anybody.
 */
export function composeAcknowledgement(
  { id, email, reference, receivedAt, messageId: thread }: StoredEnquiry,
  { from }: MailRoute,
  { subject, paragraphs, outsideHours, contact }: AcknowledgementWords,
  date: Date,
  target: ResponseTarget,
): Mail {
  const withReference = (text: string): string => text.replaceAll('{reference}', reference);
  const isLate = outsideHours !== '' && !computeDueTime(receivedAt, target).isKeepable;
  const texts = [...paragraphs, ...(isLate ? [outsideHours] : [])].map(withReference);
  const html = texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
  const title = withReference(subject.includes('{reference}') ? subject : `${subject} [{reference}]`);
  return {
    name: formatAcknowledgementName(id),
    messageId: formatMessageId('acknowledgement', id, getDomain(from.address)),
    references: [thread],
    date,
    from,
    to: [email],
    replyTo: contact,
    subject: title,
    autoSubmitted: 'auto-replied',
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en-GB"><title>${escapeHtml(title)}</title>\n${html}\n</html>\n`,
  };
}

/** What that mail is called among the site's mails. */
export function formatAcknowledgementName(enquiryId: string): string {
  return `acknowledgement-${enquiryId}`;
}
