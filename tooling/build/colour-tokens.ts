import { readFileSync } from 'node:fs';
import { posterHours } from '../../src/site/drawings/poster-convention.ts';
import type { PosterHour } from '../../src/site/drawings/poster-model.ts';

/** Blocks of the stylesheet with the colours of the dark theme. */
const selectors = [':root', '.sky'];

/**
 * Returns a function from the role of an opaque colour of the dark theme to `#rrggbb`: the libraries for cards do not
 * support OKLCH. Colours of a scene depend on `hour`. Throws if the stylesheet lacks the theme or, when called, the
 * colour.
 */
export function readColourTokens(
  css = readFileSync('src/site/styles/tokens.css', 'utf8'),
  hour: PosterHour = 'dusk',
): ColourTokens {
  const blocks = selectors.map((selector) => {
    const start = css.indexOf(`${selector} {`);
    if (start === -1) throw new Error(`tokens.css has no block ${selector}`);
    return css.slice(start, css.indexOf('}', start));
  });
  const colours = new Map<string, string>();
  for (const [, role = '', ...oklch] of resolveHues(hour, blocks.join('')).matchAll(
    /--([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g,
  )) {
    const [lightness = 0, chroma = 0, hue = 0] = oklch.map(Number);
    colours.set(role, toHex(lightness, chroma, hue));
  }
  return (role) => {
    const colour = colours.get(role);
    if (colour === undefined) throw new Error(`tokens.css has no colour --${role} for the dark theme`);
    return colour;
  };
}

/** Replaces the hue variables by the hues of an hour. */
function resolveHues(hour: PosterHour, blocks: string): string {
  const [deep, glow] = posterHours[hour];
  return blocks
    .replaceAll('var(--deep)', `${deep}`)
    .replaceAll('var(--glow)', `${glow}`)
    .replaceAll(/calc\((\d+) ([+-]) (\d+)\)/g, (_, hue, sign, by) => String(Number(hue) + Number(`${sign}${by}`)));
}

type ColourTokens = (role: string) => string;

/** Converts OKLCH with the matrices of CSS Color 4. Clips each channel to the sRGB gamut, as browsers do. */
function toHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`;
}

function byteOf(linear: number): number {
  const gamma = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, gamma)));
}
