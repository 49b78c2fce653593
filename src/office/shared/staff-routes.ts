import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { ReactElement } from 'react';
import type { ActiveSession } from '../../accounts/sessions.ts';
import type { Role } from '../../accounts/roles.ts';
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts';
import type { Concern } from '../../enquiries/concerns.ts';
import { readCookie } from './cookies.ts';
import { groupFieldValues, getForm } from './form.ts';
import { acceptUploads, readNoUpload, type Upload, type UploadRules } from './uploads.ts';
import type { Navigation, Notice } from './page-context.ts';
import { homePath, formatSignInUrl, addDoneQuery, removeDoneQuery } from './return-path.ts';
import type { OfficeContext, PageSettings } from './office-context.tsx';
import { parseNotice, type DoneAction } from './notices.tsx';
import { sendError, type ErrorTexts } from './error-responses.tsx';

/** Key of the request decorator that is true for requests of signed-in or invited people: see `getDecorator`. */
export const isAuthenticatedKey = 'isAuthenticated';

/** Request of a signed-in person: their session, the parsed form, and functions that answer it. */
export type StaffRequest = ReturnType<typeof createStaffRequest>;

/** Settings of a page. Without `notice`, the page shows the one that its URL names. */
export interface StaffPageSettings extends Omit<PageSettings, 'currentUser'> {
  notice?: Notice | undefined;
}

/** Handles the request of a signed-in person; resolves to the sent reply. */
type StaffHandler = (request: StaffRequest) => Promise<FastifyReply>;

/** Returns a handler that asks for the passkey first, unless it was used in the last five minutes. */
export function requireRecentAuth(handler: StaffHandler): StaffHandler {
  return async (request) => request.promptReauthIfNeeded() ?? handler(request);
}

/** Where to return after signing in: a page, or, with `replayedFields`, a form posted there with these values. */
export interface ReturnTarget {
  returnPath: string;
  replayedFields?: Readonly<Record<string, string | readonly string[]>>;
}

/** Returns the target for a form whose sender has to sign in first. */
type GetReturnTarget = (form: URLSearchParams, request: FastifyRequest) => ReturnTarget;

/** Returns the form's own URL with all of its values. */
export const replayWholeForm: GetReturnTarget = (form, { url: returnPath }) => {
  return { returnPath, replayedFields: groupFieldValues(form) };
};

const returnHome: GetReturnTarget = () => ({ returnPath: homePath });

/**
 * Registrar of routes for signed-in people. There are no per-record permissions: everybody with the required role sees
 * and does the same.
 */
export interface StaffRoutes {
  /** For routes that need no session. */
  publicApp: FastifyInstance;
  get: (path: string, handler: StaffHandler) => void;
  /** Registers a route for a form. If it takes files, session and role are checked before its body is read. */
  post: (
    path: string,
    handler: StaffHandler,
    getReturnTarget?: GetReturnTarget,
    routeOptions?: { bodyLimit?: number; takesFiles?: UploadRules },
  ) => void;
}

/** Settings shared by the routes of a registrar. */
interface StaffRouteSettings {
  navigation: Navigation;
  /** Required role; undefined for routes of every signed-in person. */
  requiredRole: Role | undefined;
  /** Sends the sign-in page. */
  promptSignIn: (
    office: OfficeContext,
    reply: FastifyReply,
    returnTarget: ReturnTarget,
    reason: 'ended' | 'proof',
  ) => FastifyReply;
}

/** Request with its valid session. */
interface AuthenticatedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  session: ActiveSession;
  token: string;
  getReturnTarget: GetReturnTarget;
  upload: Upload;
}

