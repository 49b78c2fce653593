import type { FastifyInstance } from 'fastify';
import { shedOverload } from '../http/overload.ts';
import { account } from './account.ts';
import { createAttempts } from './attempts.ts';
import { contactFacts } from './contact-facts.ts';
import { enquiryActs } from './enquiry-acts.ts';
import { enquiryPage } from './enquiry-page.ts';
import { erase } from './erase.ts';
import { exported } from './export.ts';
import { folders } from './folders.ts';
import { history } from './history.ts';
import { createInboxApp, refuseOtherMethods } from './inbox-app.ts';
import { filesForInbox, inboxFiles } from './inbox-files.ts';
import type { InboxParts } from './inbox-parts.ts';
import { invitations } from './invitations.ts';
import { refuse } from './refusals.ts';
import { severalActs } from './several-acts.ts';
import { createInbox } from './show.ts';
import { signIn } from './sign-in.ts';
import { theme } from './theme.ts';

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
