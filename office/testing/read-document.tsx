import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { renderToStaticMarkup } from 'react-dom/server';

import * as words from '../../content/words.ts';
import { InboxPage } from '../inbox/inbox-page.tsx';
import { InboxWords } from '../parts/inbox-words.ts';
import type { InboxView } from '../parts/view.ts';

/** An element of a page, as a browser's parser finds it. */
export interface FoundElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  /** All that stands in it, as one text on one line. */
  text: string;
}

/** Every element of a rendered page, in order. */
export function readDocument(view: InboxView): FoundElement[] {
  const found: FoundElement[] = [];
  const visit = (node: Tree.Node) => {
    if ('tagName' in node) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      found.push({ tag: node.tagName, attributes, text: textOf(node).replaceAll(/\s+/g, ' ').trim() });
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  const page = (
    <InboxWords value={words}>
      <InboxPage view={view} />
    </InboxWords>
  );
  visit(parse(`<!doctype html>${renderToStaticMarkup(page)}`));
  return found;
}

/** The texts of all elements of a kind. */
export function textsOf(elements: readonly FoundElement[], tag: string): string[] {
  return elements.filter((it) => it.tag === tag).map(({ text }) => text);
}

/** What stands in the main part of a page. */
export function mainText(view: InboxView): string {
  return textsOf(readDocument(view), 'main').join(' ');
}

function textOf(node: Tree.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
