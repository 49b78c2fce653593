import type { FastifyReply } from 'fastify';
import type { InboxView, Notice } from './view.ts';
import { systemClock } from '../../enquiries/core/clock.ts';
import type { Session } from '../../enquiries/core/people-store.ts';
import { readCookie } from '../door/cookies.ts';
import type { InboxParts } from '../inbox-parts.ts';
import { withoutDone } from './inbox-path.ts';
import { policyOf } from './security-headers.ts';

/** A view without what the request gives it. */
export type Content = ContentOf<InboxView>;
type ContentOf<View> = View extends InboxView ? Omit<View, 'theme' | 'address' | 'now'> : never;

/** How a page is shown that is not simply what was asked for. */
export interface ShowSettings {
  status?: number;
  /** Of the page, where the request's is another: a form that was refused is answered with the page that it stands on. */
  address?: string;
}

/** What every route of the inbox works with. */
export interface Inbox extends InboxParts {
  now(): Date;
  show(reply: FastifyReply, content: Content, settings?: ShowSettings): FastifyReply;
  /** What every page has of the person. */
  office(session: Pick<Session, 'person'>, notice?: Notice): Promise<Office>;
}

type Office = Pick<Extract<InboxView, { page: 'list' }>, 'person' | 'counts' | 'promiseHours' | 'notice'>;

/** Makes of the parts what the routes work with. */
export function createInbox(parts: InboxParts): Inbox {
  const { enquiries, pages, promiseHours, clock = systemClock } = parts;
  const now = () => clock.now();
  return {
    ...parts,
    now,

    show(reply, content, { status = 200, address = reply.request.url } = {}) {
      const theme = readCookie(reply.request, 'theme') === 'light' ? 'light' : 'dark';
      const view: InboxView = { ...content, theme, address: withoutDone(address), now: now() };
      reply.code(status).header('content-security-policy', policyOf(view)).type('text/html; charset=utf-8');
      return reply.send(pages.renderInbox(view));
    },

    async office({ person }, notice) {
      return { person, counts: await enquiries.officeCounts(), promiseHours, notice };
    },
  };
}
