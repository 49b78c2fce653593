import { readFileSync } from 'node:fs';
import { createElement, type CSSProperties, type ReactElement } from 'react';
import satori from 'satori';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { site } from '../../src/content/release-content.ts';
import { circle, logo } from '../../src/site/drawings/geometry.ts';
import { parsePoster } from '../../src/site/drawings/parse-poster.ts';
import { horizonY, posterSize } from '../../src/site/drawings/poster-convention.ts';
import { listPosterShapes } from '../../src/site/drawings/poster-model.ts';
import type { Page } from '../../src/site/routes.ts';
import { readColourTokens } from './colour-tokens.ts';

/** The properties of a page that its card shows. */
type CardPage = Pick<Page, 'id' | 'title' | 'subject'>;

/** Pixels, as are all sizes here; the size that social networks ask for. */
const size = { width: 1200, height: 630 };
const margin = 56;
/** Height of the header with the logo, the site's name and tagline, and the space below it. */
const cardHeader = { height: 99, mark: 88, gap: 20, below: 24 };
/** Space for a title in the sky, and its font sizes: the largest that fits is used. */
const titleBox = { width: 660, height: 270 };
const titleSizes = [92, 84, 76, 68, 60, 52, 46];
/** Upper bound of the average width of a letter, in em. */
const letterWidth = 0.62;

const tokens = readColourTokens();

/**
 * Resolves to the social cards of all pages by page id, in the dark theme: PNG of 1200 × 630 pixels with a palette.
 * Rejects with the page and the cause if one cannot be drawn.
 */
export async function drawSocialCards(pages: readonly CardPage[]): Promise<Map<string, Buffer>> {
  const fonts = await Promise.all([
    readFont('display', 'bricolage-grotesque', 700, pages.map(({ title }) => title).join('') + site.name),
    readFont('text', 'instrument-sans', 500, site.tagline),
  ]);
  // All in parallel: sharp limits its own threads.
  const drawn = pages.map(async (page) => {
    const image = await drawCard(page, fonts).catch((cause: Error) => {
      throw new Error(`The card of the page ${page.id} cannot be drawn: ${cause.message}`, { cause });
    });
    return [page.id, image] as const;
  });
  return new Map(await Promise.all(drawn));
}

type Fonts = readonly Awaited<ReturnType<typeof readFont>>[];

async function drawCard({ title, subject }: CardPage, fonts: Fonts): Promise<Buffer> {
  const card = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">`,
    ...drawPoster(subject),
    await renderTexts(title, fonts),
    `<svg x="${margin}" y="${margin}" width="${cardHeader.mark}" height="${cardHeader.height}" viewBox="0 4 32 25">`,
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="2.5"><path d="${logo.structure}" stroke="${tokens('text')}"/>`,
    `<path d="${logo.cable}" stroke="${tokens('cable')}" stroke-width="2.75"/></g></svg></svg>`,
  ];
  // Few flat colours and their edges: more than a hundred cannot be told apart.
  return sharp(Buffer.from(card.join('')))
    .png({ palette: true, colours: 128, dither: 0, effort: 7 })
    .toBuffer();
}

/** Returns the SVG of a page's poster in its accent colour, over the whole card, with a disc of light behind it. */
function drawPoster(subject: CardPage['subject']): string[] {
  const file = `src/site/posters/${subject.type === 'Service' ? subject.service.structure : 'cantilever'}.svg`;
  const poster = parsePoster(file, readFileSync(file, 'utf8'));
  const ink = readColourTokens(undefined, poster.hour);
  const paint = (role: string) => ink(role === 'accent' ? accentOf(subject) : role);
  return [
    `<rect width="100%" height="100%" fill="${ink('height')}"/>`,
    `<svg viewBox="0 -60 ${posterSize.width} ${posterSize.height + 60}" preserveAspectRatio="xMaxYMax" overflow="visible" fill="none" `,
    'fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">',
    `<path d="${circle([710, horizonY], 330)}" fill="${ink('afterglow')}"/>`,
    ...listPosterShapes(poster).map(({ ink: role, d, width: strokeWidth }) =>
      strokeWidth
        ? `<path d="${d}" stroke="${paint(role)}" stroke-width="${strokeWidth}"/>`
        : `<path d="${d}" fill="${paint(role)}"/>`,
    ),
    '</svg>',
  ];
}

function accentOf(subject: CardPage['subject']): string {
  if (subject.type === 'Product') return subject.product.color;
  return (subject.type === 'Service' && subject.service.gradient.find((one) => one !== 'lamp')) || 'lamp';
}

/** Resolves to name and title as SVG, in the largest size that breaks no word. Rejects if the title does not fit. */
async function renderTexts(title: string, fonts: Fonts): Promise<string> {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length));
  for (const fontSize of titleSizes.filter((one) => longest * one * letterWidth <= titleBox.width)) {
    let height = 0;
    const svg = await satori(createLayout(title, fontSize), {
      ...size,
      fonts: [...fonts],
      onNodeDetected: (node) => void (node.type === 'section' && ({ height } = node)),
      loadAdditionalAsset: (_language: string, text: string) => {
        throw new Error(`the typeface has no “${text}”`);
      },
    });
    if (height <= titleBox.height) return svg;
  }
  throw new Error(`its title is too long: “${title}”`);
}

function createLayout(title: string, fontSize: number): ReactElement {
  const { height, mark, gap, below } = cardHeader;
  const display = { fontFamily: 'display', color: tokens('text') };
  const column = { flexDirection: 'column', justifyContent: 'center' } as const;
  const titled = { ...display, fontSize, lineHeight: 1.04, letterSpacing: '-0.025em', whiteSpace: 'pre-line' } as const;
  return box(
    'div',
    { ...size, padding: margin, flexDirection: 'column', gap: below },
    box(
      'div',
      { ...column, height, paddingLeft: mark + gap },
      box('div', { ...display, fontSize: 40, lineHeight: 1.1 }, site.name),
      box('div', { fontFamily: 'text', fontSize: 22, lineHeight: 1.25, color: tokens('quiet') }, site.tagline),
    ),
    box('section', { ...titled, width: titleBox.width, textWrap: 'balance' }, title),
  );
}

/** Creates an element for satori, which requires an explicit `display` of each. */
function box(tag: string, style: CSSProperties, ...children: (ReactElement | string)[]): ReactElement {
  return createElement(tag, { style: { display: 'flex', ...style } }, ...children);
}

async function readFont(name: string, family: string, weight: 500 | 700, characters: string) {
  const file = `node_modules/@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`;
  const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const;
  return { name, weight, style: 'normal' as const, data: await subsetFont(readFileSync(file), characters, options) };
}
