import { dirname } from 'node:path';

import { readContent } from './read-content.ts';

/** What the files of the content hold, read once. Builds have it instead of this module: see tooling/build/build-server.ts. */
export const { files } = readContent(dirname(import.meta.dirname));
