import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

const manifest = findPackageJSON(import.meta.url) ?? '';

/** Absolute path of the site: the folder of package.json, above the sources and above build/node/. */
export const siteDirectory = dirname(manifest);

/** The version of this software, as package.json has it. */
export const { version: release } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
