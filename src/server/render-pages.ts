import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as renderer from '../site/renderer.tsx';
import type { PageState, Site } from '../site/routes.ts';
import { collectSelectors, extractCss, type Stylesheet } from './stylesheet.ts';

/** The built module of the website; in development, its sources. */
export type RendererModule = typeof renderer;

/** Error shown to visitors in place of the real one, whose message may reveal internals. */
export const genericError = new Error('Unexpected Server Error');

/** A page cannot be rendered. The message names its path, its content files, if known, and the component. */
export class PageRenderError extends Error {
  readonly contentFiles: readonly string[];

  constructor(path: string, contentFiles: readonly string[], cause: unknown) {
    const { message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause));
    const [, component] = /^\s+at (?:new )?([A-Z]\w*)/m.exec(stack) ?? [];
    const reason = component === undefined ? message : `${component}: ${message}`;
    const where = contentFiles.length > 0 ? `${path} (${contentFiles.join(', ')})` : path;
    super(`The page ${where} cannot be rendered: ${reason}`, { cause });
    this.name = 'PageRenderError';
    this.contentFiles = contentFiles;
  }
}

/** Path of the 404 page. */
export const notFoundPath = '/404';

/** A page without what depends on all pages. */
export interface RenderedDocument {
  path: string;
  /** Group of pages with the same CSS. */
  styleGroup: string;
  document: string;
}

/** Renders every page and the 404 page. */
export async function renderAllPages(renderer: RendererModule, site: Site): Promise<RenderedDocument[]> {
  const rendered: RenderedDocument[] = [];
  for (const path of [...site.pages.map((page) => page.path), notFoundPath]) {
    rendered.push(renderSitePage(renderer, site, path));
    await nextTurn();
  }
  return rendered;
}

/** Renders each page in each state of its layout, and as the error screen. */
export async function renderPageStates(renderer: RendererModule, site: Site): Promise<RenderedDocument[]> {
  const rendered: RenderedDocument[] = [];
  for (const { path, layout } of site.pages) {
    const shown = renderer.layouts[layout];
    for (const state of 'states' in shown ? shown.states : []) {
      rendered.push(renderSitePage(renderer, site, path, state));
      rendered.push(renderSitePage(renderer, site, path, { ...state, error: genericError }));
      await nextTurn();
    }
  }
  return rendered;
}

/** Resolves to the CSS per style group: every rule that a page of it can match in any state. */
export async function extractGroupStyles(
  rendered: readonly RenderedDocument[],
  stylesheet: Stylesheet,
): Promise<Record<string, string>> {
  const selectorsByGroup: Record<string, Set<string>> = {};
  for (const { styleGroup, document } of rendered) {
    const groupSelectors = (selectorsByGroup[styleGroup] ??= new Set());
    for (const selector of collectSelectors(document)) groupSelectors.add(selector);
    await nextTurn();
  }
  const stylesByGroup: Record<string, string> = {};
  for (const [group, groupSelectors] of Object.entries(selectorsByGroup)) {
    stylesByGroup[group] = extractCss(stylesheet, groupSelectors);
    await nextTurn();
  }
  return stylesByGroup;
}

/** Renders a page in a state; the 404 page if there is none. Throws a PageRenderError. */
export function renderSitePage(
  renderer: RendererModule,
  site: Site,
  path: string,
  state: PageState = {},
  previewOf?: string,
): RenderedDocument {
  const page = site.pages.find((page) => page.path === path);
  const isError = page === undefined || state.error !== undefined;
  try {
    const styleGroup = isError ? renderer.errorStyleGroup : renderer.styleGroups[page.layout];
    const document = renderer.renderDocument(site, renderer.renderPage(site, path, state), previewOf);
    return { path, styleGroup, document };
  } catch (error) {
    throw new PageRenderError(path, page?.contentFiles ?? ['content/not-found.yaml'], error);
  }
}
