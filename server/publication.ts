import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as renderer from '../site/renderer.tsx';
import type { BrowserCode, PageState, Settings, Site } from '../site/routes.ts';
import type { Content } from '../content/content-types.ts';
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
  const stylesOf = (html: string) => extractCss(built.stylesheet, new Set(collectSelectors(html)));
  /** @param changed when files have changed since the build */
  return async (words: Content, changed?: Settings['lastChanges']): Promise<Publication> => {
    const { siteUrl } = settings;
    const site = open(words, changed);
    const rendered = await renderAll(renderer, site);
    const begun = JSON.stringify(words.contactPage.form.subjects);
    const of = digest(rendered.map(({ html }) => html.replaceAll(siteUrl, '')).join('') + begun);
    const sheets = await chooseStyles(renderer, site, rendered, built.stylesheet);
    const version = digest(built.build + siteUrl + of).slice(0, 10);
    const finish = (layout: keyof typeof renderer.sheets, html: string) =>
      html
        .replace(renderer.places.version, version)
        .replace(renderer.places.styles, () => sheets[renderer.sheets[layout]] ?? '');

    const pages = rendered.map(({ path, layout, html }) => {
      const [address, name] = path === notFound ? ['/404.html', '/404.html'] : [path, `${path}/index.html`];
      return { address, name, text: finish(layout, html) };
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
        styles: [...Object.values(sheets).map(policyHash), ...built.insertedStyles],
      }),
      preview: (others) => createPreview(renderer, open(others), stylesOf),
      answer(path, state) {
        const shown = (state: PageState, layout = layoutOf(site, path)) =>
          finish(state.fault ? 'none' : layout, render(renderer, site, path, state));
        try {
          return { html: shown(state), hasFailed: false };
        } catch (fault) {
          reportFault(fault);
          return { html: shown({ ...state, fault: hiddenFault }), hasFailed: true };
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
 * Creates a preview that renders pages one at a time.
 * @param stylesOf returns the CSS that a page can match
 */
export function createPreview(renderer: Renderer, site: Site, stylesOf: (html: string) => string) {
  return {
    paths: site.pages.map(({ path }) => path),
    /** Returns a page, or a generated file, as HTML without CSS. Throws a PageFault. */
    render(path: string): string {
      const text = renderer.files[path]?.(site, path).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return text === undefined
        ? render(renderer, site, path)
        : `<!doctype html><html lang="en-GB"><title>${path}</title><pre>${text}</pre>`;
    },
    /** Adds the CSS that the page can match, and removes scripts. */
    finish: (html: string): string =>
      html
        .replaceAll(/<script\b[^]*?<\/script>/g, '')
        .replace(renderer.places.version, '')
        .replace(renderer.places.styles, () => stylesOf(html)),
  };
}

/** Path of the 404 page. */
const notFound = '/404';

interface Rendered {
  path: string;
  layout: keyof Renderer['sheets'];
  html: string;
}

async function renderAll(renderer: Renderer, site: Site): Promise<Rendered[]> {
  const rendered: Rendered[] = [];
  for (const path of [...site.pages.map((page) => page.path), notFound]) {
    rendered.push({ path, layout: layoutOf(site, path), html: render(renderer, site, path) });
    await nextTurn();
  }
  return rendered;
}

/** Renders each page in each state of its layout, and as the error screen. */
async function renderStates(renderer: Renderer, site: Site): Promise<Omit<Rendered, 'path'>[]> {
  const rendered: Omit<Rendered, 'path'>[] = [];
  for (const { path, layout } of site.pages) {
    const shown = renderer.layouts[layout];
    for (const state of 'states' in shown ? shown.states : []) {
      rendered.push({ layout, html: render(renderer, site, path, state) });
      rendered.push({ layout: 'none', html: render(renderer, site, path, { ...state, fault: hiddenFault }) });
      await nextTurn();
    }
  }
  return rendered;
}

/** Resolves to the CSS per page group (`Renderer.sheets`): every rule that a page of it can match in any state. */
async function chooseStyles(
  renderer: Renderer,
  site: Site,
  rendered: readonly Rendered[],
  stylesheet: Stylesheet,
): Promise<Record<string, string>> {
  const inStates = await renderStates(renderer, site);
  const names = new Map<string, Set<string>>();
  for (const { layout, html } of [...rendered, ...inStates]) {
    const sheet = renderer.sheets[layout];
    names.set(sheet, new Set([...(names.get(sheet) ?? []), ...collectSelectors(html)]));
    await nextTurn();
  }
  const sheets: Record<string, string> = {};
  for (const [sheet, shown] of names) {
    sheets[sheet] = extractCss(stylesheet, shown);
    await nextTurn();
  }
  return sheets;
}

function layoutOf({ pages }: Site, path: string): Rendered['layout'] {
  return pages.find((page) => page.path === path)?.layout ?? 'none';
}

function render(renderer: Renderer, site: Site, path: string, state: PageState = {}): string {
  try {
    return renderer.renderPage(site, path, state);
  } catch (fault) {
    const { words } = site.pages.find((page) => page.path === path) ?? { words: ['content/not-found.yaml'] };
    throw new PageFault(path, words, fault);
  }
}

function policyHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
