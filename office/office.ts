import type { FastifyInstance } from 'fastify';

import { getInboxOrigin, type InboxPlace } from './inbox-origin.ts';
import type { Role } from '../accounts/roles.ts';
import { findActivatedSocket } from '../process/socket-activation.ts';
import { explainPortError } from '../process/port-error.ts';
import { registerMethodNotAllowed } from '../server/base-app.ts';
import { shedOverload } from '../server/overload.ts';
import { registerAccountRoutes } from './auth/account.tsx';
import { createFailures } from './auth/passkey-form.tsx';
import { registerInvitationRoutes } from './auth/invitations.tsx';
import { registerPeopleRoutes } from './people/people.tsx';
import { askAgain, registerSignInRoutes } from './auth/sign-in.tsx';
import { createInboxApp } from './inbox-app.ts';
import { selectInboxFiles, registerInboxFiles } from './inbox-files.ts';
import { registerEnquiryActions } from './inbox/enquiry-actions.ts';
import { registerEnquiryRoute } from './inbox/enquiry.tsx';
import { registerEraseRoutes } from './inbox/erase.tsx';
import { registerExportRoutes } from './inbox/export.tsx';
import { folderLinks } from './inbox/folders.ts';
import { registerHistoryRoute } from './inbox/history.tsx';
import { registerListRoutes } from './inbox/list.tsx';
import { registerBulkActions } from './inbox/bulk-actions.ts';
import { createStaffRoutes, type StaffRoutes } from './shared/staff-routes.ts';
import { takeForms } from './shared/form.ts';
import type { Navigation } from './shared/page-context.ts';
import { createInbox, type InboxParts } from './shared/inbox.tsx';
import { refuse } from './shared/refusals.tsx';
import { registerEditRoutes } from './content/edit.tsx';
import { registerPublishRoutes, type WordsParts } from './content/publish.tsx';
import { registerContentRoutes } from './content/start.tsx';
import { registerVersionRoutes } from './content/versions.tsx';

/** Route registrars by required role. They refer to one another by URL only. */
const tasks: readonly (readonly [Role | undefined, readonly ((desk: StaffRoutes, words: WordsParts) => void)[]])[] = [
  [
    'enquiries',
    [
      registerListRoutes,
      registerEnquiryRoute,
      registerEnquiryActions,
      registerBulkActions,
      registerEraseRoutes,
      registerExportRoutes,
      registerHistoryRoute,
    ],
  ],
  ['words', [registerContentRoutes, registerEditRoutes, registerPublishRoutes, registerVersionRoutes]],
  ['people', [registerPeopleRoutes]],
  [undefined, [registerAccountRoutes]],
];

/** Links of the header. */
export const navigation: Navigation = {
  folders: folderLinks,
  furtherPages: [
    { to: '/words', title: 'Words', role: 'words' },
    { to: '/people', title: 'People', role: 'people' },
    { to: '/history', title: 'History', role: 'enquiries' },
    { to: '/account', title: 'Account' },
  ],
};

interface OfficeParts extends InboxParts, WordsParts {
  config: InboxParts['config'] & InboxPlace;
}

/**
 * Serves the inbox on its port, on loopback only, until it is closed. Resolves to undefined if no port is set; rejects
 * with a PortError if the port cannot be used.
 */
export async function openInbox(parts: OfficeParts): Promise<FastifyInstance | undefined> {
  const { config, log } = parts;
  const { inboxPort: port } = config;
  if (port === undefined) return undefined;
  const app = await buildInbox(parts);
  try {
    const fd = findActivatedSocket('website-inbox.socket');
    await app.listen({ host: '127.0.0.1', port, ...(fd !== undefined && { fd }) });
  } catch (fault) {
    await app.close();
    throw explainPortError(fault, 'INBOX_PORT');
  }
  log.info({ url: getInboxOrigin(config) }, 'inbox');
  return app;
}

/** Resolves to the inbox as a Fastify app that does not listen yet: call `listen` on loopback. */
export async function buildInbox(parts: InboxParts & WordsParts): Promise<FastifyInstance> {
  // Let the other files be garbage-collected.
  const inbox = createInbox({ ...parts, files: selectInboxFiles(parts.files) });
  const app = createInboxApp(inbox);
  await shedOverload(app, inbox.overloadLimits, (_request, reply) => refuse(inbox, reply, 503));
  const refuseTheRest = registerMethodNotAllowed(app, (_request, reply, taken) =>
    refuse(inbox, reply.header('allow', taken.join(', ')), 405),
  );
  const failures = createFailures();
  await registerInboxFiles(app, inbox);
  registerSignInRoutes(app, inbox, failures);
  registerInvitationRoutes(app, inbox, failures);
  app.register(async (forms) => {
    takeForms(forms);
    for (const [role, ofRole] of tasks) {
      const desk = createStaffRoutes(forms, inbox, { navigation, askAgain, role });
      for (const task of ofRole) task(desk, parts);
    }
  });
  // Routes in plugins (forms, JSON) are registered only now.
  await app.after();
  refuseTheRest();
  return app;
}
