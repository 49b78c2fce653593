import type { FastifyReply } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import type { Content } from '../../content/content-types.ts';
import type { InvitationMailDetails } from '../../accounts/invitation-mail.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { systemClock, type Clock } from '../../process/clock.ts';
import type { EnquiryService } from '../../enquiries/enquiry-service.ts';
import type { PeopleRepository } from '../../accounts/people.ts';
import type { Log } from '../../process/log.ts';
import type { OverloadThresholds } from '../../server/load-shedding.ts';
import type { StaticFile } from '../../server/static-files.ts';
import type { Statistics } from '../../statistics/statistics.ts';
import { readCookie } from './cookies.ts';
import { PageContextProvider, type PageContext } from './page-context.ts';
import { removeDoneQuery } from './return-path.ts';
import { buildContentSecurityPolicy } from './security-headers.ts';

/** Dependencies of the office. */
export interface OfficeDependencies {
  /** `isMailboxRead`: what visitors write back is read from a mailbox. */
  config: {
    inboxUrl: string | undefined;
    siteUrl: string;
    trustProxy: number;
    isMailboxRead: boolean;
    countsViews: boolean;
  };
  log: Log;
  enquiries: EnquiryService;
  people: PeopleRepository;
  statistics: Pick<Statistics, 'readReport'>;
  /** Sends an invitation at once; absent if the site sends no mail. */
  mailInvitation?: ((invitation: InvitationMailDetails) => Promise<SendOutcome>) | undefined;
  /** Returns the live content. */
  getContent: () => Content;
  /** Styles, scripts and guides of the pages, built from `browser-files.ts`. */
  browserFiles: Record<'styles' | 'passkeyScript' | 'draftScript' | 'officeGuide' | 'editingGuide', string>;
  /** Files of the website by path: see `selectOfficeFiles`. */
  files: ReadonlyMap<string, StaticFile>;
  clock?: Pick<Clock, 'now'>;
  /** Replaced in tests that cannot wait for the usual limits. */
  overloadLimits?: Partial<OverloadThresholds>;
  /** Replaced in tests that check the props of a page. */
  renderPage?: typeof renderPage;
}

/** Settings of a page. */
export interface PageSettings extends Pick<PageContext, 'script' | 'currentUser'> {
  status?: number;
  /** URL of the page, if not the request's: a refused form is answered with the page that contains it. */
  url?: string;
}

/** Dependencies, clock and page renderer of every route of the office. */
export interface OfficeContext extends OfficeDependencies {
  now: () => Date;
  /** Renders a page with the theme of the request, and sends it with its content security policy. */
  sendPage: (reply: FastifyReply, page: ReactElement, settings?: PageSettings) => FastifyReply;
}

/** Returns the context of the routes. */
export function createOfficeContext(dependencies: OfficeDependencies): OfficeContext {
  const { clock = systemClock } = dependencies;
  const now = () => clock.now();
  return {
    ...dependencies,
    now,
    sendPage(reply, page, { status = 200, url = reply.request.url, ...settings } = {}) {
      const theme = readCookie(reply.request, 'theme') === 'light' ? 'light' : 'dark';
      const content = dependencies.getContent();
      const pageContext = { theme, url: removeDoneQuery(url), now: now(), content, ...settings } as const;
      reply
        .code(status)
        .header('content-security-policy', buildContentSecurityPolicy(pageContext.script))
        .type('text/html; charset=utf-8');
      return reply.send((dependencies.renderPage ?? renderPage)(page, pageContext));
    },
  };
}

/** Returns a page as an HTML document. */
export function renderPage(page: ReactElement, pageContext: PageContext): string {
  return `<!doctype html>${renderToStaticMarkup(<PageContextProvider value={pageContext}>{page}</PageContextProvider>)}`;
}
