import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parse } from 'parse5';

/** A stylesheet as parsed by tooling/build/parse-stylesheet.ts, from which each page gets the rules it can match. */
export interface Stylesheet {
  /** Rules in source order. */
  rules: readonly StylePart[];
  /** Document-wide parts: custom properties, typefaces. */
  documentParts: readonly StylePart[];
  /** CSS by name. A page gets those that its rules use. */
  keyframes: Readonly<Record<string, string>>;
  /** Names of the custom properties that each custom property depends on, directly or through others. */
  variables: Readonly<Record<string, readonly string[]>>;
  /** Names that scripts can bring into a page with an island, in states that the server never renders. */
  islandSelectors: readonly string[];
}

/** Part of a stylesheet. */
export type StylePart =
  /** An at-rule around others, such as `@media (width>=40rem)`. */
  | { atRule: string; children: readonly StylePart[] }
  | { selectors: readonly Selector[]; body: string }
  /** The declaration or `@property` of a custom property, kept if a rule uses `variable`. */
  | { variable: string; css: string }
  /** Part of every page. */
  | { unconditionalCss: string };

/** A selector, which can match only a page that has at least one name of each list in `requiredNames`. */
export interface Selector {
  text: string;
  requiredNames: readonly (readonly string[])[];
}

/**
 * Returns the CSS that a page with these selectors can match, such as `a`, `.button`, `[data-accent=lamp]`. After an
 * empty comment: rules that cannot stand inside @scope (src/site/behaviours/page-styles.ts splits there).
 */
export function extractCss(
  { rules, documentParts, keyframes, variables, islandSelectors }: Stylesheet,
  ofPage: ReadonlySet<string>,
): string {
  const selectors = ofPage.has('[data-island]') ? new Set([...ofPage, ...islandSelectors]) : ofPage;
  const matching = selectRules(rules, selectors, new Set()) + selectRules(documentParts, selectors, new Set());
  const used = new Set(listVariableNames(matching).flatMap((name) => [name, ...(variables[name] ?? [])]));
  const css = `${selectRules(rules, selectors, used)}/**/${selectRules(documentParts, selectors, used)}`;
  const animations = Object.entries(keyframes).filter(([name]) => new RegExp(`animation[^;}]*\\b${name}\\b`).test(css));
  return css + animations.map(([, frames]) => frames).join('');
}

/** Returns the names of the custom properties that CSS reads. */
export function listVariableNames(css: string): string[] {
  return Array.from(css.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name);
}

function selectRules(
  parts: readonly StylePart[],
  selectors: ReadonlySet<string>,
  variables: ReadonlySet<string>,
): string {
  return parts
    .map((part) => {
      if ('unconditionalCss' in part) return part.unconditionalCss;
      if ('variable' in part) return variables.has(part.variable) ? part.css : '';
      if ('children' in part) {
        const childCss = selectRules(part.children, selectors, variables);
        // The order of layers is that of their first mention.
        if (childCss === '') return part.atRule.startsWith('@layer') ? `${part.atRule};` : '';
        return `${part.atRule}{${childCss}}`;
      }
      const matching = part.selectors.filter(({ requiredNames }) =>
        requiredNames.every((some) => some.some((name) => selectors.has(name))),
      );
      return matching.length > 0 ? `${matching.map(({ text }) => text).join(',')}{${part.body}}` : '';
    })
    .join('');
}

/** Returns the selectors that an HTML document can match, as far as `extractCss` tells them apart. */
export function collectSelectors(html: string): Set<string> {
  const selectors = new Set<string>();
  const collect = (parent: Tree.ParentNode): void => {
    for (const element of parent.childNodes.filter(tree.isElementNode)) {
      selectors.add(element.tagName);
      for (const { name, value } of element.attrs) {
        if (name === 'class') for (const each of value.split(/\s+/)) selectors.add(`.${each}`);
        else if (name === 'id') selectors.add(`#${value}`);
        else if (name === 'data-island') selectors.add('[data-island]');
        else if (name === 'data-accent' || name === 'data-hour') selectors.add(`[${name}=${value}]`);
      }
      collect(element);
    }
  };
  collect(parse(html));
  return selectors;
}
