import pngToIco from 'png-to-ico';
import sharp from 'sharp';

import { logo } from '../../site/drawings/geometry.ts';
import { site } from '../../content/words.ts';
import { readTokens, type Tokens } from './tokens.ts';

/** How the mark stands on its plate, as parts of the icon's side. */
interface Plate {
  mark: number;
  radius: number;
  /** In the mark's own units; thicker where an icon is small. */
  strokeWidth: number;
  ends?: 'square';
}

/** Systems cut this one to a shape of their own, of which a circle of four fifths is sure to remain. */
const maskable: Plate = { mark: 0.62, radius: 0, strokeWidth: 2.5 };
const touch: Plate = { mark: 0.78, radius: 0, strokeWidth: 2.5 };
const plate: Plate = { mark: 0.82, radius: 0.2, strokeWidth: 2.5 };
const small: Plate = { mark: 0.9, radius: 0.18, strokeWidth: 2.75 };
/** On whole pixels: a unit of the mark is half of one at 16, and towers and deck stand in the middle of one. */
const smallest: Plate = { mark: 1, radius: 0.16, strokeWidth: 2, ends: 'square' };

/** In the mark's own units. */
const cableWidth = 2.75;

const logoSize = 32;
const colours = { dark: readTokens('dark'), light: readTokens('light') };

/** The icons and the manifest that names them, by the file names under which browsers and systems look for them. */
export const icons: Readonly<Record<string, () => string | Promise<Buffer>>> = {
  'favicon.svg': drawFavicon,
  'favicon.ico': async () =>
    pngToIco(await Promise.all([drawOnPlate(16, smallest), drawOnPlate(32, small), drawOnPlate(48, small)])),
  'apple-touch-icon.png': () => drawOnPlate(180, touch),
  'icon-192.png': () => drawOnPlate(192, plate),
  'icon-512.png': () => drawOnPlate(512, maskable),
  'manifest.webmanifest': () => JSON.stringify(describe()),
};

/** Towers, deck and cable, on the mark's own square of 32 units. */
export function drawMark(tokens: Tokens, { strokeWidth, ends }: Pick<Plate, 'strokeWidth' | 'ends'> = plate): string {
  const structure = `<path d="${logo.structure}" stroke="${tokens('text')}"/>`;
  return `<g ${lines(strokeWidth, ends)}>${structure}<path d="${logo.cable}" stroke="${tokens('cable')}" stroke-width="${cableWidth}"/></g>`;
}

/** On the browser's own ground, dark or light. */
function drawFavicon(): string {
  const rules = (theme: keyof typeof colours) =>
    `path{stroke:${colours[theme]('text')}}.cable{stroke:${colours[theme]('cable')}}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${logoSize} ${logoSize}" ${lines(smallest.strokeWidth, smallest.ends)}>`,
    `<style>${rules('light')}@media(prefers-color-scheme:dark){${rules('dark')}}</style>`,
    `<path d="${logo.structure}"/><path class="cable" d="${logo.cable}" stroke-width="${cableWidth}"/></svg>`,
  ].join('');
}

function drawOnPlate(size: number, { mark, radius, ...strokes }: Plate): Promise<Buffer> {
  const side = logoSize / mark;
  const edge = (side - logoSize) / 2;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-edge} ${-edge} ${side} ${side}">`,
    `<rect x="${-edge}" y="${-edge}" width="${side}" height="${side}" rx="${side * radius}" fill="${colours.dark('ground')}"/>`,
    `${drawMark(colours.dark, strokes)}</svg>`,
  ];
  return sharp(Buffer.from(svg.join('')))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function lines(strokeWidth: number, ends = 'round'): string {
  return `fill="none" stroke-linecap="${ends}" stroke-linejoin="round" stroke-width="${strokeWidth}"`;
}

function describe() {
  return {
    id: '/',
    name: site.name,
    short_name: site.logoText,
    description: site.tagline,
    lang: 'en-GB',
    start_url: '/',
    display: 'browser',
    background_color: colours.dark('ground'),
    theme_color: colours.dark('ground'),
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
}
