import { hasControlCharacter } from '../text/clean-text.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { ComposeError } from './delivery.ts';
import type { Mail } from './mail.ts';

/** A part of a mail. A string is a paragraph, whose line breaks are kept. Whatever was typed stays text. */
export type MailPart =
  | string
  | { heading: string }
  | { facts: readonly MailFact[] }
  | { items: readonly MailItem[] }
  | MailLink
  | { quote: readonly MailPart[] };

/** A row of a table. Only a link of our own leads anywhere. */
export type MailFact = readonly [label: string, value: string | MailLink];

/** A link of our own; without a label it is shown as its URL. */
export interface MailLink {
  url: string;
  label?: string;
}

/** An entry of a list: what it is about, which leads to the URL, and lines below it. */
export interface MailItem {
  title: string;
  url: string | undefined;
  lines: readonly string[];
}

/** Head of a mail. By default the site sent it by itself, and gets the replies. */
type MailHead = Omit<Mail, 'text' | 'html' | 'replyTo' | 'autoSubmitted'> &
  Partial<Pick<Mail, 'replyTo' | 'autoSubmitted'>>;

/**
 * Composes a mail of these parts, as text and as HTML. A mail that a person wrote (`autoSubmitted: 'no'`) is text
 * alone. Throws a ComposeError if a line break would get into a header field.
 */
export function composeMail<Head extends MailHead>(head: Head, parts: readonly MailPart[]): Head & Mail {
  const { uniqueName, to, cc = [], subject, from, replyTo = from, autoSubmitted = 'auto-generated' } = head;
  if ([subject, ...to, ...[replyTo, ...cc].flatMap(({ name, address }) => [name, address])].some(hasControlCharacter))
    throw new ComposeError(`The mail ${uniqueName} has a line break in a header field`);
  const mail = { ...head, replyTo, autoSubmitted, text: `${formatText(parts, getLabelWidth(parts))}\n` };
  return autoSubmitted === 'no' ? mail : { ...mail, html: formatDocument(subject, parts) };
}

/** Returns the width of the labels, with which the facts of all tables stand in line. */
function getLabelWidth(parts: readonly MailPart[]): number {
  const widths = parts.map((part) => {
    if (typeof part === 'string') return 0;
    if ('quote' in part) return getLabelWidth(part.quote);
    return 'facts' in part ? Math.max(...part.facts.map(([label]) => label.length + 2)) : 0;
  });
  return Math.max(0, ...widths);
}

function formatText(parts: readonly MailPart[], labelWidth: number): string {
  const format = (part: MailPart): string => {
    if (typeof part === 'string') return part;
    if ('heading' in part) return part.heading;
    if ('quote' in part) return formatText(part.quote, labelWidth);
    if ('facts' in part)
      return part.facts.map(([label, value]) => `${label}:`.padEnd(labelWidth) + format(value)).join('\n');
    if ('items' in part)
      return part.items.map(({ title, url, lines }) => [title, ...lines, url ?? []].flat().join('\n  ')).join('\n\n');
    return part.label === undefined ? part.url : `${part.label}: ${part.url}`;
  };
  return parts.map(format).join('\n\n');
}

// It names no colour of text or ground, so that it reads in dark programs.
const styles =
  'body{font-family:sans-serif}th,td{padding:4px 12px 4px 0;text-align:left;vertical-align:top}li{margin:0 0 12px}';

function formatDocument(title: string, parts: readonly MailPart[]): string {
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${styles}</style>`;
  return `<!doctype html>\n<html lang="en-GB"><head>${head}</head>\n<body>\n${formatHtml(parts)}\n</body></html>\n`;
}

// <bdi> isolates right-to-left text in its line.
function formatHtml(parts: readonly MailPart[]): string {
  const isolate = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;
  const link = ({ url, label = url }: MailLink): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
  const formatFact = ([label, value]: MailFact): string =>
    `<tr><th>${escapeHtml(label)}</th><td>${typeof value === 'string' ? isolate(value) : link(value)}</td></tr>`;
  const formatItem = ({ title, url, lines }: MailItem): string => {
    const about = url === undefined ? `<b>${isolate(title)}</b>` : `<bdi>${link({ url, label: title })}</bdi>`;
    return `<li>${[about, ...lines.map(isolate)].join('<br>')}</li>`;
  };
  const format = (part: MailPart): string => {
    if (typeof part === 'string') return `<p dir="auto">${escapeHtml(part).replaceAll('\n', '<br>\n')}</p>`;
    if ('heading' in part) return `<h2>${escapeHtml(part.heading)}</h2>`;
    if ('quote' in part) return `<blockquote>\n${formatHtml(part.quote)}\n</blockquote>`;
    if ('facts' in part) return `<table>\n${part.facts.map(formatFact).join('\n')}\n</table>`;
    if ('items' in part) return `<ul>\n${part.items.map(formatItem).join('\n')}\n</ul>`;
    return `<p>${link(part)}</p>`;
  };
  return parts.map(format).join('\n');
}
