import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { ComponentType } from 'react';

import { navigation } from '../office.ts';
import { render } from '../parts/inbox.tsx';
import { type AnyView, pages } from './views.ts';

/** An element of a page, as a browser's parser finds it. */
export interface FoundElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  /** All that stands in it, as one text on one line. */
  text: string;
}

/** Every element of a rendered page, in order. */
export function readDocument(view: AnyView): FoundElement[] {
  const found: FoundElement[] = [];
  const visit = (node: Tree.Node) => {
    if ('tagName' in node) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      found.push({ tag: node.tagName, attributes, text: textOf(node).replaceAll(/\s+/g, ' ').trim() });
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(htmlOf(view)));
  return found;
}

function htmlOf(view: AnyView): string {
  const { page, theme, address, now, ...props } = view;
  const Page = pages[page] as ComponentType<object>;
  const office = 'counts' in props ? { ...navigation, ...props } : undefined;
  const asksForPasskey = page === 'sign in' || page === 'invitation';
  return render(<Page {...props} />, { theme, address, now, office, asksForPasskey });
}

/** The texts of all elements of a kind. */
export function textsOf(elements: readonly FoundElement[], tag: string): string[] {
  return elements.filter((it) => it.tag === tag).map(({ text }) => text);
}

/** The values of an attribute, of all elements that have it and another one like this. */
export function valuesOf(
  elements: readonly FoundElement[],
  name: string,
  of: Readonly<Record<string, string>> = {},
): string[] {
  const isMeant = ({ attributes }: FoundElement) =>
    Object.entries(of).every(([key, value]) => attributes[key] === value);
  return elements.filter(isMeant).flatMap(({ attributes }) => attributes[name] ?? []);
}

/** What stands in the main part of a page. */
export function mainText(view: AnyView): string {
  return textsOf(readDocument(view), 'main').join(' ');
}

function textOf(node: Tree.Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
