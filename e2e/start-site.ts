import '../process/production.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { freePort } from '../process/testing/free-port.ts';
import type { Replacements } from '../start/assemble-site.ts';
import { openBuiltPages } from '../start/built-pages.ts';
import { getInboxOrigin } from '../office/inbox-origin.ts';
import type { Core } from '../start/open-core.ts';
import { openSite, recordedLog } from '../start/testing/site-under-test.ts';

export interface Site extends Omit<Core, 'log'> {
  url: string;
  /** URL of the inbox, if the test asked for one. */
  inboxUrl: string;
  /** Folder of the .eml files. */
  mailFolder: string;
  /** Returns the server's log so far. */
  log(): string;
}

export interface SiteOptions {
  /** Environment variables of the server. */
  env: Record<string, string>;
  /** Adds an inbox, at http://localhost on its own port. */
  inbox: boolean;
  /** Parts of the server that a test replaces to simulate failures. */
  parts: Pick<Replacements, 'limits' | 'enquiries'>;
}

/**
 * Runs the built site on its own port, on an empty database, during `use`. Independent of the browser under test.
 * @param place build and port, for tests of several servers in succession
 */
export async function withSite(
  { env, inbox, parts }: SiteOptions,
  use: (site: Site) => Promise<void>,
  place = { build: resolve('build'), port: 0 },
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  const inboxPort = inbox ? { INBOX_PORT: `${await freePort()}` } : {};
  const own = { DATABASE_URL: `sqlite:${join(directory, 'site.db')}`, ...inboxPort, ...env };
  const office = inbox && { office: await loadOffice(place.build) };
  const replaced = { pages: await openBuiltPages(place.build), ...office, ...parts };
  const { core, config, openInbox, close, ...site } = await openSite(own, replaced, recordedLog(), place.port);
  core.start();
  const opened = await openInbox();

  await use({ ...core, ...site, inboxUrl: getInboxOrigin(config) ?? '', mailFolder: config.mailFolder });

  opened?.server.closeAllConnections();
  await opened?.close();
  await close();
  rmSync(directory, { recursive: true, force: true });
}

/** Imports the built office: Playwright would compile the JSX of its pages differently. */
function loadOffice(build: string): Promise<typeof import('../office/office.ts')> {
  return import(pathToFileURL(join(build, 'node/office/office.js')).href);
}
