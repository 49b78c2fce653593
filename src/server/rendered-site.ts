import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as renderer from '../site/renderer.tsx';
import type { BrowserCode, PageState, SiteSettings, Site } from '../site/routes.ts';
import type { Content } from '../content/content-types.ts';
import { escapeHtml } from '../outbox/mail.ts';
import { createPageHeaders, type HeaderSettings } from './site-headers.ts';
import { createTextFile, type PrecompressedBodies, type StaticFile } from './static-files.ts';
import { collectSelectors, extractCss, type Stylesheet } from './stylesheet.ts';

/** The built module of the website; in development, its sources. */
export type RendererModule = typeof renderer;

/** Contents of `assets.json`, written by the build. */
export interface BuildManifest {
  /** Id of the build. */
  build: string;
  code: BrowserCode;
  lastChanges: SiteSettings['lastChanges'];
  /** The ids of the pages that have a card. */
  cards: readonly string[];
  stylesheet: Stylesheet;
  /** The hashes of styles that libraries insert by script, as a policy names them. */
  insertedStyles: readonly string[];
}

/** Reads `assets.json` of a build. Throws if it is missing. */
export function readBuildManifest(buildDirectory: string): BuildManifest {
  return JSON.parse(readFileSync(join(buildDirectory, 'assets.json'), 'utf8')) as BuildManifest;
}

/** All rendered pages and files of one revision of the content. Immutable. */
export interface RenderedSite {
  content: Content;
  /** URL paths of the pages. */
  pagePaths: readonly string[];
  /** Pages and generated files by path; the 404 page is `/404.html`. */
  files: ReadonlyMap<string, StaticFile>;
  pageHeaders: Readonly<Record<string, string>>;
  /** Renders a page in another state, such as a submitted form; the error screen if it fails. Never throws. */
  renderPage(path: string, state: PageState): { html: string; hasFailed: boolean };
  /** Returns a preview with other content, not shown to visitors. Throws if the content is invalid. */
  createPreview(content: Content): Preview;
}

/** Pages of a site that are rendered one at a time. Each method throws a PageRenderError if the page fails. */
export interface Preview {
  pagePaths: readonly string[];
  /** Returns a page, or a generated file, as an HTML document without CSS and scripts. */
  renderPage(path: string): string;
  /** Returns the same document with its CSS, and the CSS alone. */
  renderStyledPage(path: string): { html: string; styles: string };
}

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

interface SiteRendererOptions {
  renderer: RendererModule;
  buildManifest: BuildManifest;
  settings: HeaderSettings & Pick<SiteSettings, 'supabaseAnonKey' | 'countsViews'>;
  /** Texts already compressed by the build. */
  precompressed?: PrecompressedBodies;
  onRenderError: (error: unknown) => void;
}

/**
 * Returns a function that renders the whole site from content. It rejects with a PageRenderError if a page fails, and
 * yields to other work between two pages. The build and the server use it alike: it renders each page with structured
 * data and script integrity, adds its CSS and the policy hashes of inline code, compresses it and computes its entity
 * tags. `changeDates` overrides those of the build for files that have changed since.
 */
export function createSiteRenderer(
  options: SiteRendererOptions,
): (content: Content, changeDates?: SiteSettings['lastChanges']) => Promise<RenderedSite> {
  const { renderer, buildManifest, settings, precompressed, onRenderError } = options;
  const createSite = (content: Content, changeDates?: SiteSettings['lastChanges']) =>
    createBuiltSite({ renderer, buildManifest, settings }, content, changeDates);
  const getStyles = (html: string) => extractCss(buildManifest.stylesheet, collectSelectors(html));
  return async (content, changeDates) => {
    const site = createSite(content, changeDates);
    const rendered = await renderAllPages(renderer, site);
    const states = await renderPageStates(renderer, site);
    const stylesByGroup = await extractGroupStyles([...rendered, ...states], buildManifest.stylesheet);
    const unversionedHtml = rendered.map(({ document }) => document).join('');
    const subjects = JSON.stringify(content.contactPage.form.subjects);
    const version = computeDigest(buildManifest.build + unversionedHtml + subjects).slice(0, 10);
    const complete = ({ document, styleGroup }: RenderedDocument) =>
      renderer.completeDocument(document, stylesByGroup[styleGroup] ?? '', version);

    const pages = rendered.map((page) => {
      const path = page.path === notFoundPath ? '/404.html' : page.path;
      return { path, fileName: path === page.path ? `${path}/index.html` : path, text: complete(page) };
    });
    const generatedFiles = Object.entries(renderer.generatedFiles).map(([path, render]) => {
      return { path, fileName: path, text: render(site, path) };
    });
    // In parallel: zlib compresses on libuv's thread pool.
    const createdFiles = [...pages, ...generatedFiles].map(async ({ path, fileName, text }) => {
      return [path, await createTextFile(fileName, text, precompressed)] as const;
    });
    const files = new Map(await Promise.all(createdFiles));

    return {
      content,
      pagePaths: site.pages.map(({ path }) => path),
      files,
      pageHeaders: createPageHeaders(settings, {
        scripts: renderer.buildInlineScripts(site).map(hashForPolicy),
        styles: [...Object.values(stylesByGroup).map(hashForPolicy), ...buildManifest.insertedStyles],
      }),
      createPreview: (draftContent) => createPreview(renderer, createSite(draftContent), getStyles),
      renderPage(path, state) {
        try {
          return { html: complete(renderSitePage(renderer, site, path, state)), hasFailed: false };
        } catch (error) {
          onRenderError(error);
          const errorPage = renderSitePage(renderer, site, path, { ...state, error: genericError });
          return { html: complete(errorPage), hasFailed: true };
        }
      },
    };
  };
}

