import type { FastifyInstance } from 'fastify';
import { allRoles } from '../../src/accounts/roles.ts';
import type { PeopleRepository } from '../../src/accounts/people.ts';
import {
  draftScript,
  editingGuide,
  inboxScript,
  officeGuide,
  passkeyScript,
  styles,
} from '../../src/office/browser-files.ts';
import { startOfficeServer } from '../../src/office/office.ts';
import { createTextFile, readStaticFiles } from '../../src/server/static-files.ts';
import { buildEditorScript } from '../build/bundle-editor.ts';

const developer = 'developer@localhost';
/** Stands for a session's token, which is longer. */
const cookie = '__Host-session=developer';

/**
 * Opens the office at http://localhost only, signed in as a person with every role and never asked for a passkey. A
 * browser with its own session keeps it, and the sign-in page is unchanged. Only the development server loads this.
 */
export async function openSignedInOffice(
  dependencies: Parameters<typeof startOfficeServer>[0],
): Promise<FastifyInstance | undefined> {
  const { services } = dependencies;
  const { people } = services;
  if (!(await people.listPeople()).some(({ email }) => email === developer))
    await people.createInvitation(developer, allRoles);
  const authenticateSession: PeopleRepository['authenticateSession'] = async (token) => {
    const now = new Date();
    const account = { person: developer, personName: 'Developer', usesKeys: true, roles: allRoles };
    const signedIn = { ...account, signedInAt: now, lastSeenAt: now };
    return cookie.endsWith(`=${token}`) ? signedIn : people.authenticateSession(token);
  };
  const config = { ...services.config, officeUrl: undefined };
  const signedIn = { ...services, config, people: { ...people, authenticateSession } };
  const app = await startOfficeServer({ ...dependencies, services: signedIn });
  app?.server.prependListener('request', ({ url = '', headers }) => {
    if (url.startsWith('/sign-in') || headers.cookie?.includes('__Host-session=')) return;
    headers.cookie = [headers.cookie, cookie].filter(Boolean).join('; ');
  });
  return app;
}

/** Returns the files that the office's pages load. The editor's script stays the same until a restart. */
export async function loadOfficeFiles() {
  const url = '/assets/editor-built.js';
  const files = new Map([[url, await createTextFile(url, await buildEditorScript())]]);
  for (const [path, picture] of readStaticFiles('docs/pictures')) files.set(`/help${path}`, picture);
  // Vite names the fonts by their sources, which the office does not serve.
  for (const [path, font] of readStaticFiles('src/site/styles/generated')) files.set(`/assets${path}`, font);
  const officeStyles = styles.replaceAll('/src/site/styles/generated/', '/assets/');
  for (const [path, poster] of readStaticFiles('src/site/posters')) files.set(`/posters${path}`, poster);
  const scripts = { draftScript, inboxScript, passkeyScript };
  return { browserFiles: { ...scripts, editingGuide, officeGuide, styles: officeStyles }, files };
}
