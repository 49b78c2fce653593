import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WordFiles } from '../content/merge-words.ts';
import { putTogether } from '../content/put-together.ts';
import { files as released } from '../content/stored-words.ts';
import type { InboxParts } from '../office/parts/inbox.tsx';
import type { EditorParts } from '../office/words/preview.ts';
import { liveRelease, type Live } from '../office/words/live-words.ts';
import type { Core } from './open-core.ts';
import { StartError } from './explain.ts';
import { findAssets } from '../server/find-assets.ts';
import { followWords, type FollowedWords } from '../server/follow-words.ts';
import { createFront, type FrontListener } from '../server/front.ts';
import { createPublish, readBuiltAssets, type Renderer } from '../server/publication.ts';
import { readPacked, readStaticFiles } from '../server/static-files.ts';
import { keepAssets } from '../server/keep-assets.ts';
import type { Repeated } from '../server/repeat.ts';

type OfficeFiles = Pick<InboxParts, 'browserFiles' | 'files'> & Pick<EditorParts, 'preview'>;

/** What answers for the pages of a site. */
export interface Pages {
  front: FrontListener;
  words: FollowedWords;
  keptAssets?: Repeated;
  /** What the pages of the office load in a browser. */
  loadOfficeFiles?: () => Promise<OfficeFiles>;
}

/** Where pages come from: the build, or what stands in its place. */
export interface PagesSource {
  open(core: Core): Promise<Pages>;
}

/** The pages' part of a build. Rejects with a StartError where there is none. */
export async function loadRenderer(build: string): Promise<Renderer> {
  if (!existsSync(join(build, 'assets.json'))) throw new StartError('The site is not built yet. Run: npm run build');
  return import(pathToFileURL(join(build, 'server', 'index.js')).href);
}

/**
 * The pages of a build, every one with the words and settings of now. Rejects with a StartError where there is no build; to open
 * them, with a PageFault where one fails, and with a MisfitError where what was published does not fit.
 */
export async function builtPages(build: string): Promise<PagesSource> {
  const renderer = await loadRenderer(build);
  return { open: (core) => openPages(build, renderer, core) };
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
  const front = createFront(stored, config, log, findAssets(assetStore));
  const words = await followWords<Live>({
    words: liveWords,
    released: liveRelease(released),
    publish(live) {
      const { number: publication, differing } = live;
      if (live.isUnreadable) log.error({ publication }, 'what was published is no words: the release’s are shown');
      else if (publication > 0)
        log.info({ publication, differing }, 'the words come from a publication; the release differs in these files');
      return publish(putTogether(live.files, config), changesOf(live));
    },
    show(publication) {
      showWords(publication.words);
      front.show(publication);
    },
    log,
  });
  const keptAssets = keepAssets({ store: assetStore, files: stored, log });
  const loadOfficeFiles = async () => ({
    browserFiles: await loadBrowserFiles(build),
    files: new Map([...stored, ...readStaticFiles(join(build, 'office'))]),
    preview(drafted: WordFiles) {
      const others = putTogether(drafted, config);
      return { words: others, ...words.current().preview(others) };
    },
  });
  return { front, words, keptAssets, loadOfficeFiles };
}

/** When files have changed by publications, as the sitemap tells: where their words differ from those of the release. */
function changesOf({ differing, changed }: Live): Record<string, string> {
  const dated = Object.entries(changed).filter(([file]) => differing.includes(file));
  return Object.fromEntries(dated.map(([file, time]) => [`content/${file}`, time]));
}

async function loadBrowserFiles(build: string): Promise<typeof import('../office/browser-files.ts')> {
  return import(pathToFileURL(join(build, 'server', 'office.js')).href);
}
