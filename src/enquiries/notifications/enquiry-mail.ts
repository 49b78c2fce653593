import { hasControlCharacter } from '../../text/clean-text.ts';
import { describeHiddenCharacters, markHiddenCharacters } from '../../text/hidden-characters.ts';
import { ComposeError } from '../../outbox/delivery.ts';
import { escapeHtml, type MailSettings, type SignedMail } from '../../outbox/mail.ts';
import { formatFullDateTime } from '../../text/format-date.ts';
import { enquiryFields, singleLineFieldNames, multilineFieldNames } from '../enquiry.ts';
import { referenceOf } from '../reference.ts';
import { listOriginFacts } from '../visit-origin.ts';
import type { Enquiry } from '../model.ts';

/** Returns the URL of an enquiry in the inbox. */
export function formatEnquiryUrl(enquiryId: string, inboxUrl: string): string {
  return `${inboxUrl}/enquiries/${enquiryId}`;
}

/**
 * Composes the mail to the office about an enquiry. Throws if a one-line field has a line break, which no accepted
 * enquiry has: such text must not reach a mail header.
 */
export function composeEnquiryMail(
  enquiry: Enquiry & { messageId: string },
  route: MailSettings,
): SignedMail & { html: string } {
  if (singleLineFieldNames.some((name) => hasControlCharacter(enquiry[name]))) {
    throw new ComposeError(`The enquiry ${enquiry.id} has a line break in a one-line field`);
  }
  const { email } = enquiry;
  const [name, subject] = [markHiddenCharacters(enquiry.name), markHiddenCharacters(enquiry.subject)];
  const hidden = describeHiddenCharacters(
    [...singleLineFieldNames, ...multilineFieldNames].map((field) => enquiry[field]),
  );
  const ours: Fact[] = [
    ['Received', formatFullDateTime(enquiry.receivedAt, route.timeZone)],
    ['Reference', referenceOf(enquiry.id)],
    ...(route.inboxUrl === undefined
      ? []
      : [['Answer', `${formatEnquiryUrl(enquiry.id, route.inboxUrl)}#answer`] satisfies Fact]),
    ...listOriginFacts(enquiry.origin),
    ...(hidden === '' ? [] : [['Hidden', `${hidden}: the sender used invisible characters`] satisfies Fact]),
  ];
  const given = singleLineFieldNames.filter((field) => enquiry[field] !== '');
  const facts: Facts = {
    ours,
    theirs: given.map((field) => [enquiryFields[field].label, markHiddenCharacters(enquiry[field])]),
  };
  return {
    uniqueName: enquiry.id,
    messageId: enquiry.messageId,
    date: enquiry.receivedAt,
    from: route.from,
    to: route.to,
    replyTo: { name: breakEncodedWords(name), address: email },
    subject: formatMailSubject(`Enquiry: ${subject}`, enquiry),
    autoSubmitted: 'auto-generated',
    text: formatPlainText(enquiry, facts, route),
    html: formatHtml(enquiry, facts, route),
  };
}

/** Returns a subject with the reference appended, so that the mail can be searched for by it. */
export function formatMailSubject(subject: string, { id }: Pick<Enquiry, 'id'>): string {
  return breakEncodedWords(`${subject} [${referenceOf(id)}]`);
}

/** Breaks up text that looks like an encoded word (RFC 2047), which mail programs would decode. */
function breakEncodedWords(text: string): string {
  return text.replaceAll('=?', '= ?');
}

type Fact = [label: string, value: string];

/** Facts from the site and from the sender, kept apart. */
type Facts = Record<'ours' | 'theirs', readonly Fact[]>;

// The visitor's text comes last: whatever it imitates, none of the site's text follows it.
function formatPlainText(enquiry: Enquiry, { ours, theirs }: Facts, route: MailSettings): string {
  const width = Math.max(...[...ours, ...theirs].map(([label]) => label.length)) + 2;
  const lines = (facts: readonly Fact[]) => facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`);
  return [
    formatIntroduction(route),
    '',
    ...lines(ours),
    '',
    senderNotice,
    '',
    ...lines(theirs),
    '',
    ...multilineFieldNames.flatMap((name) => [`${enquiryFields[name].label}:`, '', enquiry[name], '']),
  ].join('\n');
}

// <bdi> isolates right-to-left text in its cell.
function formatHtml(enquiry: Enquiry, { ours, theirs }: Facts, route: MailSettings): string {
  const row = ([label, value]: Fact) =>
    `<tr><th align="left" valign="top">${label}</th><td><bdi>${label === 'Answer' ? `<a href="${value}">${value}</a>` : escapeHtml(value)}</bdi></td></tr>`;
  const table = (facts: readonly Fact[]) => `<table cellpadding="4">${facts.map(row).join('\n')}</table>`;
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    `<head><meta charset="utf-8"><title>${escapeHtml(`Enquiry: ${markHiddenCharacters(enquiry.subject)}`)}</title></head>`,
    '<body>',
    `<p>${escapeHtml(formatIntroduction(route))}</p>`,
    table(ours),
    `<p>${senderNotice}</p>`,
    '<blockquote>',
    table(theirs),
    ...multilineFieldNames.flatMap((name) => [
      `<h2>${enquiryFields[name].label}</h2>`,
      `<p dir="auto">${escapeHtml(enquiry[name]).replaceAll('\n', '<br>\n')}</p>`,
    ]),
    '</blockquote>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function formatIntroduction({ siteName, inboxUrl }: MailSettings): string {
  const way = inboxUrl === undefined ? 'Reply to this mail to answer.' : 'Answer it in the inbox.';
  return `Somebody sent an enquiry on the ${siteName} website. ${way}`;
}

const senderNotice = 'All that follows was written by the sender:';
