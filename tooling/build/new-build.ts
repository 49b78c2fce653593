/** The folder that a build writes, which becomes `build/` once it is complete. */
export const newBuild = '.build.new';
