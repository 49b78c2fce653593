export const logoSize = 32;

/** The logo mark as the pages show it, on a square of 32 units: towers on a deck, and the cable between them, as SVG paths. */
export interface Logo {
  svg: string;
  structure: string;
  cable: string;
}

/** Reads the mark in the header of a page. Throws where it is not there. */
export function readLogo(html: string): Logo {
  const [svg] = /<svg viewBox="0 0 32 32"[\s\S]*?<\/svg>/.exec(html) ?? [];
  const [, structure] = /<path d="([^"]+)" class="stroke-text"/.exec(svg ?? '') ?? [];
  const [, cable] = /<path d="([^"]+)" class="stroke-lamp"/.exec(svg ?? '') ?? [];
  if (svg === undefined || structure === undefined || cable === undefined)
    throw new Error('The page’s header has no logo mark to make icons and cards from');
  return { svg, structure, cable };
}
