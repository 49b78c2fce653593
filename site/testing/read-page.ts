import { parse, type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree } from 'parse5';
import { vi } from 'vitest';
import * as words from '../../content/words.ts';
import { attribute } from '../../start/testing/html.ts';
import { renderDocument, renderPage } from '../renderer.tsx';
import { openSite } from '../routes.ts';

// Outside a build the file has no URL.
vi.mock('../styles/later.css?url', () => ({ default: '/assets/later.css' }));

export const siteUrl = 'https://www.example.com';
export const site = openSite(words, { siteUrl, lastChanges: {}, code: { entry: '', integrity: {} } });

export const readPage = (path: string): Tree.Document => parse(renderDocument(site, renderPage(site, path)));

/** Returns the descendants with this tag, `*` for any, and these attributes. */
export function all(inside: Tree.ParentNode | undefined, tag: string, attributes: object = {}): Tree.Element[] {
  return (inside?.childNodes ?? []).filter(tree.isElementNode).flatMap((element) => {
    const isOne =
      (tag === '*' || element.tagName === tag) &&
      Object.entries(attributes).every(([name, value]) => attribute(element, name) === value);
    return isOne ? [element, ...all(element, tag, attributes)] : all(element, tag, attributes);
  });
}

/** Returns the visible text of an element, on one line. */
export function wordsIn(element: Tree.Element | undefined): string {
  return textIn(element).replaceAll(/\s+/g, ' ').trim();
}

function textIn(node: Tree.ChildNode | undefined): string {
  if (!node) return '';
  if (tree.isTextNode(node)) return node.value;
  const isRead = tree.isElementNode(node) && !['script', 'style', 'noscript'].includes(node.tagName);
  return isRead ? node.childNodes.map(textIn).join('') : '';
}
