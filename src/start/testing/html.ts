import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parse } from 'parse5';

/** Returns all elements of a document, in document order. */
export function listElements(html: string): Tree.Element[] {
  return listDescendants(parse(html));
}

export function listElementsByTag(html: string, tag: string): Tree.Element[] {
  return listElements(html).filter(({ tagName }) => tagName === tag);
}

export function getAttribute(element: Tree.Element | undefined, attributeName: string): string | undefined {
  return element?.attrs.find(({ name }) => name === attributeName)?.value;
}

/** Returns the text of an element that contains only text. */
export function getText({ childNodes: [child] }: Tree.Element): string {
  return child && tree.isTextNode(child) ? child.value : '';
}

function listDescendants({ childNodes }: Tree.ParentNode): Tree.Element[] {
  return childNodes.flatMap((child) => (tree.isElementNode(child) ? [child, ...listDescendants(child)] : []));
}
