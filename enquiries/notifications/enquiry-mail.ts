import { hasLineBreak } from '../../text/clean-text.ts';
import { findHiddenCharacters, markHiddenCharacters } from '../../text/invisible-characters.ts';
import { UnwritableError } from '../../outbox/delivery.ts';
import { escapeHtml, formatWholeTime, type Mail, type MailRoute } from '../../outbox/mail.ts';
import { enquiryFields, lineNames, textNames } from '../enquiry.ts';
import { referenceOf } from '../reference.ts';
import type { Enquiry } from '../model.ts';

/** Returns the URL of an enquiry in the inbox. */
export function formatInboxUrl(enquiryId: string, inboxUrl: string): string {
  return `${inboxUrl}/enquiries/${enquiryId}`;
}

/**
 * Composes the mail to the office about an enquiry. Throws if a one-line field has a line break, which no accepted
 * enquiry has: such text must not reach a mail header.
 */
export function composeMail(enquiry: Enquiry & { messageId: string }, route: MailRoute): Mail & { html: string } {
  if (lineNames.some((name) => hasLineBreak(enquiry[name]))) {
    throw new UnwritableError(`The enquiry ${enquiry.id} has a line break in a one-line field`);
  }
  const { email } = enquiry;
  const [name, subject] = [markHiddenCharacters(enquiry.name), markHiddenCharacters(enquiry.subject)];
  const hidden = findHiddenCharacters([...lineNames, ...textNames].map((field) => enquiry[field]));
  const ours: Fact[] = [
    ['Received', formatWholeTime(enquiry.receivedAt, route.timeZone)],
    ['Reference', referenceOf(enquiry.id)],
    ...(route.inboxUrl === undefined
      ? []
      : [['Answer', `${formatInboxUrl(enquiry.id, route.inboxUrl)}#answer`] satisfies Fact]),
    ...(hidden === '' ? [] : [['Hidden', `${hidden}: the sender wrote what nobody sees`] satisfies Fact]),
  ];
  const given = lineNames.filter((field) => enquiry[field] !== '');
  const facts: Facts = {
    ours,
    theirs: given.map((field) => [enquiryFields[field].label, markHiddenCharacters(enquiry[field])]),
  };
  return {
    name: enquiry.id,
    messageId: enquiry.messageId,
    date: enquiry.receivedAt,
    from: route.from,
    to: route.to,
    replyTo: { name: headerText(name), address: email },
    subject: addReference(`Enquiry: ${subject}`, enquiry),
    autoSubmitted: 'auto-generated',
    text: plainText(enquiry, facts, route),
    html: html(enquiry, facts, route),
  };
}

/** Appends the reference to a subject, so that the mail can be searched for by it. */
export function addReference(subject: string, { id }: Pick<Enquiry, 'id'>): string {
  return headerText(`${subject} [${referenceOf(id)}]`);
}

/** Breaks up text that looks like an encoded word (RFC 2047), which mail programs would decode. */
function headerText(text: string): string {
  return text.replaceAll('=?', '= ?');
}

type Fact = [label: string, value: string];

/** Facts from the site and from the sender, kept apart. */
type Facts = Record<'ours' | 'theirs', readonly Fact[]>;

// The visitor's text comes last: whatever it imitates, none of the site's text follows it.
function plainText(enquiry: Enquiry, { ours, theirs }: Facts, route: MailRoute): string {
  const width = Math.max(...[...ours, ...theirs].map(([label]) => label.length)) + 2;
  const lines = (facts: readonly Fact[]) => facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`);
  return [
    introduction(route),
    '',
    ...lines(ours),
    '',
    theirWords,
    '',
    ...lines(theirs),
    '',
    ...textNames.flatMap((name) => [`${enquiryFields[name].label}:`, '', enquiry[name], '']),
  ].join('\n');
}

// <bdi> isolates right-to-left text in its cell.
function html(enquiry: Enquiry, { ours, theirs }: Facts, route: MailRoute): string {
  const row = ([label, value]: Fact) =>
    `<tr><th align="left" valign="top">${label}</th><td><bdi>${label === 'Answer' ? `<a href="${value}">${value}</a>` : escapeHtml(value)}</bdi></td></tr>`;
  const table = (facts: readonly Fact[]) => `<table cellpadding="4">${facts.map(row).join('\n')}</table>`;
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    `<head><meta charset="utf-8"><title>${escapeHtml(`Enquiry: ${markHiddenCharacters(enquiry.subject)}`)}</title></head>`,
    '<body>',
    `<p>${escapeHtml(introduction(route))}</p>`,
    table(ours),
    `<p>${theirWords}</p>`,
    '<blockquote>',
    table(theirs),
    ...textNames.flatMap((name) => [
      `<h2>${enquiryFields[name].label}</h2>`,
      `<p dir="auto">${escapeHtml(enquiry[name]).replaceAll('\n', '<br>\n')}</p>`,
    ]),
    '</blockquote>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function introduction({ siteName, inboxUrl }: MailRoute): string {
  const way = inboxUrl === undefined ? 'Reply to this mail to answer.' : 'Answer it in the inbox.';
  return `Somebody sent an enquiry on the ${siteName} website. ${way}`;
}

const theirWords = 'All that follows was written by the sender:';
