import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as renderer from '../site/renderer.tsx';
import type { RenderedPage } from '../site/renderer.tsx';
import type { BrowserCode, PageState, Settings, Site } from '../site/routes.ts';
import type { Content } from '../content/content-types.ts';
import { escapeHtml } from '../outbox/mail.ts';
import { createPageHeaders, type HeaderSettings } from './site-headers.ts';
import { createTextFile, type Packed, type StaticFile } from './static-files.ts';
import { collectSelectors, extractCss, type Stylesheet } from './stylesheet.ts';

/** The built module of the website; in development, its sources. */
export type Renderer = typeof renderer;

/** Contents of `assets.json`, written by the build. */
export interface BuiltAssets {
  /** Id of the build. */
  build: string;
  code: BrowserCode;
  lastChanges: Settings['lastChanges'];
  /** The ids of the pages that have a card. */
  cards: readonly string[];
  stylesheet: Stylesheet;
  /** The hashes of styles that libraries insert by script, as a policy names them. */
  insertedStyles: readonly string[];
}

export function readBuiltAssets(buildDirectory: string): BuiltAssets {
  return JSON.parse(readFileSync(join(buildDirectory, 'assets.json'), 'utf8')) as BuiltAssets;
}

/** All rendered pages of one revision of the content. Immutable. */
export interface Publication {
  words: Content;
  /** URL paths of the pages. */
  paths: readonly string[];
  /** Pages and generated files by path; the 404 page is `/404.html`. */
  files: ReadonlyMap<string, StaticFile>;
  pageHeaders: Readonly<Record<string, string>>;
  /** Renders a page in another state, such as a submitted form; the error screen if it fails. Never throws. */
  answer(path: string, state: PageState): { html: string; hasFailed: boolean };
  /** Returns a preview with other content, not shown to visitors. Throws if the content is invalid. */
  preview(words: Content): Preview;
}

export type Preview = ReturnType<typeof createPreview>;

/** Error shown to visitors in place of any fault. */
export const hiddenFault = new Error('Unexpected Server Error');

/** A page cannot be rendered. The message names its path, its content files, if known, and the component. */
export class PageFault extends Error {
  readonly words: readonly string[];

  constructor(path: string, words: readonly string[], cause: unknown) {
    const { message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause));
    const [, component] = /^\s+at (?:new )?([A-Z]\w*)/m.exec(stack) ?? [];
    const reason = component === undefined ? message : `${component}: ${message}`;
    const where = words.length > 0 ? `${path} (${words.join(', ')})` : path;
    super(`The page ${where} cannot be rendered: ${reason}`, { cause });
    this.name = 'PageFault';
    this.words = words;
  }
}

interface Parts {
  renderer: Renderer;
  built: BuiltAssets;
  settings: HeaderSettings & Pick<Settings, 'supabaseAnonKey'>;
  /** Texts already compressed by the build. */
  packed?: Packed;
  reportFault: (fault: unknown) => void;
}

/**
 * Returns a function that renders a publication from content. It rejects with a PageFault if a page fails, and yields
 * to other work between two pages. The build and the server use it alike: it renders each page with structured data and
 * script integrity, adds its CSS and the policy hashes of inline code, compresses it and computes its entity tags.
 */
export function createPublish({ renderer, built, settings, packed, reportFault }: Parts) {
  const open = (words: Content, changed?: Settings['lastChanges']) =>
    openSite({ renderer, built, settings }, words, changed);
  /** @param changed when files have changed since the build */
  return async (words: Content, changed?: Settings['lastChanges']): Promise<Publication> => {
    const site = open(words, changed);
    const rendered = await renderAll(renderer, site);
    const styles = await extractGroupStyles(renderer, site, rendered, built.stylesheet);
    const drafts = rendered.map((page) => renderer.renderDocument(site, page)).join('');
    const version = digest(built.build + drafts + JSON.stringify(words.contactPage.form.subjects)).slice(0, 10);
    const finish = (page: RenderedInGroup) =>
      renderer.renderDocument(site, page, { styles: styles[page.styleGroup] ?? '', version });

    const pages = rendered.map((page) => {
      const [address, name] =
        page.path === notFound ? ['/404.html', '/404.html'] : [page.path, `${page.path}/index.html`];
      return { address, name, text: finish(page) };
    });
    const others = Object.entries(renderer.files).map(([address, make]) => {
      return { address, name: address, text: make(site, address) };
    });
    // On the library's threads, which are as many as there is room for.
    const made = [...pages, ...others].map(async ({ address, name, text }) => {
      return [address, await createTextFile(name, text, packed)] as const;
    });
    const files = new Map(await Promise.all(made));

    return {
      words,
      paths: site.pages.map(({ path }) => path),
      files,
      pageHeaders: createPageHeaders(settings, {
        scripts: renderer.inlineScripts(site).map(policyHash),
        styles: [...Object.values(styles).map(policyHash), ...built.insertedStyles],
      }),
      preview: (others) =>
        createPreview(renderer, open(others), (html) => extractCss(built.stylesheet, collectSelectors(html))),
      answer(path, state) {
        try {
          return { html: finish(render(renderer, site, path, state)), hasFailed: false };
        } catch (fault) {
          reportFault(fault);
          return { html: finish(render(renderer, site, path, { ...state, fault: hiddenFault })), hasFailed: true };
        }
      },
    };
  };
}

