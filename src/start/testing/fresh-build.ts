import { join } from 'node:path';
import { isBuildStale } from '../../../tooling/build/build-inputs.ts';
import { packageDirectory } from '../../process/package-info.ts';

/** Returns the folder of the build, for a test of it. Throws if the build was made from other files than those of now. */
export function findFreshBuild(): string {
  if (isBuildStale(packageDirectory)) throw new Error('The build is older than the sources. Run: npm run build');
  return join(packageDirectory, 'build');
}
