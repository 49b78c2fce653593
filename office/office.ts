import type { FastifyInstance } from 'fastify';

import { inboxOrigin, type InboxPlace } from './inbox-origin.ts';
import type { Role } from '../accounts/roles.ts';
import { activatedSocket } from '../process/socket-activation.ts';
import { portError } from '../process/port-error.ts';
import { refuseOtherMethods } from '../server/base-app.ts';
import { shedOverload } from '../server/overload.ts';
import { account } from './auth/account.tsx';
import { createFailures } from './auth/ceremony.tsx';
import { invitations } from './auth/invitations.tsx';
import { people } from './people/people.tsx';
import { askAgain, signIn } from './auth/sign-in.tsx';
import { createInboxApp } from './inbox-app.ts';
import { filesForInbox, inboxFiles } from './inbox-files.ts';
import { enquiryActs } from './inbox/enquiry-acts.ts';
import { enquiry } from './inbox/enquiry.tsx';
import { erase } from './inbox/erase.tsx';
import { exports } from './inbox/export.tsx';
import { folderLinks } from './inbox/folders.ts';
import { history } from './inbox/history.tsx';
import { list } from './inbox/list.tsx';
import { severalActs } from './inbox/several-acts.ts';
import { createDesk, type Desk } from './shared/desk.ts';
import { takeForms } from './shared/form.ts';
import type { Navigation } from './shared/frame.ts';
import { createInbox, type InboxParts } from './shared/inbox.tsx';
import { refuse } from './shared/refusals.tsx';
import { edit } from './content/edit.tsx';
import { publish, type WordsParts } from './content/publish.tsx';
import { wordsStart } from './content/start.tsx';
import { versions } from './content/versions.tsx';

/** Each task of the office, with its page, by the role that it takes: none knows another but by its address. */
const tasks: readonly (readonly [Role | undefined, readonly ((desk: Desk, words: WordsParts) => void)[]])[] = [
  ['enquiries', [list, enquiry, enquiryActs, severalActs, erase, exports, history]],
  ['words', [wordsStart, edit, publish, versions]],
  ['people', [people]],
  [undefined, [account]],
];

/** Where the header leads. */
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
 * Serves the inbox on its port, to this machine alone, until it is closed; nothing where no port is set. Rejects with a PortError
 * where the port cannot be used.
 */
export async function openInbox(parts: OfficeParts): Promise<FastifyInstance | undefined> {
  const { config, log } = parts;
  const { inboxPort: port } = config;
  if (port === undefined) return undefined;
  const app = await buildInbox(parts);
  try {
    const fd = activatedSocket('website-inbox.socket');
    await app.listen({ host: '127.0.0.1', port, ...(fd !== undefined && { fd }) });
  } catch (fault) {
    await app.close();
    throw portError(fault, 'INBOX_PORT');
  }
  log.info({ url: inboxOrigin(config) }, 'inbox');
  return app;
}

/** Builds the HTTP surface of the inbox. Nothing listens yet: call `listen` on what it resolves to, on loopback. */
export async function buildInbox(parts: InboxParts & WordsParts): Promise<FastifyInstance> {
  // The other files need not stay in memory.
  const inbox = createInbox({ ...parts, files: filesForInbox(parts.files) });
  const app = createInboxApp(inbox);
  await shedOverload(app, inbox.overloadLimits, (_request, reply) => refuse(inbox, reply, 503));
  const refuseTheRest = refuseOtherMethods(app, (_request, reply, taken) =>
    refuse(inbox, reply.header('allow', taken.join(', ')), 405),
  );
  const failures = createFailures();
  await inboxFiles(app, inbox);
  signIn(app, inbox, failures);
  invitations(app, inbox, failures);
  app.register(async (forms) => {
    takeForms(forms);
    for (const [role, ofRole] of tasks) {
      const desk = createDesk(forms, inbox, { navigation, askAgain, role });
      for (const task of ofRole) task(desk, parts);
    }
  });
  // The routes that take forms or JSON are added only here.
  await app.after();
  refuseTheRest();
  return app;
}
