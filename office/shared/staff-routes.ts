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

/** Under which every request says whether somebody who is signed in, or invited, has sent it: see `getDecorator`. */
export const bySomebody = 'bySomebody';

/** A request of somebody who has signed in, with all that answers it. */
export type StaffRequest = ReturnType<typeof createVisit>;

/** How a page is shown that is not simply what was asked for. Without a notice it says what its address does. */
export interface Shown extends Omit<ShowSettings, 'office'> {
  notice?: Notice | undefined;
}

type Answer = (visit: StaffRequest) => Promise<FastifyReply>;

/** The same for what takes more than an open page: nothing is shown or done before the passkey was shown again. */
export function requireRecentAuth(answer: Answer): Answer {
  return async (visit) => visit.askForProof() ?? answer(visit);
}

/** Where a form leads once the person is in again: to a page, or to itself with what was typed. */
export interface FormReplay {
  to: string;
  typed?: Readonly<Record<string, string | readonly string[]>>;
}

type Resume = (form: URLSearchParams, request: FastifyRequest) => FormReplay;

/** Leads back to the form, with all that was typed. */
export const typedAgain: Resume = (form, { url }) => ({ to: url, typed: listFields(form) });

/**
 * Where the tasks of people who have signed in add their routes. There is one office: everybody who has the role of a part sees and
 * does the same there, so that no route asks whose an enquiry is.
 */
export interface StaffRoutes {
  /** For the routes of everybody. */
  app: FastifyInstance;
  get: (path: string, answer: Answer) => void;
  /** Takes a form. */
  post: (path: string, answer: Answer, resume?: Resume, limits?: { bodyLimit?: number }) => void;
}

/** What only the top knows: where the header leads, and how somebody is asked to sign in. */
interface Wiring {
  navigation: Navigation;
  /** Without it the routes are not there for a person; undefined for those of everybody. */
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
    /** What stands for `:id` in the address; empty elsewhere. */
    id: (params as { id?: string }).id ?? '',
    query: new URL(url, 'http://inbox.invalid').searchParams,
    /** What was sent; empty where there was no form. */
    form,
    /** Whether the form comes back after the session had ended: it is to be shown, and nothing is to be saved. */
    isResumed: form.get('resumed') === 'yes',
    /** The e-mail address. */
    person,
    /** Of the session. */
    token,
    roles,
    signedInAt,
    /** Asks for the passkey, where it was not shown in the last five minutes, and leads back to what was asked; else null. */
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
    /** Leads on from an act that was done, and has it said there. */
    done: (path: string, act: DoneAct, count?: number) => reply.redirect(addDoneNotice(path, act, count), 303),
    refuse: (status: number, words?: { title: string; advice: string }) => refuse(inbox, reply, status, words),
  };
}

/** Makes the desk of routes that take forms. */
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

/** Answers who does not have the role of a part: it is not there, and who has it open is told. */
function turnAway(inbox: Inbox, { method, url }: FastifyRequest, reply: FastifyReply, roles: readonly Role[]) {
  // Everything leads to the first page that is not said to lead elsewhere.
  if (removeDoneNotice(url) === firstPage) return reply.redirect(firstPageOf(roles), 302);
  return method === 'POST' ? refuse(inbox, reply, 403, roleHasEnded) : refuse(inbox, reply, 404);
}

/** Where somebody begins. */
function firstPageOf(roles: readonly Role[]): string {
  return roles.includes('words') ? '/words' : roles.includes('people') ? '/people' : '/account';
}

const roleHasEnded = {
  title: 'This is not open to you any more',
  advice:
    'Your roles were changed while this page was open. Nothing was changed; go back with your browser to copy what you typed. Ask whoever looks after people for the role.',
};
