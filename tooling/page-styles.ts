import { PurgeCSS, type ExtractorResultDetailed } from 'purgecss';

/**
 * Leaves inside a page only those of its inlined styles that it can need before the whole stylesheet arrives, which is fetched
 * after the first paint: rules for classes, elements and ids that it does not contain go. Rules that depend on attributes or
 * on the theme stay, since both change without a script of React's.
 */
export async function keepUsedStyles(html: string): Promise<string> {
  const [, styles] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  if (styles === undefined) throw new Error('The page has no styles');
  const [used] = await new PurgeCSS().purge({
    content: [{ raw: html.replace(styles, ''), extension: 'html' }],
    css: [{ raw: styles }],
    defaultExtractor: readMarkup,
    safelist: { standard: ['light', 'dark'] },
    dynamicAttributes: ['aria-current', 'aria-invalid', 'data-current', 'data-shown', 'hidden', 'tabindex'],
    keyframes: true,
  });
  if (!used) throw new Error('No styles are left');
  return html.replace(styles, () => used.css);
}

/** What selectors can name in a page as React writes it: every attribute in double quotes. */
function readMarkup(html: string): ExtractorResultDetailed {
  const attributes = [...html.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)];
  const valuesOf = (name: string) =>
    attributes.flatMap(([, attribute, value = '']) => (attribute === name ? value.split(/\s+/) : []));
  return {
    attributes: { names: attributes.map(([, name = '']) => name), values: attributes.map(([, , value = '']) => value) },
    classes: valuesOf('class'),
    ids: valuesOf('id'),
    tags: [...html.matchAll(/<(\w+)/g)].map(([, tag = '']) => tag),
    undetermined: [],
  };
}
