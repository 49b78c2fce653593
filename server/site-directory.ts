import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Where the site is: beside package.json, which lies above the sources and above build/node/ alike. An absolute path. */
export const siteDirectory = dirname(findPackageJSON(import.meta.url) ?? '');
