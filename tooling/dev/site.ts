import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as renderer from '../../src/site/renderer.tsx';
import { listEnquirySubjects } from '../../src/content/enquiry-subjects.ts';
import * as releaseContent from '../../src/content/release-content.ts';
import type { Content } from '../../src/content/content-types.ts';
import { picturePathPrefix } from '../../src/content/picture-files.ts';
import type { ContentFiles } from '../../src/content/merge-content.ts';
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
import { findPageRenderError } from '../../src/server/rendered-site.ts';
import { createPreview } from '../../src/server/site-preview.ts';
import { iconGenerators } from '../build/icons.ts';
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
  const openSite = (content: Content) => renderer.createSite(content, { ...config, ...buildManifest });
  const site = openSite(releaseContent);
  const preview = (content: Content) => createPreview(renderer, openSite(content), () => renderer.styles);
  const subjects = listEnquirySubjects(releaseContent);
  const pagePaths = [...site.pages.map(({ path }) => path), ...Object.keys(renderer.generatedFiles)];
  const renderPage = (path: string, state: Parameters<typeof renderer.renderPage>[2]) => {
    try {
      const { styles } = renderer;
      const text =
        renderer.generatedFiles[path]?.(site, path) ??
        renderer.renderDocument(site, renderer.renderPage(site, path, state), { styles });
      return { html: injectReloadScript(text), hasFailed: false };
    } catch (error) {
      return { html: reportError(error), hasFailed: true };
    }
  };
  const shared = { files: new Map(), pageHeaders: {}, createPreview: preview };
  const renderedSite = { content: releaseContent, pagePaths, renderPage, ...shared };
  const previewOfFiles = (drafted: ContentFiles) => {
    const content = assembleContent(drafted, config);
    return { content, ...preview(content) };
  };
  const render = (path: string, query: string) =>
    renderPage(path, { formValues: createInitialValues(query, subjects) });
  const noPolling = { isBehind: () => false, pollNow: async () => Infinity, stop: async () => {} };
  const openPages = async ({ assetStore }: ApplicationCore): Promise<ServedPages> => ({
    pageHandler: createPageMiddleware(pagePaths, log, render, assetStore),
    contentFollower: { getRenderedSite: () => renderedSite, ...noPolling },
    loadOfficeFiles: async () => ({ ...(await loadOfficeFiles()), createPreview: previewOfFiles }),
  });
  const { app, core, openInbox } = await assembleApplication(config, log, {
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
  const office = openInbox().catch((error: unknown) => void reportError(error));
  app.addHook('onClose', core.close);
  app.addHook('onClose', async () => (await office)?.close());
  await app.ready();
  core.start();
  return app;
}

/** Returns the handler that renders each page on request, and sends the pictures of the checkout and of the store. */
function createPageMiddleware(
  pagePaths: readonly string[],
  log: Log,
  render: (path: string, query: string) => { html: string; hasFailed: boolean },
  assetStore: ApplicationCore['assetStore'],
): PageMiddleware {
  const findPicture = async (path: string) => {
    const exported = join('content/pictures', basename(path));
    return existsSync(exported) ? readFileSync(exported) : (await assetStore.readBodies(path)).get('identity');
  };
  return (request, response, next) => {
    const { url = '', method = '' } = request;
    const [path = '/', query = ''] = url.split('?');
    if (!['GET', 'HEAD'].includes(method) || isApiPath(path)) return next();
    const icon = iconGenerators[path.slice(1)];
    if (path.startsWith(picturePathPrefix)) {
      response.setHeader('content-type', mediaTypes[extname(path)] ?? '');
      return void findPicture(path).then((body) => response.writeHead(body ? 200 : 404).end(body));
    }
    const { html, hasFailed } = render(path, query);
    const status = hasFailed ? 500 : icon || pagePaths.includes(path) ? 200 : 404;
    if (status === 404) log.info({ status, path: redactPath(path) }, 'unknown path');
    const mediaType = (status === 200 && mediaTypes[extname(path)]) || mediaTypes['.html'];
    response.writeHead(status, { 'content-type': mediaType });
    void Promise.resolve(icon?.()).then((drawn) => response.end(drawn ?? html));
  };
}
