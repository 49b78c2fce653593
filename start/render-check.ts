import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assembleContent } from '../content/assemble-content.ts';
import type { CheckRendering } from '../content/content-repository.ts';
import { siteDirectory } from '../process/site-directory.ts';
import { findPageFault, readBuiltAssets, type Renderer } from '../server/publication.ts';
import type { Config } from './config.ts';
import { StartError } from './explain.ts';

/** Loads the renderer of a build. Rejects with a StartError if there is none. */
export async function loadRenderer(build: string): Promise<Renderer> {
  if (!existsSync(join(build, 'assets.json'))) throw new StartError('The site is not built yet. Run: npm run build');
  return import(/* @vite-ignore */ pathToFileURL(join(build, 'server', 'index.js')).href);
}

/** Returns a check by the build, loaded with the first. Rejects with a StartError without a build. */
export function createRenderCheck(config: Config, build = join(siteDirectory, 'build')): CheckRendering {
  return async (files) => {
    const renderer = await loadRenderer(build);
    return findPageFault({ renderer, built: readBuiltAssets(build), settings: config }, assembleContent(files, config));
  };
}
