import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parse, serialize } from 'parse5';
import { PurgeCSS, type ExtractorResultDetailed } from 'purgecss';

import { lacksFormKey } from '../server/http/form-key.ts';
import type { InlineCode } from '../server/http/site-headers.ts';

/** A page on its way from React to the file that the server sends. */
interface Page {
  file: string;
  document: Tree.Document;
}

/**
 * All that happens to the pages between React and their files, in this order:
 * 1. each is parsed;
 * 2. the scripts and styles inside them are hashed as React wrote them: the running server renders the form's answer so;
 * 3. of their styles, those go that no page of the same group can need before the whole stylesheet arrives;
 * 4. the styles that are left are hashed;
 * 5. the form is looked for that waits for its key;
 * 6. each is written.
 * @param pages HTML by file
 * @param groupOf names the group of pages that share their styles
 * Throws where a page is not as a step expects it.
 */
export async function finishPages(
  pages: ReadonlyMap<string, string>,
  groupOf: (file: string) => string,
): Promise<{ pages: ReadonlyMap<string, string>; inlineCode: InlineCode }> {
  const parsed = [...pages].map(([file, html]): Page => ({ file, document: parse(html, { scriptingEnabled: false }) }));
  const rendered = inlineCodeOf(parsed);
  for (const group of Object.values(Object.groupBy(parsed, ({ file }) => groupOf(file))))
    await keepUsedStyles(group ?? []);
  const finished = new Map(parsed.map(({ file, document }) => [file, serialize(document)]));
  const forms = [...finished.values()].filter(lacksFormKey).length;
  if (forms !== 1) throw new Error(`One page has to have a form that waits for a key; there are ${forms}`);
  const styles = [...inlineCodeOf(parsed).styles, ...rendered.styles, ...(await notificationStyles())];
  return { pages: finished, inlineCode: { scripts: rendered.scripts, styles: unique(styles) } };
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
 * Rules for classes, elements and ids that none of the pages contains go. Rules that depend on attributes or on the theme stay,
 * since both change later.
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
  for (const style of styles) style.childNodes = [Object.assign(tree.createTextNode(used.css), { parentNode: style })];
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
