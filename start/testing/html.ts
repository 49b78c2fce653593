import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parse } from 'parse5';

/** Returns all elements of a document, in document order. */
export function elementsOf(html: string): Tree.Element[] {
  return elementsIn(parse(html));
}

export function insideOf(html: string, tag: string): Tree.Element[] {
  return elementsOf(html).filter(({ tagName }) => tagName === tag);
}

export function attribute(element: Tree.Element | undefined, wanted: string): string | undefined {
  return element?.attrs.find(({ name }) => name === wanted)?.value;
}

/** Returns the text of an element that contains only text. */
export function textOf({ childNodes: [child] }: Tree.Element): string {
  return child && tree.isTextNode(child) ? child.value : '';
}

function elementsIn({ childNodes }: Tree.ParentNode): Tree.Element[] {
  return childNodes.flatMap((child) => (tree.isElementNode(child) ? [child, ...elementsIn(child)] : []));
}
