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

/** What the inbox is built from. */
export interface InboxParts {
  config: { inboxUrl: string | undefined; trustProxy: number };
  log: Log;
  enquiries: Enquiries;
  people: People;
  /** Sends an invitation at once; left out where nobody is mailed. */
  mailInvitation?: ((invitation: Invitation) => Promise<SendOutcome>) | undefined;
  /** Those that visitors see. */
  words: () => Content;
  /** What its pages load, as the build has it: `browser-files.ts`. */
  browserFiles: { styles: string; passkeyScript: string; keptScript: string };
  /** Of the website, by their addresses; the inbox serves its typefaces and its icon. */
  files: ReadonlyMap<string, StaticFile>;
  clock?: Pick<Clock, 'now'>;
  /** For tests that cannot wait for the usual ones. */
  overloadLimits?: Partial<OverloadLimits>;
  /** For tests that ask what a page is given. */
  render?: typeof render;
}

/** How a page is shown that is not simply what was asked for. */
export interface ShowSettings extends Pick<PageContext, 'script' | 'office'> {
  status?: number;
  /** Of the page, where the request's is another: a form that was refused is answered with the page that it stands on. */
  address?: string;
}

/** What every route of the inbox works with. */
export interface Inbox extends InboxParts {
  now: () => Date;
  show: (reply: FastifyReply, page: ReactElement, settings?: ShowSettings) => FastifyReply;
}

/** Makes of the parts what the routes work with. */
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

/** A page as a whole HTML document. */
export function render(page: ReactElement, frame: PageContext): string {
  return `<!doctype html>${renderToStaticMarkup(<FrameContext value={frame}>{page}</FrameContext>)}`;
}