function createStaffRequest(office: OfficeContext, settings: StaffRouteSettings, incoming: AuthenticatedRequest) {
  const { navigation, promptSignIn } = settings;
  const { request, reply, session, token, getReturnTarget, upload } = incoming;
  const { person, name: personName, signedInAt, roles } = session;
  const { url, headers, params } = request;
  const form = getForm(request);
  return {
    ...office,
    reply,
    url,
    headers,
    /** Value of `:id` in the path; empty if it has none. */
    id: (params as { id?: string }).id ?? '',
    /** Value of `:file` in the path. */
    fileId: (params as { file?: string }).file ?? '',
    searchParams: new URL(url, 'http://inbox.invalid').searchParams,
    /** Parsed form; empty if there was none. */
    form,
    upload,
    /** True if the form is replayed after signing in again: show it, save nothing. */
    isReplayed: form.get('resumed') === 'yes',
    /** E-mail address. */
    person,
    /** Name, or empty. */
    personName,
    /** Session token. */
    token,
    roles,
    signedInAt,
    /** Sends the passkey prompt, and returns the reply; null if the passkey was used in the last five minutes. */
    promptReauthIfNeeded(): FastifyReply | null {
      if (isRecentlyAuthenticated(session, office.now())) return null;
      const returnTarget =
        request.method === 'POST' ? getReturnTarget(form, request) : { returnPath: removeDoneQuery(url) };
      return promptSignIn(office, reply, returnTarget, 'proof');
    },
    /** Renders a page for the person, and sends it. */
    async sendPage(
      page: ReactElement,
      { notice: about = parseNotice(request), ...pageSettings }: StaffPageSettings = {},
    ): Promise<FastifyReply> {
      // No page can fill in the files of a form.
      const notice = about && form.get('files') ? { ...about, text: `${about.text} Choose the files again.` } : about;
      const counts = roles.includes('enquiries') ? await office.enquiries.readOfficeCounts(person) : undefined;
      const hold = await office.enquiries.getHold();
      const held = hold && [{ problem: 'mail: held' satisfies Concern, since: hold.since.toISOString() }];
      const alerts = held ?? (await office.enquiries.listAlerts());
      const names = await office.people.listNames();
      const hasOtherMail = office.config.isMailboxRead || (counts?.otherMail ?? 0) > 0;
      const folders = navigation.folders.filter(({ countKey }) => countKey !== 'otherMail' || hasOtherMail);
      const currentUser = { ...navigation, folders, person, personName, names, roles, counts, alerts, notice };
      return office.sendPage(reply, page, { ...pageSettings, currentUser });
    },
    /** Redirects with 303 to a path that shows the completed action. */
    redirectWithNotice: (path: string, action: DoneAction, ...counts: readonly number[]): FastifyReply =>
      reply.redirect(addDoneQuery(path, action, ...counts), 303),
    /** Sends an error page. */
    sendError: (status: number, errorTexts?: ErrorTexts) => sendError(office, reply, status, errorTexts),
  };
}

/** Returns a registrar whose routes require a session and, if one is given, a role. */
export function createStaffRoutes(
  publicApp: FastifyInstance,
  office: OfficeContext,
  settings: StaffRouteSettings,
): StaffRoutes {
  const { promptSignIn, requiredRole } = settings;
  const createRouteHandler =
    (handler: StaffHandler, getReturnTarget = returnHome, readUpload = readNoUpload): RouteHandlerMethod =>
    async (request, reply) => {
      const token = readCookie(request, 'session');
      const session = token === undefined ? null : await office.people.authenticateSession(token);
      if (token !== undefined && session !== null) {
        request.setDecorator<boolean>(isAuthenticatedKey, true);
        if (requiredRole !== undefined && !session.roles.includes(requiredRole))
          return refuseMissingRole(office, request, reply, session.roles);
        const upload = await readUpload(request, reply, true);
        const incoming = { request, reply, session, token, getReturnTarget, upload };
        return handler(createStaffRequest(office, settings, incoming));
      }
      await readUpload(request, reply, false);
      if (request.method === 'POST')
        return promptSignIn(office, reply, getReturnTarget(getForm(request), request), 'ended');
      return reply.redirect(formatSignInUrl(request.url), 302);
    };
  return {
    publicApp,
    get: (path, handler) => void publicApp.get(path, createRouteHandler(handler)),
    post: (path, handler, getReturnTarget, { takesFiles, ...routeOptions } = {}) =>
      void publicApp.register(async (app) => {
        const readUpload = takesFiles ? await acceptUploads(app, takesFiles) : readNoUpload;
        app.post(path, routeOptions, createRouteHandler(handler, getReturnTarget, readUpload));
      }),
  };
}

/** Redirects a person without the required role from the home page; else sends 404, or 403 for a form. */
function refuseMissingRole(
  office: OfficeContext,
  { method, url }: FastifyRequest,
  reply: FastifyReply,
  roles: readonly Role[],
): FastifyReply {
  // The default return path must work for every role.
  if (removeDoneQuery(url) === homePath) return reply.redirect(getHomePath(roles), 302);
  return method === 'POST' ? sendError(office, reply, 403, roleRevokedTexts) : sendError(office, reply, 404);
}

/** Returns the start page for these roles. */
function getHomePath(roles: readonly Role[]): string {
  return roles.includes('words') ? '/words' : roles.includes('people') ? '/people' : '/account';
}

const roleRevokedTexts = {
  title: 'This is not open to you any more',
  advice:
    'Your roles were changed while this page was open. Nothing was changed; go back with your browser to copy what you typed. Ask whoever looks after people for the role.',
};