type RenderInput = Pick<SiteRendererOptions, 'renderer' | 'settings'> & {
  buildManifest: Pick<BuildManifest, 'code' | 'cards' | 'lastChanges'>;
};

function createBuiltSite(
  { renderer, buildManifest, settings }: RenderInput,
  content: Content,
  changeDates: SiteSettings['lastChanges'] = {},
) {
  const { siteUrl, supabaseUrl, supabaseAnonKey, countsViews } = settings;
  const { code, cards } = buildManifest;
  const lastChanges = { ...buildManifest.lastChanges, ...changeDates };
  const publicSettings = { siteUrl, supabaseUrl, supabaseAnonKey, countsViews };
  return renderer.createSite(content, { ...publicSettings, code, cards, lastChanges });
}

/**
 * Renders every page in each state, and every file, without keeping them. Resolves to the first error, or to null.
 * Yields to other work between two pages.
 */
export async function findPageRenderError(input: RenderInput, content: Content): Promise<PageRenderError | null> {
  const { renderer } = input;
  let path = '/';
  try {
    const site = createBuiltSite(input, content);
    await renderAllPages(renderer, site);
    await renderPageStates(renderer, site);
    for (const [filePath, render] of Object.entries(renderer.generatedFiles)) render(site, (path = filePath));
    return null;
  } catch (error) {
    return error instanceof PageRenderError ? error : new PageRenderError(path, [], error);
  }
}

/**
 * Returns a preview of a site.
 * @param extractPageCss returns the CSS for a document
 */
export function createPreview(renderer: RendererModule, site: Site, extractPageCss: (html: string) => string): Preview {
  const renderPage = (path: string): string => {
    const text = renderer.generatedFiles[path]?.(site, path);
    if (text === undefined) return renderSitePage(renderer, site, path, {}, path).document;
    const name = escapeHtml(path);
    return `<!doctype html><html lang="en-GB" data-preview="${name}"><title>${name}</title><pre>${escapeHtml(text)}</pre>`;
  };
  return {
    pagePaths: site.pages.map(({ path }) => path),
    renderPage,
    renderStyledPage(path) {
      const html = renderPage(path);
      const styles = extractPageCss(html);
      return { html: renderer.completeDocument(html, styles), styles };
    },
  };
}

/** Path of the 404 page. */
const notFoundPath = '/404';

/** A page without what depends on all pages. */
interface RenderedDocument {
  path: string;
  styleGroup: string;
  document: string;
}

/** Renders every page and the 404 page. */
async function renderAllPages(renderer: RendererModule, site: Site): Promise<RenderedDocument[]> {
  const rendered: RenderedDocument[] = [];
  for (const path of [...site.pages.map((page) => page.path), notFoundPath]) {
    rendered.push(renderSitePage(renderer, site, path));
    await nextTurn();
  }
  return rendered;
}

/** Renders each page in each state of its layout, and as the error screen. */
async function renderPageStates(renderer: RendererModule, site: Site): Promise<RenderedDocument[]> {
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
async function extractGroupStyles(
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

/** Throws a PageRenderError. */
function renderSitePage(
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

function hashForPolicy(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function computeDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
