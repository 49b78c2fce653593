import { computeDueTime, formatPromisedTime, type ResponseTarget } from '../response-target.ts';
import type { StoredEnquiry } from '../model.ts';
import type { Mail, MailSettings } from '../../outbox/mail.ts';
import { composeMail } from '../../outbox/compose-mail.ts';
import type { MailAddress } from '../../text/mail-address.ts';

/** Text of the acknowledgement, from the site's content, with the placeholder `{reference}`. */
export interface AcknowledgementTexts {
  subject: string;
  paragraphs: readonly string[];
  /** Ends the first paragraph, with the placeholder `{time}`, if the enquiry has a promised time. */
  answerBy: string;
  /** Paragraph added if the office is closed for the whole response time; empty for none. */
  outsideHours: string;
  contact: MailAddress;
}

/**
 * Composes the acknowledgement to a visitor. It contains nothing that they wrote, only their address: otherwise anybody
 * could make the site send any text to anybody.
 */
export function composeAcknowledgementMail(
  { id, email, reference, receivedAt, promisedAt, messageId: thread }: StoredEnquiry,
  { from }: MailSettings,
  { subject, paragraphs: [first = '', ...others], answerBy, outsideHours, contact }: AcknowledgementTexts,
  date: Date,
  target: ResponseTarget,
): Mail {
  const withReference = (text: string): string => text.replaceAll('{reference}', reference);
  const isLate = outsideHours !== '' && !computeDueTime(receivedAt, target).isAchievable;
  const { timeZone } = target.officeHours;
  const time = promisedAt && answerBy.replace('{time}', formatPromisedTime(promisedAt, timeZone));
  const paragraphs = [[first, time].filter(Boolean).join(' '), ...others, ...(isLate ? [outsideHours] : [])];
  const title = withReference(subject.includes('{reference}') ? subject : `${subject} [{reference}]`);
  const head = { uniqueName: formatAcknowledgementMailName(id), references: [thread], date, from, to: [email] };
  return composeMail(
    { ...head, replyTo: contact, subject: title, autoSubmitted: 'auto-replied' },
    paragraphs.map(withReference),
  );
}

/** Returns the name of the acknowledgement among the site's mails. */
export function formatAcknowledgementMailName(enquiryId: string): string {
  return `${namePrefix}${enquiryId}`;
}

/** Returns the id of the enquiry in such a name; null in another one. */
export function parseAcknowledgementMailName(name: string): string | null {
  return name.startsWith(namePrefix) ? name.slice(namePrefix.length) : null;
}

const namePrefix = 'acknowledgement-';