type RenderedParts = Pick<Parts, 'renderer' | 'settings'> & {
  built: Pick<BuiltAssets, 'code' | 'cards' | 'lastChanges'>;
};

function openSite({ renderer, built, settings }: RenderedParts, words: Content, changed: Settings['lastChanges'] = {}) {
  const { siteUrl, supabaseUrl, supabaseAnonKey } = settings;
  const { code, cards } = built;
  const lastChanges = { ...built.lastChanges, ...changed };
  return renderer.openSite(words, { siteUrl, supabaseUrl, supabaseAnonKey, code, cards, lastChanges });
}

/**
 * Renders every page in each state, and every file, without keeping them. Resolves to the first fault, or to null.
 * Yields to other work between two pages.
 */
export async function findPageFault(parts: RenderedParts, words: Content): Promise<PageFault | null> {
  const { renderer } = parts;
  let path = '/';
  try {
    const site = openSite(parts, words);
    await renderAll(renderer, site);
    await renderStates(renderer, site);
    for (const [address, make] of Object.entries(renderer.files)) make(site, (path = address));
    return null;
  } catch (fault) {
    return fault instanceof PageFault ? fault : new PageFault(path, [], fault);
  }
}

/**
 * Creates a preview, which renders pages one at a time.
 * @param getStyles returns the CSS for a document
 */
export function createPreview(renderer: Renderer, site: Site, getStyles: (html: string) => string) {
  /** Throws a PageFault. */
  const renderWith = (path: string, styles?: string): string => {
    const text = renderer.files[path]?.(site, path);
    if (text === undefined)
      return renderer.renderDocument(site, render(renderer, site, path), {
        previewOf: path,
        ...(styles && { styles }),
      });
    const name = escapeHtml(path);
    return `<!doctype html><html lang="en-GB" data-preview="${name}"><title>${name}</title><pre>${escapeHtml(text)}</pre>`;
  };
  return {
    paths: site.pages.map(({ path }) => path),
    /** Returns a page, or a generated file, as an HTML document without CSS and scripts. Throws a PageFault. */
    render: (path: string): string => renderWith(path),
    /** Returns the same document with its CSS, and the CSS alone. */
    renderStyled(path: string): { html: string; styles: string } {
      const styles = getStyles(renderWith(path));
      return { html: renderWith(path, styles), styles };
    },
  };
}

/** Path of the 404 page. */
const notFound = '/404';

interface RenderedInGroup extends RenderedPage {
  path: string;
  styleGroup: string;
}

/** Renders every page and the 404 page. */
async function renderAll(renderer: Renderer, site: Site): Promise<RenderedInGroup[]> {
  const rendered: RenderedInGroup[] = [];
  for (const path of [...site.pages.map((page) => page.path), notFound]) {
    rendered.push(render(renderer, site, path));
    await nextTurn();
  }
  return rendered;
}

/** Renders each page in each state of its layout, and as the error screen. */
async function renderStates(renderer: Renderer, site: Site): Promise<RenderedInGroup[]> {
  const rendered: RenderedInGroup[] = [];
  for (const { path, layout } of site.pages) {
    const shown = renderer.layouts[layout];
    for (const state of 'states' in shown ? shown.states : []) {
      rendered.push(render(renderer, site, path, state));
      rendered.push(render(renderer, site, path, { ...state, fault: hiddenFault }));
      await nextTurn();
    }
  }
  return rendered;
}

/** Resolves to the CSS per style group: every rule that a page of it can match in any state. */
async function extractGroupStyles(
  renderer: Renderer,
  site: Site,
  rendered: readonly RenderedInGroup[],
  stylesheet: Stylesheet,
): Promise<Record<string, string>> {
  const selectors: Record<string, Set<string>> = {};
  for (const page of [...rendered, ...(await renderStates(renderer, site))]) {
    const ofGroup = (selectors[page.styleGroup] ??= new Set());
    for (const selector of collectSelectors(renderer.renderDocument(site, page))) ofGroup.add(selector);
    await nextTurn();
  }
  const styles: Record<string, string> = {};
  for (const [group, ofGroup] of Object.entries(selectors)) {
    styles[group] = extractCss(stylesheet, ofGroup);
    await nextTurn();
  }
  return styles;
}

/** Throws a PageFault. */
function render(renderer: Renderer, site: Site, path: string, state: PageState = {}): RenderedInGroup {
  const page = site.pages.find((page) => page.path === path);
  const isError = page === undefined || state.fault !== undefined;
  try {
    const styleGroup = isError ? renderer.errorStyleGroup : renderer.styleGroups[page.layout];
    return { path, styleGroup, ...renderer.renderPage(site, path, state) };
  } catch (fault) {
    throw new PageFault(path, page?.words ?? ['content/not-found.yaml'], fault);
  }
}

function policyHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
