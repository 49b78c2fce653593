import pngToIco from 'png-to-ico';
import sharp from 'sharp';
import { logo } from '../../src/site/drawings/geometry.ts';
import { site } from '../../src/content/release-content.ts';
import { readColourTokens, type ColourTokens } from './colour-tokens.ts';

/** Position of the logo on its plate, as fractions of the icon's side. */
interface Plate {
  mark: number;
  radius: number;
  /** In units of the logo; thicker in small icons. */
  strokeWidth: number;
  ends?: 'square';
}

/** Systems crop this one to their own shapes. A circle of four fifths of its size always stays visible. */
const maskable: Plate = { mark: 0.62, radius: 0, strokeWidth: 2.5 };
const touch: Plate = { mark: 0.78, radius: 0, strokeWidth: 2.5 };
const plate: Plate = { mark: 0.82, radius: 0.2, strokeWidth: 2.5 };
const small: Plate = { mark: 0.9, radius: 0.18, strokeWidth: 2.75 };
/** Aligned to pixels: at 16 pixels a unit of the logo is half a pixel, and towers and deck are centred on pixels. */
const smallest: Plate = { mark: 1, radius: 0.16, strokeWidth: 2, ends: 'square' };

/** In units of the logo. */
const cableWidth = 2.75;

const logoSize = 32;
const colours = { dark: readColourTokens('dark'), light: readColourTokens('light') };

/** Generators of the icons and the web manifest, by the file names that browsers and systems request. */
export const iconGenerators: Readonly<Record<string, () => string | Promise<Buffer>>> = {
  'favicon.svg': drawFavicon,
  'favicon.ico': async () =>
    pngToIco(await Promise.all([drawOnPlate(16, smallest), drawOnPlate(32, small), drawOnPlate(48, small)])),
  'apple-touch-icon.png': () => drawOnPlate(180, touch),
  'icon-192.png': () => drawOnPlate(192, plate),
  'icon-512.png': () => drawOnPlate(512, maskable),
  'manifest.webmanifest': () => JSON.stringify(createWebManifest()),
};

/** Returns towers, deck and cable as SVG, in a square of 32 units. */
export function drawLogo(
  tokens: ColourTokens,
  { strokeWidth, ends }: Pick<Plate, 'strokeWidth' | 'ends'> = plate,
): string {
  const structure = `<path d="${logo.structure}" stroke="${tokens('text')}"/>`;
  return `<g ${strokeAttributes(strokeWidth, ends)}>${structure}<path d="${logo.cable}" stroke="${tokens('cable')}" stroke-width="${cableWidth}"/></g>`;
}

/** Returns the icon as SVG, which follows the browser's dark or light theme. */
function drawFavicon(): string {
  const rules = (theme: keyof typeof colours) =>
    `path{stroke:${colours[theme]('text')}}.cable{stroke:${colours[theme]('cable')}}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${logoSize} ${logoSize}" ${strokeAttributes(smallest.strokeWidth, smallest.ends)}>`,
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
    `${drawLogo(colours.dark, strokes)}</svg>`,
  ];
  return sharp(Buffer.from(svg.join('')))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function strokeAttributes(strokeWidth: number, ends = 'round'): string {
  return `fill="none" stroke-linecap="${ends}" stroke-linejoin="round" stroke-width="${strokeWidth}"`;
}

function createWebManifest() {
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
