import { extname } from 'node:path';
import * as renderer from '../../site/renderer.tsx';
import { listEnquirySubjects } from '../../content/enquiry-subjects.ts';
import * as words from '../../content/words.ts';
import type { Content } from '../../content/content-types.ts';
import type { ContentFiles } from '../../content/merge-content.ts';
import { assembleSite } from '../../start/assemble-site.ts';
import type { Pages } from '../../start/built-pages.ts';
import type { PageListener } from '../../server/page-handler.ts';
import { readConfig } from '../../start/config.ts';
import { isApiPath } from '../../server/api.ts';
import { beginForm } from '../../server/form-page.ts';
import { types } from '../../server/static-files.ts';
import { createLog, redactPath } from '../../process/log.ts';
import { assembleContent } from '../../content/assemble-content.ts';
import { findPageFault, createPreview } from '../../server/publication.ts';
import { icons } from '../build/icons.ts';
import { readLastChanges } from '../build/last-changes.ts';
import { loadOfficeFiles, openSignedInOffice } from './office.ts';

const browserCode = { entry: '/site/entry.client.ts', integrity: {} };

/** Opens the server, which renders each page on request. Vite runs this again after a change of any import. */
export async function openSite(prepare: (html: string) => string, explain: (fault: unknown) => string) {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const built = { code: browserCode, cards: [], lastChanges: readLastChanges('.') };
  const open = (of: typeof words | Content) => renderer.openSite(of, { ...config, ...built });
  const site = open(words);
  const preview = (of: Content) => createPreview(renderer, open(of), () => renderer.styles);
  const subjects = listEnquirySubjects(words);
  const paths = [...site.pages.map(({ path }) => path), ...Object.keys(renderer.files)];
  const answer = (path: string, state: Parameters<typeof renderer.renderPage>[2]) => {
    try {
      const { styles } = renderer;
      const text =
        renderer.files[path]?.(site, path) ??
        renderer.renderDocument(site, renderer.renderPage(site, path, state), { styles });
      return { html: prepare(text), hasFailed: false };
    } catch (fault) {
      return { html: explain(fault), hasFailed: true };
    }
  };
  const publication = { words, paths, files: new Map(), pageHeaders: {}, answer, preview };
  const previewOfFiles = (drafted: ContentFiles) => {
    const words = assembleContent(drafted, config);
    return { words, ...preview(words) };
  };
  const front: PageListener = (request, response, next) => {
    const { url = '', method = '' } = request;
    const [path = '/', query = ''] = url.split('?');
    if (!['GET', 'HEAD'].includes(method) || isApiPath(path)) return next();
    const icon = icons[path.slice(1)];
    const { html, hasFailed } = answer(path, { values: beginForm(query, subjects) });
    const status = hasFailed ? 500 : icon || paths.includes(path) ? 200 : 404;
    if (status === 404) log.info({ status, path: redactPath(path) }, 'unknown path');
    response.writeHead(status, { 'content-type': (status === 200 && types[extname(path)]) || types['.html'] });
    void Promise.resolve(icon?.()).then((drawn) => response.end(drawn ?? html));
  };
  const openPages = async (): Promise<Pages> => ({
    front,
    words: { current: () => publication, isBehind: () => false, look: async () => Infinity, stop: async () => {} },
    loadOfficeFiles: async () => ({ ...(await loadOfficeFiles()), preview: previewOfFiles }),
  });
  const { app, core, openInbox } = await assembleSite(config, log, {
    pages: {
      open: openPages,
      proveBy: () => async (drafted) =>
        findPageFault({ renderer, built, settings: config }, assembleContent(drafted, config)),
    },
    // Disabled in development.
    lock: () => {},
    overloadLimits: { delay: Infinity },
    office: { openInbox: openSignedInOffice },
  });
  // Building the editor's script takes a second, which no page waits for.
  const office = openInbox().catch((fault: unknown) => void explain(fault));
  app.addHook('onClose', core.close);
  app.addHook('onClose', async () => (await office)?.close());
  await app.ready();
  core.start();
  return app;
}
