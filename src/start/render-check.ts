import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assembleContent } from '../content/assemble-content.ts';
import type { RenderCheck } from '../content/content-repository.ts';
import { packageDirectory } from '../process/package-info.ts';
import { findPageRenderError, readBuildManifest } from '../server/rendered-site.ts';
import type { RendererModule } from '../server/render-pages.ts';
import type { Config } from './config.ts';
import { StartError } from './start-errors.ts';

/** Loads the renderer of a build. Rejects with a StartError if there is none. */
export async function loadRenderer(buildDirectory: string): Promise<RendererModule> {
  if (!existsSync(join(buildDirectory, 'assets.json')))
    throw new StartError('The site is not built yet. Run: npm run build');
  return import(/* @vite-ignore */ pathToFileURL(join(buildDirectory, 'server', 'index.js')).href);
}

/** Returns a check that renders by the build, loaded on first use. It rejects with a StartError without a build. */
export function createRenderCheck(config: Config, buildDirectory = join(packageDirectory, 'build')): RenderCheck {
  return async (files) => {
    const renderer = await loadRenderer(buildDirectory);
    return findPageRenderError(
      { renderer, buildManifest: readBuildManifest(buildDirectory), settings: config },
      assembleContent(files, config),
    );
  };
}
