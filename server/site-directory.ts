import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Where package.json and the build are. The server runs from its sources or from build/node/: both lie somewhere below. */
export const siteDirectory = findSiteDirectory();

function findSiteDirectory(): string {
  const file = findPackageJSON(import.meta.url);
  if (file === undefined) throw new Error('There is no package.json above the server');
  return dirname(file);
}
