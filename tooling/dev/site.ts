import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import * as renderer from '../../src/site/renderer.tsx';
import { listEnquirySubjects } from '../../src/content/enquiry-subjects.ts';
import * as releaseContent from '../../src/content/release-content.ts';
import { picturePathPrefix } from '../../src/content/picture-files.ts';
import { assembleApplication } from '../../src/start/assemble-application.ts';
import type { PageServices } from '../../src/start/built-pages.ts';
import type { ApplicationCore } from '../../src/start/open-application-core.ts';
import type { ConnectMiddleware } from '../../src/server/page-handler.ts';
import { readConfig } from '../../src/start/config.ts';
import { isApiPath } from '../../src/server/api.ts';
import { contactFormPath, createInitialFormValues } from '../../src/server/form-page.ts';
import { mediaTypes } from '../../src/server/static-files.ts';
import { createLog, type Log, redactPath } from '../../src/process/log.ts';
import { assembleContent } from '../../src/content/assemble-content.ts';
import { createSiteRenderer, findPageRenderError, type RenderedSite } from '../../src/server/rendered-site.ts';
import { readLastChanges } from '../build/last-changes.ts';
import { loadOfficeFiles, openSignedInOffice } from './office.ts';

/** Each page gets all styles: only a build takes the rules apart. */
const stylesheet = {
  rules: [{ unconditionalCss: renderer.styles }],
  documentParts: [],
  keyframes: {},
  variables: {},
  islandSelectors: [],
};

/** Opens the server with all pages rendered. Vite runs this again after a change of any import. */
export async function openDevelopmentSite(
  injectReloadScript: (html: string) => string,
  reportError: (error: unknown) => void,
) {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const code = { entry: '/src/site/entry.client.ts', integrity: {} };
  const lastChanges = readLastChanges('.');
  const buildManifest = { build: '', code, cards: [], lastChanges, stylesheet, insertedStyles: [] };
  const input = { renderer, buildManifest, settings: config };
  const renderedSite = await createSiteRenderer({ ...input, onRenderError: reportError })(releaseContent);
  const noPolling = { isBehind: () => false, pollNow: async () => Infinity, stop: async () => {} };
  const openPages = async ({ assetStore }: ApplicationCore): Promise<PageServices> => ({
    pageHandler: createPageMiddleware(renderedSite, injectReloadScript, log, assetStore),
    contentFollower: { getRenderedSite: () => renderedSite, ...noPolling },
    loadOfficeFiles: async () => ({
      ...(await loadOfficeFiles()),
      createPreview(files) {
        const content = assembleContent(files, config);
        return { content, ...renderedSite.createPreview(content) };
      },
    }),
  });
  const { app, core, openOffice } = await assembleApplication(config, log, {
    pages: {
      openPages,
      createRenderCheck: () => async (drafted) => findPageRenderError(input, assembleContent(drafted, config)),
    },
    // Disabled in development.
    lock: () => {},
    overloadLimits: { maxEventLoopDelay: Infinity },
    office: { startOfficeServer: openSignedInOffice },
  });
  // Building the editor's script takes a second, which no page waits for.
  const office = openOffice().catch(reportError);
  app.addHook('onClose', core.close);
  app.addHook('onClose', async () => (await office)?.close());
  await app.ready();
  core.start();
  return app;
}

/** Returns the handler that sends pages and generated files, and the pictures of the checkout and of the store. */
function createPageMiddleware(
  { content, files, renderPage }: RenderedSite,
  injectReloadScript: (html: string) => string,
  log: Log,
  assetStore: ApplicationCore['assetStore'],
): ConnectMiddleware {
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
    const status = files.has(path) ? 200 : 404;
    const file = files.get(path) ?? files.get('/404.html');
    const formPage =
      path === contactFormPath && renderPage(path, { formValues: createInitialFormValues(query, subjects) });
    const text = formPage ? formPage.html : String(file?.variants.get('identity')?.body);
    if (status === 404) log.info({ status, path: redactPath(path) }, 'unknown path');
    response.writeHead(status, { 'content-type': file?.mediaType }).end(injectReloadScript(text));
  };
}
