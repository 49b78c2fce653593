import { packageDirectory } from '../process/package-info.ts';
import { loadValidContent } from './read-content.ts';

/** The content files of the release, read once. Builds inline them instead: see tooling/build/build-server.ts. */
export const { files: releaseFiles } = loadValidContent(packageDirectory);
