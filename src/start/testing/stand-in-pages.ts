import * as content from '../../content/release-content.ts';
import type { ContentFollower } from '../../server/follow-content.ts';
import type { PageServices, PageSource } from '../built-pages.ts';
import type { RenderedSite } from '../../server/rendered-site.ts';

/** Returns stand-in content. By default its pages return what they received. */
export function standInContent(renderPage: RenderedSite['renderPage'] = echoRequest): ContentFollower {
  const publication: RenderedSite = {
    content,
    pagePaths: [],
    files: new Map(),
    pageHeaders: {},
    renderPage,
    createPreview,
  };
  return { getRenderedSite: () => publication, isBehind: () => false, pollNow: async () => 0, stop: async () => {} };
}

const createPreview = () => ({
  pagePaths: [],
  renderPage: () => '',
  renderStyledPage: () => ({ html: '', styles: '' }),
});

const echoRequest: RenderedSite['renderPage'] = (path, { error, ...state }) => ({
  html: JSON.stringify({ path, ...state, fault: error?.message }),
  hasFailed: false,
});

/** Returns a stand-in for the build. By default its page handler passes every request on. */
export function createStandInPages(parts: Partial<PageServices> = {}): PageSource {
  const pages: PageServices = {
    pageHandler: (_request, _response, next) => next(),
    contentFollower: standInContent(),
    ...parts,
  };
  return { openPages: async () => pages };
}
