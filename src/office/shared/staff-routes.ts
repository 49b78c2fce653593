import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import type { Role } from '../../accounts/roles.ts';
import { readCookie } from './cookies.ts';
import { sendError } from './error-responses.tsx';
import { getForm } from './form.ts';
import type { OfficeContext, OfficeExchange } from './office-context.ts';
import { homePath, formatSignInUrl, removeDoneQuery } from './return-path.ts';
import type { GetReturnTarget, StaffHandler, StaffRoutes } from './staff-request.ts';
import { acceptUploads, readNoUpload } from './uploads.ts';

/** Key of the request decorator that is true for requests of signed-in or invited people: see `getDecorator`. */
export const isAuthenticatedKey = 'isAuthenticated';

const returnHome: GetReturnTarget = () => ({ returnPath: homePath });

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
