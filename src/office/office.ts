import type { FastifyInstance } from 'fastify';
import { findOfficeOrigin } from './office-origin.ts';
import type { Role } from '../accounts/roles.ts';
import { findActivatedSocketDescriptor } from '../process/socket-activation.ts';
import { toPortError } from '../process/port-error.ts';
import { registerMethodNotAllowed } from '../server/base-app.ts';
import { registerLoadShedding, type OverloadThresholds } from '../server/load-shedding.ts';
import { registerAccountRoutes } from './auth/account.tsx';
import { createFailureLimit } from './auth/passkey-form.tsx';
import { registerInvitationRoutes } from './auth/invitations.tsx';
import { registerPeopleRoutes } from './people/people.tsx';
import { promptSignIn, registerSignInRoutes } from './auth/sign-in.tsx';
import { createOfficeApp } from './office-app.ts';
import { selectOfficeFiles, registerStaticFiles } from './static-files.ts';
import { registerAddEnquiryRoutes } from './inbox/add-enquiry.tsx';
import { registerEnquiryActions } from './inbox/enquiry-actions.ts';
import { registerEnquiryPageRoute } from './inbox/enquiry.tsx';
import { registerEraseRoutes } from './inbox/erase.tsx';
import { registerExportRoutes } from './inbox/export.tsx';
import { registerFileRoutes } from './inbox/files.tsx';
import { folderLinks, otherMailHeaderLink } from './inbox/folders.ts';
import { registerHistoryRoute } from './inbox/history.tsx';
import { registerHelpRoutes } from './help.tsx';
import { registerEnquiryListRoutes } from './inbox/list.tsx';
import { actionNotices } from './inbox/office-actions.ts';
import { registerOtherMailRoutes } from './inbox/other-mail.tsx';
import { registerBulkActions } from './inbox/bulk-actions.ts';
import { createStaffRoutes } from './shared/staff-routes.ts';
import { acceptForms } from './shared/form.ts';
import type { Navigation } from './shared/page-context.ts';
import type { OfficeContext, OfficeServices, OfficeSite } from './shared/office-context.ts';
import { renderPage } from './shared/send-page.tsx';
import { sendError } from './shared/error-responses.tsx';
import { registerStatisticsRoutes } from './statistics/statistics.tsx';
import { registerEditorRoutes } from './content/editor-page.tsx';
import { registerPublishRoutes } from './content/publish.tsx';
import { registerContentRoutes } from './content/content-routes.tsx';
import { registerRevisionRoutes } from './content/revision-pages.tsx';
import { registerFieldHistoryRoutes } from './content/field-history.tsx';
import { registerUndoRoutes } from './content/undo.tsx';
import type { StaffRoutes } from './shared/staff-request.ts';

/** Route registrars by required role. They refer to one another by URL only. */
const registrarsByRole: readonly (readonly [Role | undefined, readonly ((routes: StaffRoutes) => void)[]])[] = [
  [
    'enquiries',
    [
      registerEnquiryListRoutes,
      registerEnquiryPageRoute,
      registerEnquiryActions,
      registerBulkActions,
      registerFileRoutes,
      registerEraseRoutes,
      registerExportRoutes,
      registerHistoryRoute,
      registerOtherMailRoutes,
      registerAddEnquiryRoutes,
    ],
  ],
  [
    'content',
    [
      registerContentRoutes,
      registerEditorRoutes,
      registerFieldHistoryRoutes,
      registerPublishRoutes,
      registerRevisionRoutes,
      registerUndoRoutes,
    ],
  ],
  ['people', [registerPeopleRoutes]],
  [undefined, [registerStatisticsRoutes, registerAccountRoutes, registerHelpRoutes]],
];

/** Links in the header of the office. */
export const navigation: Navigation = {
  folders: [...folderLinks, otherMailHeaderLink],
  furtherPages: [
    { path: '/content', title: 'Content', role: 'content' },
    { path: '/statistics', title: 'Statistics' },
    { path: '/people', title: 'People', role: 'people' },
    { path: '/history', title: 'History', role: 'enquiries' },
    { path: '/account', title: 'Account' },
    { path: '/help', title: 'Help' },
  ],
};

/** What the office is built from. */
export interface OfficeDependencies {
  services: OfficeServices;
  site: OfficeSite;
  /** Replaced in tests that cannot wait for the usual limits. */
  overloadLimits?: Partial<OverloadThresholds> | undefined;
  /** Replaced in tests that check the props of a page. */
  renderPage?: OfficeContext['renderPage'];
}

/**
 * Starts the office on its port, on loopback only. Resolves to undefined if no port is set; rejects with a PortError if
 * the port cannot be used.
 */
export async function startOfficeServer(dependencies: OfficeDependencies): Promise<FastifyInstance | undefined> {
  const { config, log } = dependencies.services;
  const { officePort: port } = config;
  if (port === undefined) return undefined;
  const app = await createOfficeServer(dependencies);
  try {
    const fd = findActivatedSocketDescriptor('website-inbox.socket');
    await app.listen({ host: '127.0.0.1', port, ...(fd !== undefined && { fd }) });
  } catch (error) {
    await app.close();
    throw toPortError(error, 'INBOX_PORT');
  }
  log.info({ url: findOfficeOrigin(config) }, 'office');
  return app;
}

/** Resolves to the office as a Fastify app that does not listen yet: call `listen` on loopback. */
export async function createOfficeServer(dependencies: OfficeDependencies): Promise<FastifyInstance> {
  const { services, overloadLimits } = dependencies;
  // Let the other files be garbage-collected.
  const site = { ...dependencies.site, files: selectOfficeFiles(dependencies.site.files) };
  const texts = { navigation, actionNotices };
  const office = { ...services, site, ...texts, promptSignIn, renderPage: dependencies.renderPage ?? renderPage };
  const app = createOfficeApp(office);
  await registerLoadShedding(app, overloadLimits, (_request, reply) => sendError({ office, reply }, 503));
  const registerRemainingMethods = registerMethodNotAllowed(app, (_request, reply, allowedMethods) =>
    sendError({ office, reply: reply.header('allow', allowedMethods.join(', ')) }, 405),
  );
  const failureLimit = createFailureLimit();
  await registerStaticFiles(app, site);
  registerSignInRoutes(app, office, failureLimit);
  registerInvitationRoutes(app, office, failureLimit);
  app.register(async (formRoutes) => {
    acceptForms(formRoutes);
    for (const [requiredRole, registrars] of registrarsByRole) {
      const routes = createStaffRoutes(formRoutes, office, requiredRole);
      for (const registerRoutes of registrars) registerRoutes(routes);
    }
  });
  // Routes in plugins (forms, JSON) are registered only now.
  await app.after();
  registerRemainingMethods();
  return app;
}
