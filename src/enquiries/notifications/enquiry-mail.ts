import { hasControlCharacter } from '../../text/clean-text.ts';
import { describeHiddenCharacters, markHiddenCharacters } from '../../text/hidden-characters.ts';
import { composeMail, type MailFact } from '../../outbox/compose-mail.ts';
import { ComposeError } from '../../outbox/delivery.ts';
import type { MailSettings, MailWithMessageId } from '../../outbox/mail.ts';
import { formatFullDateTime } from '../../text/format-date.ts';
import { enquiryFields, singleLineFieldNames, multilineFieldNames } from '../enquiry.ts';
import { formatReference } from '../reference.ts';
import { listVisitSourceFacts } from '../visit-source.ts';
import type { Enquiry } from '../model.ts';

/** Returns the URL of an enquiry in the inbox. */
export function formatEnquiryUrl(enquiryId: string, officeUrl: string): string {
  return `${officeUrl}/enquiries/${enquiryId}`;
}

/** Composes the mail to the office about an enquiry. The visitor's text comes last: no text of the site follows it. */
export function composeEnquiryMail(enquiry: Enquiry & { messageId: string }, route: MailSettings): MailWithMessageId {
  requireSingleLineFields(enquiry);
  const { from, to, siteName, officeUrl } = route;
  const way = officeUrl === undefined ? 'Reply to this mail to answer.' : 'Reply to it in the inbox.';
  const given = singleLineFieldNames.filter((field) => enquiry[field] !== '');
  const head = {
    uniqueName: enquiry.id,
    messageId: enquiry.messageId,
    date: enquiry.receivedAt,
    from,
    to,
    replyTo: { name: breakEncodedWords(markHiddenCharacters(enquiry.name)), address: enquiry.email },
    subject: addReferenceToSubject(`Enquiry: ${markHiddenCharacters(enquiry.subject)}`, enquiry),
  };
  return composeMail(head, [
    `Somebody sent an enquiry on the ${siteName} website. ${way}`,
    { facts: listOwnFacts(enquiry, route) },
    'All that follows was written by the sender:',
    {
      quote: [
        {
          facts: given.map((field): MailFact => [enquiryFields[field].label, markHiddenCharacters(enquiry[field])]),
        },
        ...multilineFieldNames.flatMap((name) => [{ heading: `${enquiryFields[name].label}:` }, enquiry[name]]),
      ],
    },
  ]);
}

/** Throws a ComposeError if a one-line field has a line break, which no accepted enquiry has. */
export function requireSingleLineFields(enquiry: Enquiry): void {
  if (singleLineFieldNames.some((name) => hasControlCharacter(enquiry[name])))
    throw new ComposeError(`The enquiry ${enquiry.id} has a line break in a one-line field`);
}

function listOwnFacts(enquiry: Enquiry, { timeZone, officeUrl }: MailSettings): MailFact[] {
  const typed = [...singleLineFieldNames, ...multilineFieldNames].map((field) => enquiry[field]);
  const hidden = describeHiddenCharacters(typed);
  const answerUrl = officeUrl && `${formatEnquiryUrl(enquiry.id, officeUrl)}#answer`;
  return [
    ['Received', formatFullDateTime(enquiry.receivedAt, timeZone)],
    ['Reference', formatReference(enquiry.id)],
    ...(answerUrl ? [['Reply', { url: answerUrl }] satisfies MailFact] : []),
    ...listVisitSourceFacts(enquiry.visitSource),
    ...(hidden ? [['Hidden', `${hidden}: the sender used invisible characters`] satisfies MailFact] : []),
  ];
}

/** Returns a subject with the reference appended, so that the mail can be searched for by it. */
export function addReferenceToSubject(subject: string, { id }: Pick<Enquiry, 'id'>): string {
  return breakEncodedWords(`${subject} [${formatReference(id)}]`);
}

/** Breaks up text that looks like an encoded word (RFC 2047), which mail programs would decode. */
export function breakEncodedWords(text: string): string {
  return text.replaceAll('=?', '= ?');
}
