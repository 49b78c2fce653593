import type { FastifyReply } from 'fastify';
import { formatPhoneUrl } from '../content/contact-details.ts';
import type { Content } from '../content/content-models.ts';
import * as releaseContent from '../content/release-content.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { ApiError } from './api.ts';
import { hashForPolicy } from './site-headers.ts';

/**
 * Sends a self-contained error page to a visitor without JavaScript whose form could not be read. It loads nothing,
 * says what to do next, and shows the request id of the log.
 */
export function sendPlainErrorPage(reply: FastifyReply, { status }: Pick<ApiError, 'status'>): FastifyReply {
  const content = (reply.server as { content?: () => Content }).content?.() ?? releaseContent;
  const { title, advice } = content.messagePage[messageKeys[status] ?? 'failed'];
  const reference = content.messagePage.reference.replace('{reference}', reply.request.id);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(renderPlainErrorPage(content, title, advice, reference));
}

/** Returns the HTML that a proxy serves while the server is down. The build writes it beside the scripts. */
export function renderServerDownPage(): string {
  const { title, advice } = releaseContent.messagePage.away;
  return renderPlainErrorPage(releaseContent, title, advice);
}

const style =
  'body{max-width:36rem;margin:4rem auto;padding:0 1rem;font:1.125rem/1.6 system-ui,sans-serif}h1{line-height:1.2}';

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashForPolicy(style)}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const messageKeys: Readonly<
  Partial<Record<number, 'tooManyFields' | 'otherSite' | 'notFound' | 'tooLong' | 'unreadable' | 'tooMany'>>
> = { 400: 'tooManyFields', 403: 'otherSite', 404: 'notFound', 413: 'tooLong', 415: 'unreadable', 429: 'tooMany' };

/** A tag of templates that escapes what they put in. */
const escapeValues = (template: TemplateStringsArray, ...values: readonly string[]) =>
  String.raw(template, ...values.map(escapeHtml));

function renderPlainErrorPage(
  { site: { name, contact }, messagePage }: Pick<Content, 'site' | 'messagePage'>,
  title: string,
  advice: string,
  reference = '',
): string {
  return escapeValues`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${title} – ${name}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${advice}</p>
<p><a href="/contact">${messagePage.contact}</a> · <a href="/">${messagePage.home}</a></p>
<p><a href="mailto:${contact.email}">${contact.email}</a> · <a href="${formatPhoneUrl(contact.phone)}">${contact.phone}</a></p>
<p><small>${reference}</small></p>
</body>
</html>
`;
}
