import { dirname } from 'node:path';

import { readContent } from './read-content.ts';

/** The content files, read once. Builds inline them in place of this module: see tooling/build/build-server.ts. */
export const { files } = readContent(dirname(import.meta.dirname));
