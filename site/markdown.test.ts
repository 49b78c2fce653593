import { compiler } from 'markdown-to-jsx/react';
import { parse, type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree } from 'parse5';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { attribute } from '../start/testing/html.ts';
import { markdownOf } from './markdown.ts';
import { renderEdition } from './renderer.tsx';
import { all, readPage, site, siteUrl, wordsIn } from './testing/read-page.ts';

/** As a program reads it that knows Markdown. */
const read = (markdown: string) =>
  parse(renderToStaticMarkup(createElement('main', null, compiler(markdown, { forceBlock: true }))));

/** The words of a page's content, without drawings, the way to it and the form, letter by letter. */
function lettersIn(node: Tree.ChildNode | undefined): string {
  if (!node) return '';
  if (tree.isTextNode(node)) return node.value.replaceAll(/\s/g, '');
  if (!tree.isElementNode(node) || ['svg', 'script', 'style', 'noscript'].includes(node.tagName)) return '';
  const isLeftOut = ['aria-hidden', 'data-island'].some((name) => attribute(node, name) !== undefined);
  return isLeftOut || attribute(node, 'class') === 'breadcrumbs' ? '' : node.childNodes.map(lettersIn).join('');
}

describe.each(site.pages)('the Markdown edition of $path', ({ path }) => {
  const address = siteUrl + path;
  const edition = read(renderEdition(site, path));
  const [[main], [whole]] = [all(edition, 'main'), all(readPage(path), 'main')];
  const headingsIn = (page: Tree.Element | undefined) =>
    all(page, '*').flatMap((it) => (/^h[1-6]$/.test(it.tagName) ? [`${it.tagName} ${wordsIn(it)}`] : []));

  it('has the words of the page in their order, its headings, and no HTML', () => {
    expect(lettersIn(main).replace(path === '/contact' ? address : '', '')).toBe(lettersIn(whole));
    expect(headingsIn(main)).toEqual(headingsIn(whole));
    expect(renderEdition(site, path)).not.toMatch(/<(?!https:)/);
  });

  it('leads by whole addresses where the page leads', () => {
    const linksIn = (inside: Tree.Element | undefined) => all(inside, 'a').map((it) => attribute(it, 'href') ?? '');
    const isLeftOut = (it: Tree.Element) => attribute(it, 'class') === 'breadcrumbs' || attribute(it, 'data-island');
    const leftOut = new Set(all(whole, '*').flatMap((it) => (isLeftOut(it) ? linksIn(it) : [])));
    const shown = linksIn(whole).filter((to) => to !== '' && !leftOut.has(to));
    // Readers make a link of an address in the text too.
    const led = linksIn(main).filter((to) => to !== address && !to.startsWith('mailto:'));
    expect(led).toEqual(shown.map((to) => new URL(to, address).href).filter((to) => !to.startsWith('mailto:')));
  });
});

it('words that look like marks are words in Markdown', () => {
  const text = '1. [a](b) <i>*c*</i> _d_ `e` | \\';
  const markdown = markdownOf(createElement('p', null, text), siteUrl);
  expect(wordsIn(all(read(markdown), 'p')[0])).toBe(text);
});
