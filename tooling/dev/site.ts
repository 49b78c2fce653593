import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as renderer from '../../src/site/renderer.tsx';
import { listEnquirySubjects } from '../../src/content/enquiry-subjects.ts';
import * as releaseContent from '../../src/content/release-content.ts';
import type { Content } from '../../src/content/content-models.ts';
import { picturePathPrefix } from '../../src/content/picture-files.ts';
import { assembleApplication } from '../../src/start/assemble-application.ts';
import type { ServedPages } from '../../src/start/built-pages.ts';
import type { ApplicationCore } from '../../src/start/open-application-core.ts';
import type { PageMiddleware } from '../../src/server/page-handler.ts';
import { readConfig } from '../../src/start/config.ts';
import { isApiPath } from '../../src/server/api.ts';
import { createInitialValues } from '../../src/server/form-page.ts';
import { mediaTypes } from '../../src/server/static-files.ts';
import { createLog, type Log, redactPath } from '../../src/process/log.ts';
import { assembleContent } from '../../src/content/assemble-content.ts';
import { findPageRenderError, type RenderedSite } from '../../src/server/rendered-site.ts';
import { createPreview } from '../../src/server/site-preview.ts';
import type { PageState, Site } from '../../src/site/routes.ts';
import { readLastChanges } from '../build/last-changes.ts';
import { loadOfficeFiles, openSignedInOffice } from './office.ts';

const browserCode = { entry: '/src/site/entry.client.ts', integrity: {} };

/** Opens the server, which renders each page on request. Vite runs this again after a change of any import. */
export async function openDevelopmentSite(
  injectReloadScript: (html: string) => string,
  reportError: (error: unknown) => string,
): Promise<FastifyInstance> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const buildManifest = { code: browserCode, cards: [], lastChanges: readLastChanges('.') };
  const site = renderer.createSite(releaseContent, { ...config, ...buildManifest });
  const createPreviewOf = (content: Content) =>
    createPreview(renderer, renderer.createSite(content, { ...config, ...buildManifest }), () => renderer.styles);
  const renderPage: RenderedSite['renderPage'] = (path, state) => {
    try {
      return { html: injectReloadScript(renderText(site, path, state)), hasFailed: false };
    } catch (error) {
      return { html: reportError(error), hasFailed: true };
    }
  };
  const renderedSite: RenderedSite = {
    content: releaseContent,
    pagePaths: [...site.pages.map(({ path }) => path), ...Object.keys(renderer.generatedFiles)],
    files: new Map(),
    pageHeaders: {},
    renderPage,
    createPreview: createPreviewOf,
  };
  const noPolling = { isBehind: () => false, pollNow: async () => Infinity, stop: async () => {} };
  const openPages = async ({ assetStore }: ApplicationCore): Promise<ServedPages> => ({
    pageHandler: createPageMiddleware(renderedSite, log, assetStore),
    contentFollower: { getRenderedSite: () => renderedSite, ...noPolling },
    loadOfficeFiles: async () => ({
      ...(await loadOfficeFiles()),
      createPreview(files) {
        const content = assembleContent(files, config);
        return { content, ...createPreviewOf(content) };
      },
    }),
  });
  const { app, core, openOffice } = await assembleApplication(config, log, {
    pages: {
      openPages,
      createRenderCheck: () => async (drafted) =>
        findPageRenderError({ renderer, buildManifest, settings: config }, assembleContent(drafted, config)),
    },
    // Disabled in development.
    lock: () => {},
    overloadLimits: { maxEventLoopDelay: Infinity },
    office: { startOfficeServer: openSignedInOffice },
  });
  // Building the editor's script takes a second, which no page waits for.
  const office = openOffice().catch((error: unknown) => void reportError(error));
  app.addHook('onClose', core.close);
  app.addHook('onClose', async () => (await office)?.close());
  await app.ready();
  core.start();
  return app;
}

/** Renders a page or a generated file of the site. */
function renderText(site: Site, path: string, state: PageState): string {
  const renderFile = renderer.generatedFiles[path];
  if (renderFile) return renderFile(site, path);
  const document = renderer.renderDocument(site, renderer.renderPage(site, path, state));
  return renderer.completeDocument(document, renderer.styles);
}

/** Returns the handler that renders each page on request, and sends the pictures of the checkout and of the store. */
function createPageMiddleware(
  { content, pagePaths, renderPage }: RenderedSite,
  log: Log,
  assetStore: ApplicationCore['assetStore'],
): PageMiddleware {
  const subjects = listEnquirySubjects(content);
  const findPicture = async (path: string) => {
    const exported = join('content/pictures', basename(path));
    return existsSync(exported) ? readFileSync(exported) : (await assetStore.readBodies(path)).get('identity');
  };
  return (request, response, next) => {
    const { url = '', method = '' } = request;
    const [path = '/', query = ''] = url.split('?');
    if (!['GET', 'HEAD'].includes(method) || isApiPath(path)) return next();
    if (path.startsWith(picturePathPrefix)) {
      response.setHeader('content-type', mediaTypes[extname(path)] ?? '');
      return void findPicture(path).then((body) => response.writeHead(body ? 200 : 404).end(body));
    }
    const { html, hasFailed } = renderPage(path, { formValues: createInitialValues(query, subjects) });
    const status = hasFailed ? 500 : pagePaths.includes(path) ? 200 : 404;
    if (status === 404) log.info({ status, path: redactPath(path) }, 'unknown path');
    const mediaType = (status === 200 && mediaTypes[extname(path)]) || mediaTypes['.html'];
    response.writeHead(status, { 'content-type': mediaType }).end(html);
  };
}
