import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

const manifest = findPackageJSON(import.meta.url) ?? '';

/** Absolute path of the folder of package.json, above the sources and above build/node/. */
export const packageDirectory = dirname(manifest);

export const { version: packageVersion } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
