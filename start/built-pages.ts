import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WordFiles } from '../content/merge-words.ts';
import { putTogether, readFiles } from '../content/put-together.ts';
import { files } from '../content/stored-words.ts';
import * as words from '../content/words.ts';
import type { InboxParts } from '../office/parts/inbox.tsx';
import type { EditorParts } from '../office/words/edited-words.ts';
import type { Core } from './open-core.ts';
import { StartError } from './explain.ts';
import { findAssets } from '../server/find-assets.ts';
import { followContactRecord, type FollowedRecord } from '../server/follow-contact-record.ts';
import { createFront, type FrontListener } from '../server/front.ts';
import { createPublish, readBuiltAssets, type Renderer } from '../server/publication.ts';
import { readPacked, readStaticFiles } from '../server/static-files.ts';
import { keepAssets, type KeptAssets } from '../server/keep-assets.ts';

type OfficeFiles = Pick<InboxParts, 'browserFiles' | 'files'> & Pick<EditorParts, 'preview'>;

/** What answers for the pages of a site. */
export interface Pages {
  front: FrontListener;
  record: FollowedRecord;
  keptAssets?: KeptAssets;
  /** What the pages of the office load in a browser. */
  loadOfficeFiles?: () => Promise<OfficeFiles>;
}

/** Where pages come from: the build, or what stands in its place. */
export interface PagesSource {
  /** The addresses of the pages. */
  paths: readonly string[];
  open(core: Core): Promise<Pages>;
}

/** The pages' part of a build. Rejects with a StartError where there is none. */
export async function loadRenderer(build: string): Promise<Renderer> {
  if (!existsSync(join(build, 'assets.json'))) throw new StartError('The site is not built yet. Run: npm run build');
  return import(pathToFileURL(join(build, 'server', 'index.js')).href);
}

/**
 * The pages of a build, every one with the words, settings and contact facts of now. Rejects with a StartError where there is no
 * build; to open them, with a PageFault where one fails.
 */
export async function builtPages(build: string): Promise<PagesSource> {
  const renderer = await loadRenderer(build);
  const paths = renderer.listPages(words).map(({ path }) => path);
  return { paths, open: (core) => openPages(build, renderer, core) };
}

async function openPages(
  build: string,
  renderer: Renderer,
  { config, log, contactSettings, assetStore }: Core,
): Promise<Pages> {
  const publish = createPublish({
    renderer,
    built: readBuiltAssets(build),
    settings: config,
    packed: readPacked(join(build, 'packed')),
    reportFault: (fault) => log.error({ err: fault }, 'a page failed'),
  });
  const stored = readStaticFiles(join(build, 'client'));
  const front = createFront(stored, config, log, findAssets(assetStore));
  const record = await followContactRecord({
    settings: contactSettings,
    publish: (contact) => publish(putTogether(files, { ...config, contact })),
    show: front.show,
    log,
  });
  const keptAssets = keepAssets({ store: assetStore, files: stored, log });
  const loadOfficeFiles = async () => ({
    browserFiles: await loadBrowserFiles(build),
    files: new Map([...stored, ...readStaticFiles(join(build, 'office'))]),
    preview(drafted: WordFiles) {
      const words = putTogether(readFiles(drafted, files), config);
      return { words, ...record.current().preview(words) };
    },
  });
  return { front, record, keptAssets, loadOfficeFiles };
}

async function loadBrowserFiles(build: string): Promise<typeof import('../office/browser-files.ts')> {
  return import(pathToFileURL(join(build, 'server', 'office.js')).href);
}
