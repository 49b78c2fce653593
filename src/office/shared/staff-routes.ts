import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Role } from '../../accounts/roles.ts';
import { readCookie } from './cookies.ts';
import { sendError } from './error-responses.tsx';
import { groupFieldValues, getForm } from './form.ts';
import type { OfficeContext, OfficeExchange } from './office-context.ts';
import { homePath, formatSignInUrl, removeDoneQuery, type ReturnTarget } from './return-path.ts';
import type { StaffHandler } from './staff-request.ts';
import { acceptUploads, readNoUpload, type UploadRules } from './uploads.ts';

/** Key of the request decorator that is true for requests of signed-in or invited people: see `getDecorator`. */
export const isAuthenticatedKey = 'isAuthenticated';

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

/** Returns a registrar whose routes require a session and, if one is given, a role. */
export function createStaffRoutes(
  publicApp: FastifyInstance,
  office: OfficeContext,
  requiredRole: Role | undefined,
): StaffRoutes {
  const createRouteHandler =
    (handler: StaffHandler, getReturnTarget = returnHome, readUpload = readNoUpload): RouteHandlerMethod =>
    async (request, reply) => {
      const token = readCookie(request, 'session');
      const session = token === undefined ? null : await office.people.authenticateSession(token);
      if (token === undefined || session === null) {
        await readUpload(request, reply, false);
        if (request.method !== 'POST') return reply.redirect(formatSignInUrl(request.url), 302);
        return office.promptSignIn({ office, reply }, getReturnTarget(getForm(request), request), 'ended');
      }
      request.setDecorator<boolean>(isAuthenticatedKey, true);
      if (requiredRole !== undefined && !session.roles.includes(requiredRole))
        return refuseMissingRole({ office, reply }, session.roles);
      const upload = await readUpload(request, reply, true);
      const form = getForm(request);
      const isForm = request.method === 'POST';
      return handler({
        office,
        reply,
        session: { ...session, token },
        params: { id: '', file: '', ...Object(request.params) },
        query: new URL(request.url, 'http://inbox.invalid').searchParams,
        form,
        upload,
        returnTarget: isForm ? getReturnTarget(form, request) : { returnPath: removeDoneQuery(request.url) },
      });
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
function refuseMissingRole(exchange: OfficeExchange, roles: readonly Role[]): FastifyReply {
  const { reply } = exchange;
  const { method, url } = reply.request;
  // The default return path must work for every role.
  if (removeDoneQuery(url) === homePath) return reply.redirect(getHomePath(roles), 302);
  return method === 'POST' ? sendError(exchange, 403, roleRevokedTexts) : sendError(exchange, 404);
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
