import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContentFiles } from '../content/merge-content.ts';
import { assembleContent } from '../content/assemble-content.ts';
import { releaseFiles } from '../content/release-files.ts';
import type { OfficeSite } from '../office/shared/office-context.ts';
import {
  formatIssue,
  createInitialContent,
  type PublishedContent,
  type RenderCheck,
} from '../content/content-repository.ts';
import { extendPictureRetention } from '../content/pictures.ts';
import type { Config } from './config.ts';
import type { ApplicationCore } from './open-application-core.ts';
import { loadRenderer, createRenderCheck } from './render-check.ts';
import { createAssetFinder } from '../server/asset-finder.ts';
import { createDraftRenderer } from '../server/draft-renderer.ts';
import { followContent, type ContentFollower } from '../server/follow-content.ts';
import { createPageHandler, type ConnectMiddleware } from '../server/page-handler.ts';
import { createSiteRenderer, readBuildManifest } from '../server/rendered-site.ts';
import type { RendererModule } from '../server/render-pages.ts';
import { readBodiesByHash, readStaticFiles } from '../server/static-files.ts';
import { createAssetStorageJob } from '../server/asset-storage-job.ts';
import type { RepeatedJob } from '../process/repeated-job.ts';

/** The pages of the site, as the server serves them. */
export interface PageServices {
  /** Handler of every request before the routes: pages and files from memory, or the bundler's middleware. */
  pageHandler: ConnectMiddleware;
  /** Follower of the published content, stopped with the server. */
  contentFollower: ContentFollower;
  /** Job that stores assets for other releases while the server listens. */
  assetStoringJob?: RepeatedJob;
  /** Loads the browser files of the office. */
  loadOfficeFiles?: () => Promise<Omit<OfficeSite, 'loadNewestRevision'>>;
}

/** Source of the pages: a build, or a replacement of it. */
export interface PageSource {
  /** Rejects if the release's own content cannot be rendered. */
  openPages(core: ApplicationCore): Promise<PageServices>;
  /** Returns the check that content must pass before publication. */
  createRenderCheck?: (config: Config) => RenderCheck;
}

/** Loads the pages of a build, to render them with the published content. Rejects with a StartError without a build. */
export async function loadBuiltPages(buildDirectory: string): Promise<PageSource> {
  const renderer = await loadRenderer(buildDirectory);
  return {
    openPages: (core) => openPages(buildDirectory, renderer, core),
    createRenderCheck: (config) => createRenderCheck(config, buildDirectory),
  };
}

async function openPages(
  buildDirectory: string,
  renderer: RendererModule,
  core: ApplicationCore,
): Promise<PageServices> {
  const { config, log, contentRepository, revisionStore, showContent, assetStore } = core;
  const precompressed = readBodiesByHash(join(buildDirectory, 'packed'));
  const publish = createSiteRenderer({
    renderer,
    buildManifest: readBuildManifest(buildDirectory),
    settings: config,
    precompressed,
    onRenderError: (err) => log.error({ err }, 'a page failed'),
  });
  const builtFiles = readStaticFiles(join(buildDirectory, 'client'), precompressed);
  const createPreview = (files: ContentFiles) => {
    const content = assembleContent(files, config);
    return { content, ...contentFollower.getRenderedSite().createPreview(content) };
  };
  const renderDraft = createDraftRenderer({ ...core, createPreview });
  const pageHandler = createPageHandler(builtFiles, config, log, createAssetFinder(assetStore), renderDraft);
  const contentFollower = await followContent<PublishedContent>({
    contentRepository,
    releaseContent: createInitialContent(releaseFiles),
    async renderContent(published) {
      const { number: publication, differingFiles: differing } = published;
      const [schemaIssue] = publication > 0 ? await contentRepository.findSchemaIssues(published.files) : [];
      if (schemaIssue) throw new Error(formatIssue(schemaIssue));
      const pages = await publish(assembleContent(published.files, config), listPublishedChanges(published));
      if (publication > 0)
        log.info({ publication, differing }, 'showing published content; these files differ from the release');
      return pages;
    },
    serve(publication) {
      void showContent(publication.content);
      pageHandler.serve(publication);
    },
    log,
  });
  const assetStoringJob = createAssetStorageJob({
    blobStore: assetStore,
    files: builtFiles,
    renewPictures: (now) => extendPictureRetention(revisionStore, assetStore, now),
    log,
  });
  const loadOfficeFiles = async () => ({
    browserFiles: await loadBrowserFiles(buildDirectory),
    files: new Map([
      ...builtFiles,
      ...readStaticFiles(join(buildDirectory, 'office')),
      ...contentFollower.getRenderedSite().files,
    ]),
    createPreview,
  });
  return { pageHandler, contentFollower, assetStoringJob, loadOfficeFiles };
}

/** Returns the times of published changes for the sitemap, by file that differs from the release's. */
function listPublishedChanges({ differingFiles, lastChanges }: PublishedContent): Record<string, string> {
  const changes = Object.entries(lastChanges).filter(([file]) => differingFiles.includes(file));
  return Object.fromEntries(changes.map(([file, time]) => [`content/${file}`, time]));
}

async function loadBrowserFiles(buildDirectory: string): Promise<typeof import('../office/browser-files.ts')> {
  return import(/* @vite-ignore */ pathToFileURL(join(buildDirectory, 'server', 'office.js')).href);
}
