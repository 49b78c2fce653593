import type { FastifyInstance } from 'fastify';
import { shedOverload } from '../server/overload.ts';
import { account } from './door/account.ts';
import { createAttempts } from './door/attempts.ts';
import { contactFacts } from './words/contact-facts.ts';
import { enquiryActs } from './inbox/enquiry-acts.ts';
import { enquiryPage } from './inbox/enquiry-route.ts';
import { erase } from './inbox/erase.ts';
import { exported } from './inbox/export.ts';
import { folders } from './inbox/folders.ts';
import { history } from './inbox/history.ts';
import { createInboxApp, refuseOtherMethods } from './inbox-app.ts';
import { filesForInbox, inboxFiles } from './inbox-files.ts';
import type { InboxParts } from './inbox-parts.ts';
import { invitations } from './door/invitations.ts';
import { refuse } from './parts/refusals.ts';
import { severalActs } from './inbox/several-acts.ts';
import { createInbox } from './parts/show.ts';
import { signIn } from './door/sign-in.ts';
import { theme } from './parts/theme.ts';

/** Builds the HTTP surface of the inbox. Nothing listens yet: call `listen` on what it resolves to, on loopback. */
export async function buildInbox(parts: InboxParts): Promise<FastifyInstance> {
  // The others need not stay in memory.
  const inbox = createInbox({ ...parts, files: filesForInbox(parts.files) });
  const app = createInboxApp(inbox);
  await shedOverload(app, inbox.overloadLimits, (_request, reply) => refuse(inbox, reply, 503));
  const refuseTheRest = refuseOtherMethods(inbox, app);
  const attempts = createAttempts();
  inboxFiles(app, inbox);
  signIn(app, inbox, attempts);
  invitations(app, inbox, attempts);
  folders(app, inbox);
  enquiryPage(app, inbox);
  enquiryActs(app, inbox);
  severalActs(app, inbox);
  erase(app, inbox);
  contactFacts(app, inbox);
  exported(app, inbox);
  history(app, inbox);
  account(app, inbox);
  theme(app);
  // The routes that take forms or JSON are added only here.
  await app.after();
  refuseTheRest();
  return app;
}
