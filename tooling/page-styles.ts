import { PurgeCSS, type ExtractorResultDetailed } from 'purgecss';

/**
 * Leaves inside pages only those of their inlined styles that one of them can need before the whole stylesheet arrives, which is
 * fetched after the first paint: rules for classes, elements and ids that none of them contains go. Rules that depend on
 * attributes or on the theme stay, since both change later.
 * @param pages HTML with the same styles; they have the same afterwards, too
 */
export async function keepUsedStyles(pages: readonly string[]): Promise<string[]> {
  const [, styles] = /<style>([\s\S]*?)<\/style>/.exec(pages[0] ?? '') ?? [];
  if (styles === undefined) throw new Error('The page has no styles');
  const bare = pages.map((html) => html.replace(styles, ''));
  const [used] = await new PurgeCSS().purge({
    content: bare.map((raw) => ({ raw, extension: 'html' })),
    css: [{ raw: styles }],
    defaultExtractor: readMarkup,
    safelist: { standard: ['light', 'dark'] },
    dynamicAttributes: ['aria-current', 'aria-invalid', 'data-arrived', 'data-shown', 'hidden', 'tabindex'],
    keyframes: true,
  });
  if (!used) throw new Error('No styles are left');
  return bare.map((html) => html.replace('<style></style>', () => `<style>${used.css}</style>`));
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
