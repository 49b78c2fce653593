import { writeFileSync } from 'node:fs';

import pngToIco from 'png-to-ico';
import sharp from 'sharp';

import { site } from '../content/site.ts';
import { type Logo, logoSize } from './logo.ts';
import { readTokens } from './tokens.ts';

/** How the mark stands on its plate, as parts of the icon's side. */
interface Plate {
  mark: number;
  radius: number;
  /** In the mark's own units; thicker where an icon is small. */
  strokeWidth: number;
}

/** Systems cut this one to a shape of their own, of which a circle of four fifths is sure to remain. */
const maskable: Plate = { mark: 0.62, radius: 0, strokeWidth: 2.5 };
const touch: Plate = { mark: 0.78, radius: 0, strokeWidth: 2.5 };
const plate: Plate = { mark: 0.82, radius: 0.2, strokeWidth: 2.5 };
const small: Plate = { mark: 0.9, radius: 0.18, strokeWidth: 2.75 };
/** On whole pixels: a unit of the mark is half of one at 16. */
const smallest: Plate = { mark: 1, radius: 0.16, strokeWidth: 2.75 };

const colours = { dark: readTokens('dark'), light: readTokens('light') };

/** Writes the icons and the manifest that names them, where browsers and systems look for them. */
export async function writeIcons(client: string, logo: Logo): Promise<void> {
  const draw = (size: number, plate: Plate) => drawOnPlate(logo, size, plate);
  const ico = await pngToIco(await Promise.all([draw(16, smallest), draw(32, small), draw(48, small)]));
  writeFileSync(`${client}/favicon.svg`, drawFavicon(logo));
  writeFileSync(`${client}/favicon.ico`, ico);
  writeFileSync(`${client}/apple-touch-icon.png`, await draw(180, touch));
  writeFileSync(`${client}/icon-192.png`, await draw(192, plate));
  writeFileSync(`${client}/icon-512.png`, await draw(512, maskable));
  writeFileSync(`${client}/manifest.webmanifest`, JSON.stringify(describe()));
}

/** On the browser's own ground, dark or light. */
function drawFavicon({ structure, cable }: Logo): string {
  const rules = (theme: keyof typeof colours) =>
    `path{stroke:${colours[theme]('text')}}.cable{stroke:${colours[theme]('lamp')}}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${logoSize} ${logoSize}" ${lines(smallest)}>`,
    `<style>${rules('light')}@media(prefers-color-scheme:dark){${rules('dark')}}</style>`,
    `<path d="${structure}"/><path class="cable" d="${cable}"/></svg>`,
  ].join('');
}

function drawOnPlate({ structure, cable }: Logo, size: number, { mark, radius, strokeWidth }: Plate): Promise<Buffer> {
  const side = logoSize / mark;
  const edge = (side - logoSize) / 2;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-edge} ${-edge} ${side} ${side}">`,
    `<rect x="${-edge}" y="${-edge}" width="${side}" height="${side}" rx="${side * radius}" fill="${colours.dark('ground')}"/>`,
    `<g ${lines({ strokeWidth })}><path d="${structure}" stroke="${colours.dark('text')}"/>`,
    `<path d="${cable}" stroke="${colours.dark('lamp')}"/></g></svg>`,
  ];
  return sharp(Buffer.from(svg.join('')))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function lines({ strokeWidth }: Pick<Plate, 'strokeWidth'>): string {
  return `fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="${strokeWidth}"`;
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
