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

/** What is built of the website or, in development, run from its sources. */
export type Renderer = typeof renderer;

/** What the build knows of its assets: `assets.json` in its folder. */
export interface BuiltAssets {
  /** Marks the pages of one build. */
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

/** All pages with one value of the words, finished. Nothing of it changes any more. */
export interface Publication {
  words: Content;
  /** The addresses of the pages. */
  paths: readonly string[];
  /** Pages and the files that are made of the words, by address; what unknown addresses are answered as `/404.html`. */
  files: ReadonlyMap<string, StaticFile>;
  pageHeaders: Readonly<Record<string, string>>;
  /** A page in another state, such as a form that is begun, or the answer to it. Never throws: in the place of a page that fails stands the error screen. */
  answer(path: string, state: PageState): { html: string; hasFailed: boolean };
  /** The same site with other words, which nobody else sees. Throws where they are not those of a site. */
  preview(words: Content): Preview;
}

export type Preview = ReturnType<typeof createPreview>;

/** What visitors may know of a fault. */
export const hiddenFault = new Error('Unexpected Server Error');

/** A page cannot be rendered. The message names its address, the files of its words, where they are known, and the component. */
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
  /** Texts that the build has compressed already. */
  packed?: Packed;
  reportFault: (fault: unknown) => void;
}

/**
 * Makes what makes a publication of words. It rejects with a PageFault where a page fails. Other work has its turn between two pages.
 * This is all that happens to a page between the words and its answers, at the build and while the server runs: it is rendered, with its
 * structured data and the integrity of its scripts; it gets its styles; what stands inside it is named by the policy; it is
 * compressed, and gets its entity tags.
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
 * Renders every page of a publication in each of its states, and every file, and throws all of it away. Resolves to what fails first,
 * or to null. Other work has its turn between two pages.
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
 * Pages that are made one at a time.
 * @param stylesOf those that a page can show
 */
export function createPreview(renderer: Renderer, site: Site, stylesOf: (html: string) => string) {
  return {
    paths: site.pages.map(({ path }) => path),
    /** A page, or a file made of the words, as HTML without styles. Throws a PageFault. */
    render(path: string): string {
      const text = renderer.files[path]?.(site, path).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return text === undefined
        ? render(renderer, site, path)
        : `<!doctype html><html lang="en-GB"><title>${path}</title><pre>${text}</pre>`;
    },
    /** The same with the styles that it can show, and without scripts. */
    finish: (html: string): string =>
      html
        .replaceAll(/<script\b[^]*?<\/script>/g, '')
        .replace(renderer.places.version, '')
        .replace(renderer.places.styles, () => stylesOf(html)),
  };
}

/** Stands for every address that no page has. */
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

/** Each page in each of the states that its layout names, and the error screen in its place. */
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

/** The styles of each sheet, by the names of `sheets` in site/routes.ts: what the pages that have it can show, in each of their states. */
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
