import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { ReactElement } from 'react';
import type { OpenSession } from '../../accounts/sessions.ts';
import type { Role } from '../../accounts/roles.ts';
import { isProven } from '../../accounts/sessions.ts';
import { readCookie } from './cookies.ts';
import { listFields, readForm } from './form.ts';
import type { Navigation, Notice } from './page-context.ts';
import { firstPage, formatSignInUrl, addDoneNotice, removeDoneNotice } from './return-path.ts';
import type { Inbox, ShowSettings } from './inbox.tsx';
import { readNotice, type DoneAct } from './notices.tsx';
import { refuse } from './refusals.tsx';

/** Key of the request decorator that is true for requests of signed-in or invited people: see `getDecorator`. */
export const bySomebody = 'bySomebody';

/** A request of a signed-in person, with everything needed to answer it. */
export type StaffRequest = ReturnType<typeof createVisit>;

/** Settings of a page. Without a notice, the page shows the one that its URL names. */
export interface Shown extends Omit<ShowSettings, 'office'> {
  notice?: Notice | undefined;
}

type Answer = (visit: StaffRequest) => Promise<FastifyReply>;

/** Returns a handler that asks for the passkey first, unless it was used in the last five minutes. */
export function requireRecentAuth(answer: Answer): Answer {
  return async (visit) => visit.askForProof() ?? answer(visit);
}

/** Destination after signing in again: a page, or the form itself with its typed values. */
export interface FormReplay {
  to: string;
  typed?: Readonly<Record<string, string | readonly string[]>>;
}

type Resume = (form: URLSearchParams, request: FastifyRequest) => FormReplay;

/** Returns a replay of the whole form to its own URL. */
export const typedAgain: Resume = (form, { url }) => ({ to: url, typed: listFields(form) });

/**
 * Registrar of routes for signed-in people. There are no per-record permissions: everybody with the role of a part
 * sees and does the same there.
 */
export interface StaffRoutes {
  /** For routes that need no session. */
  app: FastifyInstance;
  get: (path: string, answer: Answer) => void;
  /** Registers a route for a form. `resume` says where to go on if the person has to sign in again first. */
  post: (path: string, answer: Answer, resume?: Resume, limits?: { bodyLimit?: number }) => void;
}

/** Settings of a registrar: navigation, required role and the prompt to sign in again. */
interface Wiring {
  navigation: Navigation;
  /** Required role; undefined for routes of every signed-in person. */
  role: Role | undefined;
  askAgain: (inbox: Inbox, reply: FastifyReply, resumption: FormReplay, why: 'ended' | 'proof') => FastifyReply;
}

interface Came {
  request: FastifyRequest;
  reply: FastifyReply;
  session: OpenSession;
  token: string;
  resume: Resume;
}

function createVisit(inbox: Inbox, { navigation, askAgain }: Wiring, came: Came) {
  const { request, reply, session, token, resume } = came;
  const { person, signedInAt, roles } = session;
  const { url, headers, params } = request;
  const form = readForm(request);
  return {
    ...inbox,
    reply,
    url,
    headers,
    /** Value of `:id` in the path; empty if it has none. */
    id: (params as { id?: string }).id ?? '',
    query: new URL(url, 'http://inbox.invalid').searchParams,
    /** Parsed form; empty if there was none. */
    form,
    /** True if the form is replayed after signing in again: show it, save nothing. */
    isResumed: form.get('resumed') === 'yes',
    /** E-mail address. */
    person,
    /** Session token. */
    token,
    roles,
    signedInAt,
    /** Asks for the passkey, then leads back to the request. Returns null if it was used in the last five minutes. */
    askForProof() {
      if (isProven(session, inbox.now())) return null;
      const asked = request.method === 'POST' ? resume(form, request) : { to: removeDoneNotice(url) };
      return askAgain(inbox, reply, asked, 'proof');
    },
    async show(page: ReactElement, { notice = readNotice(request), ...settings }: Shown = {}) {
      const isInbox = roles.includes('enquiries');
      const counts = isInbox ? await inbox.enquiries.officeCounts(person) : undefined;
      const isHeld = isInbox && (await inbox.enquiries.hold()) !== null;
      const office = { ...navigation, person, roles, counts, isHeld, notice };
      return inbox.show(reply, page, { ...settings, office });
    },
    /** Redirects with 303 to a path that shows the completed action. */
    done: (path: string, act: DoneAct, count?: number) => reply.redirect(addDoneNotice(path, act, count), 303),
    refuse: (status: number, words?: { title: string; advice: string }) => refuse(inbox, reply, status, words),
  };
}

/** Returns a registrar whose routes require a session and, if one is given, a role. */
export function createStaffRoutes(app: FastifyInstance, inbox: Inbox, wiring: Wiring): StaffRoutes {
  const { askAgain, role } = wiring;
  const route =
    (answer: Answer, resume: Resume = () => ({ to: firstPage })): RouteHandlerMethod =>
    async (request, reply) => {
      const token = readCookie(request, 'session');
      const session = token === undefined ? null : await inbox.people.session(token);
      if (token !== undefined && session !== null) {
        request.setDecorator<boolean>(bySomebody, true);
        if (role !== undefined && !session.roles.includes(role)) return turnAway(inbox, request, reply, session.roles);
        return answer(createVisit(inbox, wiring, { request, reply, session, token, resume }));
      }
      if (request.method === 'POST') return askAgain(inbox, reply, resume(readForm(request), request), 'ended');
      return reply.redirect(formatSignInUrl(request.url), 302);
    };
  return {
    app,
    get: (path, answer) => void app.get(path, route(answer)),
    post: (path, answer, resume, limits = {}) => void app.post(path, limits, route(answer, resume)),
  };
}

/** Answers a person without the required role: 404 for a page, 403 with an explanation for a form. */
function turnAway(inbox: Inbox, { method, url }: FastifyRequest, reply: FastifyReply, roles: readonly Role[]) {
  // The default destination must work for every role.
  if (removeDoneNotice(url) === firstPage) return reply.redirect(firstPageOf(roles), 302);
  return method === 'POST' ? refuse(inbox, reply, 403, roleHasEnded) : refuse(inbox, reply, 404);
}

/** Returns the start page for these roles. */
function firstPageOf(roles: readonly Role[]): string {
  return roles.includes('words') ? '/words' : roles.includes('people') ? '/people' : '/account';
}

const roleHasEnded = {
  title: 'This is not open to you any more',
  advice:
    'Your roles were changed while this page was open. Nothing was changed; go back with your browser to copy what you typed. Ask whoever looks after people for the role.',
};
