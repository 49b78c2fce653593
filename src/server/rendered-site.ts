import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserCode, PageState, SiteSettings } from '../site/routes.ts';
import type { Content } from '../content/content-models.ts';
import {
  extractGroupStyles,
  genericError,
  notFoundPath,
  PageRenderError,
  renderAllPages,
  renderPageStates,
  renderSitePage,
  type RenderedDocument,
  type RendererModule,
} from './render-pages.ts';
import { listMissingFacts } from '../content/missing-facts.ts';
import { isPublicSite } from '../process/is-loopback-host.ts';
import { createPageHeaders, hashForPolicy, type HeaderSettings } from './site-headers.ts';
import { createPreview, type Preview } from './site-preview.ts';
import { createTextFile, type PrecompressedBodies, type StaticFile } from './static-files.ts';
import { collectSelectors, extractCss, type Stylesheet } from './stylesheet.ts';

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
    const version = hash('sha256', buildManifest.build + unversionedHtml + subjects, 'base64url').slice(0, 10);
    const complete = ({ document, styleGroup }: RenderedDocument) =>
      renderer.addStylesAndVersion(document, stylesByGroup[styleGroup] ?? '', version);

    const pages = rendered.map((page) => {
      const path = page.path === notFoundPath ? '/404.html' : page.path;
      return { path, fileName: path === page.path ? `${path}/index.html` : path, text: complete(page) };
    });
    const generatedFiles = Object.entries(renderer.generatedFileRenderers).map(([path, render]) => {
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
      pageHeaders: {
        ...createPageHeaders(settings, {
          scripts: renderer.buildInlineScripts(site).map(hashForPolicy),
          styles: [...Object.values(stylesByGroup).map(hashForPolicy), ...buildManifest.insertedStyles],
        }),
        // Search engines would show a company that does not exist.
        ...(isPublicSite(settings) && listMissingFacts(content).some(({ isMadeUp }) => isMadeUp)
          ? { 'x-robots-tag': 'noindex' }
          : {}),
      },
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
    for (const [filePath, render] of Object.entries(renderer.generatedFileRenderers)) render(site, (path = filePath));
    return null;
  } catch (error) {
    return error instanceof PageRenderError ? error : new PageRenderError(path, [], error);
  }
}
