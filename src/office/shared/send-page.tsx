import type { FastifyReply } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { readCookie } from './cookies.ts';
import type { OfficeExchange } from './office-context.ts';
import { PageContextProvider, type PageContext } from './page-context.ts';
import { removeDoneQuery } from './return-path.ts';
import { buildContentSecurityPolicy } from './security-headers.ts';

/** Settings of a page. */
export interface PageSettings extends Pick<PageContext, 'script' | 'currentUser'> {
  status?: number;
  /** URL of the page, if not the request's: a refused form is answered with the page that contains it. */
  url?: string;
}

/** Renders a page with the theme of the request, and sends it with its content security policy. */
export function sendPage(
  { office, reply }: OfficeExchange,
  page: ReactElement,
  { status = 200, url = reply.request.url, ...settings }: PageSettings = {},
): FastifyReply {
  const theme = readCookie(reply.request, 'theme') === 'light' ? 'light' : 'dark';
  const [now, content] = [office.clock.now(), office.getContent()];
  const pageContext = { theme, url: removeDoneQuery(url), now, content, ...settings } as const;
  reply
    .code(status)
    .header('content-security-policy', buildContentSecurityPolicy(pageContext.script))
    .type('text/html; charset=utf-8');
  return reply.send(office.renderPage(page, pageContext));
}

/** Returns a page as an HTML document. */
export function renderPage(page: ReactElement, pageContext: PageContext): string {
  return `<!doctype html>${renderToStaticMarkup(<PageContextProvider value={pageContext}>{page}</PageContextProvider>)}`;
}
