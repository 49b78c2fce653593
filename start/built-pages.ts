import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContentFiles } from '../content/merge-content.ts';
import { assembleContent } from '../content/assemble-content.ts';
import { files as released } from '../content/stored-words.ts';
import type { InboxParts } from '../office/shared/inbox.tsx';
import type { WordsParts } from '../office/content/publish.tsx';
import {
  formatIssue,
  createReleaseContent,
  type LiveContent,
  type CheckRendering,
} from '../content/content-repository.ts';
import type { Config } from './config.ts';
import type { Core } from './open-core.ts';
import { loadRenderer, createRenderCheck } from './render-check.ts';
import { findAssets } from '../server/find-assets.ts';
import { followContent, type FollowedContent } from '../server/follow-content.ts';
import { createPageHandler, type PageListener } from '../server/page-handler.ts';
import { createPublish, readBuiltAssets, type Renderer } from '../server/publication.ts';
import { readPacked, readStaticFiles } from '../server/static-files.ts';
import { keepAssets } from '../server/keep-assets.ts';
import type { ScheduledJob } from '../server/schedule.ts';

type OfficeFiles = Pick<InboxParts, 'browserFiles' | 'files'> & Pick<WordsParts, 'preview'>;

/** The page handler and content of a site. */
export interface Pages {
  front: PageListener;
  words: FollowedContent;
  keptAssets?: ScheduledJob;
  /** Loads the browser files of the office. */
  loadOfficeFiles?: () => Promise<OfficeFiles>;
}

/** Source of the pages: the build, or a replacement. */
export interface PagesSource {
  open(core: Core): Promise<Pages>;
  /** Returns the check that content must pass before publication. */
  proveBy?: (config: Config) => CheckRendering;
}

/**
 * The pages of a build, every one with the words and settings of now. Rejects with a StartError where there is no build; to open
 * them, with a PageFault where one fails with the release's own words.
 */
export async function openBuiltPages(build: string): Promise<PagesSource> {
  const renderer = await loadRenderer(build);
  return { open: (core) => openPages(build, renderer, core), proveBy: (config) => createRenderCheck(config, build) };
}

async function openPages(
  build: string,
  renderer: Renderer,
  { config, log, liveWords, showWords, assetStore }: Core,
): Promise<Pages> {
  const packed = readPacked(join(build, 'packed'));
  const publish = createPublish({
    renderer,
    built: readBuiltAssets(build),
    settings: config,
    packed,
    reportFault: (fault) => log.error({ err: fault }, 'a page failed'),
  });
  const stored = readStaticFiles(join(build, 'client'), packed);
  const front = createPageHandler(stored, config, log, findAssets(assetStore));
  const words = await followContent<LiveContent>({
    words: liveWords,
    released: createReleaseContent(released),
    async publish(live) {
      const { number: publication, differing } = live;
      const [misfit] = publication > 0 ? await liveWords.misfits(live.files) : [];
      if (misfit) throw new Error(formatIssue(misfit));
      const pages = await publish(assembleContent(live.files, config), changesOf(live));
      if (publication > 0)
        log.info({ publication, differing }, 'the words come from a publication; the release differs in these files');
      return pages;
    },
    show(publication) {
      void showWords(publication.words);
      front.show(publication);
    },
    log,
  });
  const keptAssets = keepAssets({ store: assetStore, files: stored, log });
  const loadOfficeFiles = async () => ({
    browserFiles: await loadBrowserFiles(build),
    files: new Map([...stored, ...readStaticFiles(join(build, 'office')), ...words.current().files]),
    preview(drafted: ContentFiles) {
      const others = assembleContent(drafted, config);
      return { words: others, ...words.current().preview(others) };
    },
  });
  return { front, words, keptAssets, loadOfficeFiles };
}

/** Returns the times of published changes by file, for the sitemap, for files that differ from the release's. */
function changesOf({ differing, changed }: LiveContent): Record<string, string> {
  const dated = Object.entries(changed).filter(([file]) => differing.includes(file));
  return Object.fromEntries(dated.map(([file, time]) => [`content/${file}`, time]));
}

async function loadBrowserFiles(build: string): Promise<typeof import('../office/browser-files.ts')> {
  return import(/* @vite-ignore */ pathToFileURL(join(build, 'server', 'office.js')).href);
}
