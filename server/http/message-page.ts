import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { site } from '../../content/site.ts';
import type { ApiError } from './api.ts';

/**
 * A short page in words, for a visitor without JavaScript whose form could not even be read. It needs nothing but itself,
 * may load nothing, tells what to do next, and gives the reference by which the log knows the request.
 */
export function sendMessagePage(reply: FastifyReply, { status }: Pick<ApiError, 'status'>): FastifyReply {
  const { title, advice } = words[status] ?? otherwise;
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(page(title, advice, reply.request.id));
}

const style =
  'body{max-width:36rem;margin:4rem auto;padding:0 1rem;font:1.125rem/1.6 system-ui,sans-serif}h1{line-height:1.2}';

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const back = 'Use your browser’s Back button: what you typed is still in the form.';

const words: Readonly<Partial<Record<number, Words>>> = {
  400: {
    title: 'This form has more fields than ours',
    advice: 'We only take what our own contact page asks for. Open it and send your message from there.',
  },
  403: {
    title: 'This form was sent from another site',
    advice: `For your safety we only take messages from our own contact page. Open it and send your message from there.`,
  },
  404: { title: 'Oops! Page not found', advice: 'There is no page at this address.' },
  413: {
    title: 'Your message is too long',
    advice: `${back} Shorten the message to 10,000 characters or fewer and send it again.`,
  },
  415: {
    title: 'Your browser sent the form in a way we cannot read',
    advice: `${back} Copy your message and email it to us instead.`,
  },
  429: {
    title: 'Too many messages in a short time',
    advice: `${back} Wait a minute and send it again.`,
  },
};

const otherwise: Words = {
  title: 'Something went wrong on our side',
  advice: `${back} Wait a few minutes and send it again.`,
};

interface Words {
  title: string;
  advice: string;
}

function page(title: string, advice: string, reference: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${title} – ${site.name}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${advice}</p>
<p><a href="/contact">Contact page</a> · <a href="/">Home</a> · <a href="mailto:${site.contact.email}">${site.contact.email}</a></p>
<p><small>If you write to us about this, please quote the reference ${reference}.</small></p>
</body>
</html>
`;
}
