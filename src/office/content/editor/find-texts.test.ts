import { parse, type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree } from 'parse5';
import { expect, it } from 'vitest';
import { assembleContent } from '../../../content/assemble-content.ts';
import { releaseFiles } from '../../../content/release-files.ts';
import { renderDocument, renderPage } from '../../../site/renderer.tsx';
import { createSite } from '../../../site/routes.ts';
import { sampleBlockPage } from '../../../site/testing/sample-block-page.ts';
import { getAttribute } from '../../../start/testing/html.ts';
import { siteUrl } from '../../../site/testing/read-page.ts';
import { findTextsByRendering, listFields, listSurroundingTexts, parsePageAddress } from './find-texts.ts';

// Beside the pages of the release, one that an editor composes: it has none.
const files = { ...releaseFiles, 'case-studies/sample.yaml': sampleBlockPage };
const fields = listFields(files);
const site = createSite(assembleContent(files), { siteUrl, lastChanges: {}, code: { entry: '/e.js', integrity: {} } });
const unread = new Set(['HEAD', 'SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE']);

/** What a click reads of an element. */
interface ClickedNode {
  nodeType: number;
  tagName: string;
  textContent: string;
  childNodes: ClickedNode[];
  parentElement?: ClickedNode | undefined;
  isOnlySpoken: boolean;
}

function toClickedNode(node: Tree.ChildNode, parentElement?: ClickedNode): ClickedNode {
  const isElement = tree.isElementNode(node);
  const tagName = isElement ? node.tagName.toUpperCase() : '';
  const isOnlySpoken = isElement && getAttribute(node, 'class') === 'sr-only';
  const nodeType = isElement ? 1 : 3;
  const clicked: ClickedNode = { nodeType, tagName, textContent: '', childNodes: [], parentElement, isOnlySpoken };
  if (tree.isTextNode(node)) clicked.textContent = node.value;
  else if (isElement && !unread.has(tagName)) {
    clicked.childNodes = node.childNodes.map((child) => toClickedNode(child, clicked));
    clicked.textContent = clicked.childNodes.map(({ textContent }) => textContent).join('');
  }
  return clicked;
}

const listElements = (node: ClickedNode): ClickedNode[] => [node, ...node.childNodes.flatMap(listElements)];
const readOwnText = ({ childNodes }: ClickedNode) =>
  childNodes.map(({ nodeType, textContent }) => (nodeType === 3 ? textContent : '')).join('');
const isDate = (text: string) => /^\d+ \p{L}+ \d{4}$/u.test(text.trim());
const words = (text: string) => text.match(/\p{L}{3,}/gu) ?? [];

it.each(site.pages.map(({ path }) => path))('each text of %s is found by a click', (path) => {
  const html = parse(renderDocument(site, renderPage(site, path))).childNodes.find(tree.isElementNode);
  const lost = (html ? listElements(toClickedNode(html)) : []).flatMap((element) => {
    const own = readOwnText(element);
    // Numbers and dates are computed.
    if (words(own).length === 0 || isDate(own) || element.isOnlySpoken) return [];
    const clicked = listSurroundingTexts(element as unknown as Element);
    const found = clicked.map((text) => findTextsByRendering(fields, text)).find(({ length }) => length > 0) ?? [];
    const around = words(`${own} ${element.parentElement?.textContent}`);
    const isIts = found.some(({ renderedText }) => around.some((word) => renderedText.includes(word)));
    return isIts ? [] : [`${own} → ${found[0]?.fieldTitle}`];
  });
  expect(lost).toEqual([]);
});

it.each([
  ['https://www.example.com/about?x=1#y', '/about'],
  ['https://www.example.com/services/sap/', '/services/sap'],
  ['https://www.example.com', '/'],
  ['https://other.example/about', undefined],
  ['opening hours', undefined],
])('the pasted text %s is the address of the page %s', (query, path) =>
  expect(parsePageAddress(query, siteUrl)).toBe(path),
);
