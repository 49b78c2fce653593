/** A stylesheet taken apart by the build (see tooling/build/read-stylesheet.ts), so that each page gets what it can show of it. */
export interface Stylesheet {
  /** In their order. */
  rules: readonly StylePart[];
  /** Document-wide parts: custom properties, typefaces. */
  ofDocument: readonly StylePart[];
  /** By their names: a page has those that its rules ask for. */
  keyframes: Readonly<Record<string, string>>;
}

export type StylePart =
  /** An at-rule around others, such as `@media (width>=40rem)`. */
  | { at: string; around: readonly StylePart[] }
  | { selectors: readonly Selector[]; body: string }
  /** The declaration or `@property` of a custom property, kept if a rule uses `variable`. */
  | { variable: string; css: string }
  /** Part of every page. */
  | { always: string };

/** `needs`: of each list, a page has to have one name at least for the selector to find anything. */
export interface Selector {
  text: string;
  needs: readonly (readonly string[])[];
}

/**
 * Returns the CSS that a page with these selectors can match, such as `a`, `.button`, `[data-accent=lamp]`. After an
 * empty comment: rules that cannot stand inside @scope (site/behaviours/page-change.ts splits there).
 */
export function extractCss({ rules, ofDocument, keyframes }: Stylesheet, names: ReadonlySet<string>): string {
  let variables: ReadonlySet<string | undefined> = new Set();
  for (;;) {
    const css = `${choose(rules, names, variables)}/**/${choose(ofDocument, names, variables)}`;
    const asked = new Set(Array.from(css.matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
    if (asked.size > variables.size) {
      // One may ask for another.
      variables = asked;
      continue;
    }
    const used = Object.entries(keyframes).filter(([name]) => new RegExp(`animation[^;}]*\\b${name}\\b`).test(css));
    return css + used.map(([, frames]) => frames).join('');
  }
}

function choose(
  parts: readonly StylePart[],
  names: ReadonlySet<string>,
  variables: ReadonlySet<string | undefined>,
): string {
  return parts
    .map((part) => {
      if ('always' in part) return part.always;
      if ('variable' in part) return variables.has(part.variable) ? part.css : '';
      if ('around' in part) {
        const inside = choose(part.around, names, variables);
        // The order of layers is that of their first mention.
        if (inside === '') return part.at.startsWith('@layer') ? `${part.at};` : '';
        return `${part.at}{${inside}}`;
      }
      const found = part.selectors.filter(({ needs }) => needs.every((some) => some.some((name) => names.has(name))));
      return found.length > 0 ? `${found.map(({ text }) => text).join(',')}{${part.body}}` : '';
    })
    .join('');
}

/** Returns the selectors in HTML as React writes it, with attribute values in double quotes. */
export function collectSelectors(html: string): string[] {
  const names = new Set<string>();
  for (const [, tag = '', attributes = ''] of html.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi)) {
    names.add(tag);
    for (const [, name, values = ''] of attributes.matchAll(/\s(class|id|data-accent|data-hour)="([^"]*)"/g))
      // An ampersand, as in `[&_th]`, is the only character of a class that HTML escapes.
      if (name === 'class') for (const value of values.replaceAll('&amp;', '&').split(' ')) names.add(`.${value}`);
      else names.add(name === 'id' ? `#${values}` : `[${name}=${values}]`);
  }
  return [...names];
}
