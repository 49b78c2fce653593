import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { findContentFaults } from './content-faults.ts';

// The pages' own modules before the indexes that gather them, so that a fault is reported where it stands.
const files = globSync('content/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
const ordered = files.sort(
  (a, b) => Number(a.endsWith('index.ts')) - Number(b.endsWith('index.ts')) || a.localeCompare(b),
);

const modules = await Promise.all(
  ordered.map(async (file) => ({
    file,
    exports: (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>,
  })),
);
const { pages } = await import('../app/routes.ts');
const addresses = new Set(pages.map(({ path }) => path));

const faults = findContentFaults(modules, addresses);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
