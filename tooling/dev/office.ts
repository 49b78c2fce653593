import type { FastifyInstance } from 'fastify';

import { roles } from '../../accounts/roles.ts';
import type { People } from '../../accounts/people.ts';
import { keptScript, passkeyScript, styles } from '../../office/browser-files.ts';
import { openInbox } from '../../office/office.ts';
import { createTextFile } from '../../server/static-files.ts';
import { buildEditorScript } from '../build/bundle-editor.ts';

const developer = 'developer@localhost';
/** Stands for a session's token, which is longer. */
const cookie = '__Host-session=developer';

/**
 * Opens the office at http://localhost only, signed in as a person with every role and never asked for a passkey. A
 * browser with its own session keeps it, and the sign-in page is unchanged. Only the development server loads this.
 */
export async function openSignedInOffice(parts: Parameters<typeof openInbox>[0]): Promise<FastifyInstance | undefined> {
  const { people } = parts;
  if (!(await people.people()).some(({ email }) => email === developer)) await people.invite(developer, roles);
  const session: People['session'] = async (token) => {
    const now = new Date();
    const signedIn = { person: developer, roles, signedInAt: now, lastSeenAt: now };
    return cookie.endsWith(`=${token}`) ? signedIn : people.session(token);
  };
  const config = { ...parts.config, inboxUrl: undefined };
  const app = await openInbox({ ...parts, config, people: { ...people, session } });
  app?.server.prependListener('request', ({ url = '', headers }) => {
    if (url.startsWith('/sign-in') || headers.cookie?.includes('__Host-session=')) return;
    headers.cookie = [headers.cookie, cookie].filter(Boolean).join('; ');
  });
  return app;
}

/** Returns the files that the office's pages load. The editor's script stays the same until a restart. */
export async function loadOfficeFiles() {
  const address = '/assets/editor-built.js';
  const files = new Map([[address, await createTextFile(address, await buildEditorScript())]]);
  return { browserFiles: { keptScript, passkeyScript, styles }, files };
}
