import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { putTogether } from '../content/put-together.ts';
import { files } from '../content/stored-words.ts';
import type { Composition } from './compose.ts';
import type { Config } from './config.ts';
import { StartError } from './explain.ts';
import { findAssets } from '../server/find-assets.ts';
import { followContactRecord, type FollowedRecord } from '../server/follow-contact-record.ts';
import { createFront, type Front } from '../server/front.ts';
import { createPublish, readBuiltAssets, type Renderer } from '../server/publication.ts';
import { readPacked } from '../server/stored-files.ts';
import { keepAssets, type KeptAssets } from '../server/keep-assets.ts';
import type { Log } from '../process/log.ts';

export interface Pages {
  front: Front;
  record: FollowedRecord;
  keptAssets: KeptAssets;
}

/** The pages' part of a build. Rejects with a StartError where there is none. */
export async function loadRenderer(build: string): Promise<Renderer> {
  if (!existsSync(join(build, 'assets.json'))) throw new StartError('The site is not built yet. Run: npm run build');
  return import(pathToFileURL(join(build, 'server', 'index.js')).href);
}

/** What the pages of the office load in a browser, as the build has it. */
export async function loadOfficeFiles(build: string): Promise<typeof import('../office/browser-files.ts')> {
  return import(pathToFileURL(join(build, 'server', 'office.js')).href);
}

/** Shows every page with the words, settings and contact facts of now. Rejects with a PageFault where one fails. */
export async function openPages(
  build: string,
  renderer: Renderer,
  { contactSettings, assetStore }: Pick<Composition, 'contactSettings' | 'assetStore'>,
  config: Config,
  log: Log,
): Promise<Pages> {
  const publish = createPublish({
    renderer,
    built: readBuiltAssets(build),
    settings: config,
    packed: readPacked(join(build, 'packed')),
    reportFault: (fault) => log.error({ err: fault }, 'a page failed'),
  });
  const front = createFront(build, config, log, findAssets(assetStore));
  const record = await followContactRecord({
    settings: contactSettings,
    publish: (contact) => publish(putTogether(files, { ...config, contact })),
    show: front.show,
    log,
  });
  return { front, record, keptAssets: keepAssets({ store: assetStore, assets: front.assets, log }) };
}
