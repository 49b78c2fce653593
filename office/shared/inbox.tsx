import type { FastifyReply } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import type { Content } from '../../content/content-types.ts';
import type { Invitation } from '../../accounts/invitation-mail.ts';
import type { SendOutcome } from '../../outbox/send-outcome.ts';
import { systemClock, type Clock } from '../../process/clock.ts';
import type { Enquiries } from '../../enquiries/enquiries.ts';
import type { People } from '../../accounts/people.ts';
import type { Log } from '../../process/log.ts';
import type { OverloadLimits } from '../../server/overload.ts';
import type { StaticFile } from '../../server/static-files.ts';
import { readCookie } from './cookies.ts';
import { FrameContext, type PageContext } from './page-context.ts';
import { removeDoneNotice } from './return-path.ts';
import { buildContentSecurityPolicy } from './security-headers.ts';

/** Dependencies of the inbox. */
export interface InboxParts {
  config: { inboxUrl: string | undefined; trustProxy: number };
  log: Log;
  enquiries: Enquiries;
  people: People;
  /** Sends an invitation at once; absent if the site sends no mail. */
  mailInvitation?: ((invitation: Invitation) => Promise<SendOutcome>) | undefined;
  /** Returns the live content. */
  words: () => Content;
  /** Styles and scripts of the pages, built from `browser-files.ts`. */
  browserFiles: { styles: string; passkeyScript: string; keptScript: string };
  /** Files of the website by path; the inbox serves its typefaces and icon. */
  files: ReadonlyMap<string, StaticFile>;
  clock?: Pick<Clock, 'now'>;
  /** Replaced in tests that cannot wait for the usual limits. */
  overloadLimits?: Partial<OverloadLimits>;
  /** Replaced in tests that check the props of a page. */
  render?: typeof render;
}

/** Settings of a page that differ from the request's. */
export interface ShowSettings extends Pick<PageContext, 'script' | 'office'> {
  status?: number;
  /** URL of the page, if not the request's: a refused form is answered with the page that contains it. */
  address?: string;
}

/** Context of every route of the inbox. */
export interface Inbox extends InboxParts {
  now: () => Date;
  show: (reply: FastifyReply, page: ReactElement, settings?: ShowSettings) => FastifyReply;
}

/** Returns the context of the routes. */
export function createInbox(parts: InboxParts): Inbox {
  const { clock = systemClock } = parts;
  const now = () => clock.now();
  return {
    ...parts,
    now,
    show(reply, page, { status = 200, address = reply.request.url, ...settings } = {}) {
      const theme = readCookie(reply.request, 'theme') === 'light' ? 'light' : 'dark';
      const frame = {
        theme,
        address: removeDoneNotice(address),
        now: now(),
        words: parts.words(),
        ...settings,
      } as const;
      reply
        .code(status)
        .header('content-security-policy', buildContentSecurityPolicy(frame.script))
        .type('text/html; charset=utf-8');
      return reply.send((parts.render ?? render)(page, frame));
    },
  };
}

/** Returns a page as a whole HTML document. */
export function render(page: ReactElement, frame: PageContext): string {
  return `<!doctype html>${renderToStaticMarkup(<FrameContext value={frame}>{page}</FrameContext>)}`;
}
