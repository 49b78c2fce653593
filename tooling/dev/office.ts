import type { FastifyInstance } from 'fastify';

import { roles, type OpenSession } from '../../enquiries/core/people-store.ts';
import type { People } from '../../enquiries/core/people.ts';
import { keptScript, passkeyScript, styles } from '../../office/browser-files.ts';
import { openInbox } from '../../office/office.ts';
import { staticText } from '../../server/static-files.ts';
import { bundleEditor } from '../build/bundle-editor.ts';

const developer = 'developer@localhost';
/** In the place of a session's token, which is longer. */
const cookie = '__Host-session=developer';

/**
 * Opens the office with a person signed in who has every role and never has to show a passkey. A browser with a session of its own is
 * left alone, and so is the sign-in page. Only the development server loads this.
 */
export async function openSignedInOffice(parts: Parameters<typeof openInbox>[0]): Promise<FastifyInstance | undefined> {
  const { people } = parts;
  if (!(await people.people()).some(({ email }) => email === developer)) await people.invite(developer, roles);
  const signedIn = { ...people, session: openSession(people) };
  // At http://localhost alone, whatever address the settings give it.
  const app = await openInbox({ ...parts, people: signedIn, config: { ...parts.config, inboxUrl: undefined } });
  app?.server.prependListener('request', ({ url = '', headers }) => {
    if (url.startsWith('/sign-in') || headers.cookie?.includes('__Host-session=')) return;
    headers.cookie = [headers.cookie, cookie].filter(Boolean).join('; ');
  });
  return app;
}

function openSession(people: People): People['session'] {
  return async (token): Promise<OpenSession | null> => {
    if (!cookie.endsWith(`=${token}`)) return people.session(token);
    const now = new Date();
    return { person: developer, roles, signedInAt: now, lastSeenAt: now };
  };
}

/** Returns what the pages of the office load in a browser. The script of the editor stays as it is until the next start. */
export async function loadOfficeFiles() {
  const address = '/assets/editor-built.js';
  const files = new Map([[address, await staticText(address, await bundleEditor())]]);
  return { browserFiles: { keptScript, passkeyScript, styles }, files };
}
