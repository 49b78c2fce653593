import { parse, type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree } from 'parse5';
import * as releaseContent from '../../content/release-content.ts';
import { getAttribute } from '../../start/testing/html.ts';
import { renderDocument, renderPage } from '../renderer.tsx';
import { createSite } from '../routes.ts';

export const siteUrl = 'https://www.example.com';
export const site = createSite(releaseContent, {
  siteUrl,
  lastChanges: {},
  code: { entry: '/entry.js', integrity: {} },
});

export const renderAndParsePage = (path: string): Tree.Document => parse(renderDocument(site, renderPage(site, path)));

/** Returns the descendants with this tag, `*` for any, and these attributes. */
export function findElements(root: Tree.ParentNode | undefined, tag: string, attributes: object = {}): Tree.Element[] {
  return (root?.childNodes ?? []).filter(tree.isElementNode).flatMap((element) => {
    const isOne =
      (tag === '*' || element.tagName === tag) &&
      Object.entries(attributes).every(([name, value]) => getAttribute(element, name) === value);
    return isOne ? [element, ...findElements(element, tag, attributes)] : findElements(element, tag, attributes);
  });
}

/** Returns the visible text of an element, on one line. */
export function readVisibleText(element: Tree.Element | undefined): string {
  return readText(element).replaceAll(/\s+/g, ' ').trim();
}

function readText(node: Tree.ChildNode | undefined): string {
  if (!node) return '';
  if (tree.isTextNode(node)) return node.value;
  const isRead = tree.isElementNode(node) && !['script', 'style', 'noscript'].includes(node.tagName);
  return isRead ? node.childNodes.map(readText).join('') : '';
}
