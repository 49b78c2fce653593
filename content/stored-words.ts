import { dirname } from 'node:path';

import { asRead, readContentFiles } from './read-content.ts';

/** The files of the content, read once. Builds have their values instead of this module: see tooling/build/build-server.ts. */
export const files = asRead(readContentFiles(dirname(import.meta.dirname)));
