import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parse, serialize } from 'parse5';
import { PurgeCSS, type ExtractorResultDetailed } from 'purgecss';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

import { lacksFormKey } from '../server/http/form-key.ts';
import type { InlineCode } from '../server/http/site-headers.ts';
import { encode } from '../server/http/stored-files.ts';
import { drawCards, listCards } from './cards.ts';
import { icons } from './icons.ts';

// All that happens between React's pages and the files that the server sends, in this order. Each step throws where a page is
// not as it expects it.
const client = 'build/client';
const build: ServerBuild = await import(pathToFileURL(resolve('build/server/index.js')).href);

writeFileSync(`${client}/404.html`, await renderNotFound());
const pages = globSync(`${client}/**/*.html`).map(readPage);
// As React wrote them: so the running server renders the form's answer.
const rendered = inlineCodeOf(pages);
for (const group of Map.groupBy(pages, groupOf).values()) await keepUsedStyles(group);
const styles = [...inlineCodeOf(pages).styles, ...rendered.styles, ...(await notificationStyles())];
writeFileSync('build/inline-code.json', JSON.stringify({ scripts: rendered.scripts, styles: unique(styles) }));
expectOneForm(pages);
for (const { file, document } of pages) writeFileSync(file, serialize(document));
// For a router in the browser, which no page has.
for (const file of globSync([`${client}/{**,.well-known}/*.data`, `${client}/assets/manifest-*.js`])) rmSync(file);
for (const [name, draw] of Object.entries(icons)) write(name, await draw());
for (const [name, card] of await drawCards(listCards(build))) write(`cards/${name}.png`, card);
for (const file of globSync(`${client}/**/*.{html,js,css,svg,xml,txt,json,webmanifest}`)) await compress(file);

/** The answer to every unknown address. It is rendered once, since rendering it for each would be slow: see docs/decisions. */
async function renderNotFound(): Promise<string> {
  const handle = createRequestHandler(build, 'production');
  const response = await handle(new Request('http://localhost/404'), new RouterContextProvider());
  if (response.status !== 404)
    throw new Error(`The page for unknown addresses was rendered with status ${response.status}`);
  return response.text();
}

/** A page on its way from React to the file that the server sends. */
interface Page {
  file: string;
  document: Tree.Document;
}

function readPage(file: string): Page {
  return { file, document: parse(readFileSync(file, 'utf8'), { scriptingEnabled: false }) };
}

function inlineCodeOf(pages: readonly Page[]): InlineCode {
  const elements = pages.flatMap(({ document }) => elementsOf(document));
  const scripts = elements.filter(({ tagName, attrs }) => tagName === 'script' && isRun(attrs));
  const styles = elements.filter(({ tagName }) => tagName === 'style');
  if (scripts.length === 0 || styles.length === 0) throw new Error('The pages have no scripts or no styles inside');
  return { scripts: unique(scripts.map(textOf).map(hash)), styles: unique(styles.map(textOf).map(hash)) };
}

/** An element with a type of its own, such as JSON, holds data; an import map is run in that a policy has to allow it. */
function isRun(attributes: Tree.Element['attrs']): boolean {
  const valueOf = (name: string) => attributes.find((attribute) => attribute.name === name)?.value;
  return valueOf('src') === undefined && !valueOf('type')?.startsWith('application/');
}

/**
 * The home page, the one with the form, those beside them, and those of each folder: the pages of one group have the same styles.
 * Each page's policy names the styles of all pages, which a browser asks for when it reads the next page; of 27 that would not fit
 * the first round trip. The form has scripts enough to load without the styles of others.
 */
function groupOf({ file }: Page): string {
  return [`${client}/index.html`, `${client}/contact/index.html`].includes(file) ? file : dirname(dirname(file));
}

/**
 * Rules for classes, elements and ids that none of the pages contains go. Rules for the theme and for `dynamicAttributes` stay, since
 * these change later.
 */
async function keepUsedStyles(group: readonly Page[]): Promise<void> {
  const styles = group.map(({ document, file }) => {
    const [style, ...others] = elementsOf(document).filter(({ tagName }) => tagName === 'style');
    if (style === undefined || others.length > 0) throw new Error(`${file} has not exactly one element with styles`);
    return style;
  });
  const [raw, ...others] = new Set(styles.map(textOf));
  if (raw === undefined || others.length > 0) throw new Error('Pages of one group differ in their styles');
  const [used] = await new PurgeCSS().purge({
    content: group.map(({ file }) => ({ raw: file, extension: 'html' })),
    css: [{ raw }],
    defaultExtractor: (file) => namesIn(group.find((page) => page.file === file)?.document),
    safelist: { standard: ['light', 'dark'] },
    dynamicAttributes: ['aria-current', 'aria-invalid', 'data-arrived', 'data-shown', 'hidden', 'tabindex'],
    keyframes: true,
  });
  if (!used?.css) throw new Error('No styles are left');
  // Tailwind's licence stands in the whole stylesheet.
  const css = used.css.replace(/^\/\*!.*?\*\//, '');
  for (const style of styles) style.childNodes = [Object.assign(tree.createTextNode(css), { parentNode: style })];
}

/** What selectors can name. */
function namesIn(document: Tree.Document | undefined): ExtractorResultDetailed {
  const elements = document === undefined ? [] : elementsOf(document);
  const attributes = elements.flatMap(({ attrs }) => attrs);
  const valuesOf = (wanted: string) =>
    attributes.flatMap(({ name, value }) => (name === wanted ? value.split(/\s+/) : []));
  return {
    attributes: { names: attributes.map(({ name }) => name), values: attributes.map(({ value }) => value) },
    classes: valuesOf('class'),
    ids: valuesOf('id'),
    tags: elements.map(({ tagName }) => tagName),
    undetermined: [],
  };
}

/** The library of the notifications inserts its styles as an element when it is loaded: empty, then filled. Here it does so. */
async function notificationStyles(): Promise<string[]> {
  const inserted: string[] = [];
  const element = { appendChild: (text: string) => void inserted.push(text) };
  const createTextNode = (text: string) => text;
  Reflect.set(globalThis, 'document', { head: { appendChild() {} }, createElement: () => element, createTextNode });
  // A copy of its own: the pages' build has loaded it already.
  await import(`${import.meta.resolve('sonner')}?styles`);
  Reflect.deleteProperty(globalThis, 'document');
  if (inserted.length !== 1)
    throw new Error('sonner does not insert its styles as one text: has a new version changed how?');
  return ['', ...inserted].map(hash);
}

/** The one page with a form waits for its key, which the server puts in: see server/http/form-key.ts. */
function expectOneForm(pages: readonly Page[]): void {
  const forms = pages.filter(({ document }) => lacksFormKey(serialize(document))).length;
  if (forms !== 1) throw new Error(`One page has to have a form that waits for a key; there are ${forms}`);
}

function write(name: string, content: string | Buffer): void {
  mkdirSync(dirname(`${client}/${name}`), { recursive: true });
  writeFileSync(`${client}/${name}`, content);
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, await encode.gzip(content));
  writeFileSync(`${file}.br`, await encode.br(content));
}

function elementsOf(node: Tree.ParentNode): Tree.Element[] {
  return node.childNodes.flatMap((child) => {
    if (!tree.isElementNode(child)) return [];
    return [child, ...elementsOf('content' in child ? child.content : child)];
  });
}

function textOf(element: Tree.Element): string {
  return element.childNodes.map((node) => (tree.isTextNode(node) ? node.value : '')).join('');
}

function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
