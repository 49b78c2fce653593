import '../src/process/set-production-mode.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { findFreePort } from '../src/process/testing/find-free-port.ts';
import type { ApplicationOverrides } from '../src/start/assemble-application.ts';
import { loadBuiltPages } from '../src/start/built-pages.ts';
import { findOfficeOrigin } from '../src/office/office-origin.ts';
import type { ApplicationCore } from '../src/start/open-application-core.ts';
import { openTestServer, createRecordedLog } from '../src/start/testing/test-server.ts';

export interface RunningSite extends Omit<ApplicationCore, 'log'> {
  url: string;
  /** URL of the office, if the test asked for one. */
  officeUrl: string;
  /** Folder of the .eml files. */
  mailFolder: string;
  /** Returns the server's log so far. */
  log(): string;
}

export interface SiteOptions {
  /** Environment variables of the server. */
  env: Record<string, string>;
  /** Adds an office, at http://localhost on its own port. */
  hasOffice: boolean;
  /** Parts of the server that a test replaces to simulate failures. */
  replacements: Pick<ApplicationOverrides, 'submissionLimits' | 'enquiries'>;
}

/**
 * Runs the built site on its own port, on an empty database, during `use`. Independent of the browser under test.
 * @param place build and port, for tests of several servers in succession
 */
export async function runWithSite(
  { env, hasOffice, replacements }: SiteOptions,
  use: (site: RunningSite) => Promise<void>,
  instance = { build: resolve('build'), port: 0 },
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  const officePort = hasOffice ? { INBOX_PORT: `${await findFreePort()}` } : {};
  const own = { DATABASE_URL: `sqlite:${join(directory, 'site.db')}`, ...officePort, ...env };
  const office = hasOffice && { office: await loadOffice(instance.build) };
  const replaced = { pages: await loadBuiltPages(instance.build), ...office, ...replacements };
  const { core, config, openOffice, close, ...site } = await openTestServer(
    own,
    replaced,
    createRecordedLog(),
    instance.port,
  );
  core.start();
  const opened = await openOffice();

  await use({ ...core, ...site, officeUrl: findOfficeOrigin(config) ?? '', mailFolder: config.mailFolder });

  opened?.server.closeAllConnections();
  await opened?.close();
  await close();
  rmSync(directory, { recursive: true, force: true });
}

/** Imports the built office: Node runs no JSX. */
function loadOffice(build: string): Promise<typeof import('../src/office/office.ts')> {
  return import(pathToFileURL(join(build, 'node/office/office.js')).href);
}
