import type { FastifyReply } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { systemClock, type Clock } from '../../enquiries/core/clock.ts';
import type { ContactSettings } from '../../enquiries/core/contact-settings.ts';
import type { Enquiries } from '../../enquiries/core/enquiries.ts';
import type { Session } from '../../enquiries/core/people-store.ts';
import type { People } from '../../enquiries/core/people.ts';
import type { Log } from '../../process/log.ts';
import type { OverloadLimits } from '../../server/overload.ts';
import type { StoredFile } from '../../server/stored-files.ts';
import { readCookie } from './cookies.ts';
import { FrameContext, type Frame, type Navigation, type Notice, type Office } from './frame.ts';
import { withoutDone } from './inbox-path.ts';
import { policyOf } from './security-headers.ts';

/** What the inbox is built from. */
export interface InboxParts {
  config: { inboxUrl: string | undefined; trustProxy: number };
  log: Log;
  enquiries: Pick<
    Enquiries,
    'list' | 'count' | 'each' | 'find' | 'officeCounts' | 'deliveries' | 'activity' | 'act' | 'erase' | 'keep'
  >;
  contactSettings: Pick<ContactSettings, 'details' | 'set' | 'reset'>;
  people: People;
  /** What its pages load, as the build has it: `browser-files.ts`. */
  browserFiles: { styles: string; passkeyScript: string };
  /** Of the website, by their addresses; the inbox serves its typefaces and its icon. */
  files: ReadonlyMap<string, StoredFile>;
  clock?: Pick<Clock, 'now'>;
  /** For tests that cannot wait for the usual ones. */
  overloadLimits?: Partial<OverloadLimits>;
  /** For tests that ask what a page is given. */
  render?: typeof render;
}

/** What only the top knows: where the header leads, and how somebody is asked to sign in. */
interface Wiring {
  navigation: Navigation;
  askAgain(inbox: Inbox, reply: FastifyReply, resumption: Resumption): FastifyReply;
}

/** Where a form leads once the person is in again: to a page, or to itself with what was typed. */
export interface Resumption {
  to: string;
  typed?: Readonly<Record<string, string>>;
}

/** How a page is shown that is not simply what was asked for. */
interface ShowSettings {
  status?: number;
  /** Of the page, where the request's is another: a form that was refused is answered with the page that it stands on. */
  address?: string;
  asksForPasskey?: boolean;
  office?: Office;
}

interface ShowToSettings extends Pick<ShowSettings, 'status' | 'address'> {
  notice?: Notice | undefined;
}

/** What every route of the inbox works with. */
export interface Inbox extends InboxParts, Wiring {
  now(): Date;
  show(reply: FastifyReply, page: ReactElement, settings?: ShowSettings): FastifyReply;
  /** The same for a person who has signed in. */
  showTo(
    session: Pick<Session, 'person'>,
    reply: FastifyReply,
    page: ReactElement,
    settings?: ShowToSettings,
  ): Promise<FastifyReply>;
}

/** Makes of the parts what the routes work with. */
export function createInbox(parts: InboxParts, wiring: Wiring): Inbox {
  const { enquiries, clock = systemClock } = parts;
  const inbox: Inbox = {
    ...parts,
    ...wiring,
    now: () => clock.now(),

    show(reply, page, { status = 200, address = reply.request.url, asksForPasskey = false, office } = {}) {
      const theme = readCookie(reply.request, 'theme') === 'light' ? 'light' : 'dark';
      const frame = { theme, address: withoutDone(address), now: inbox.now(), asksForPasskey, office } as const;
      reply.code(status).header('content-security-policy', policyOf(frame)).type('text/html; charset=utf-8');
      return reply.send((parts.render ?? render)(page, frame));
    },

    async showTo({ person }, reply, page, { notice, ...settings } = {}) {
      const office = { ...wiring.navigation, person, counts: await enquiries.officeCounts(), notice };
      return inbox.show(reply, page, { ...settings, office });
    },
  };
  return inbox;
}

/** A page as a whole HTML document. */
export function render(page: ReactElement, frame: Frame): string {
  return `<!doctype html>${renderToStaticMarkup(<FrameContext value={frame}>{page}</FrameContext>)}`;
}
