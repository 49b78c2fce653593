/** Folder that a build writes to. It becomes `build/` when complete. */
export const newBuildDirectory = '.build.new';
