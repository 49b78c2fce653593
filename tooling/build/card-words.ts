import { readFileSync } from 'node:fs';

import { createElement, type CSSProperties, type ReactElement } from 'react';
import satori from 'satori';
import subsetFont from 'subset-font';

import { site } from '../../content/words.ts';
import { drawMark } from './icons.ts';
import type { Tokens } from './tokens.ts';

/** Pixels, as all of these; the size that networks ask for. */
export const cardSize = { width: 1200, height: 630 };
const margin = 56;
const titleLineHeight = 1.04;

/** The mark and, beside it, the site's name: as high as the name and two lines under it. */
const signature = { width: 456, height: 99, mark: 88, gap: 20 };
const gapUnderSignature = 24;

/**
 * Where a title may be, with the sizes of its type, the largest first: beside a drawing on one line across the card, or in a
 * column; above a drawing that takes the card's whole width, anywhere.
 */
const places = {
  beside: [
    { width: 1088, height: 134, sizes: [128, 116, 104, 92] },
    { width: 550, height: 376, sizes: [100, 92, 84, 76, 70, 64, 58, 52, 46] },
  ],
  below: [{ width: 1088, height: 140, sizes: [128, 116, 104, 92, 80, 66, 58, 50, 44] }],
};

/**
 * Gives what sets the words of a card as SVG: the site's mark and name at the top left of every card, the title under them. It
 * throws where a title does not fit or a typeface lacks a character.
 * @param titles all that it will be asked for
 */
export async function createTypesetter(titles: readonly string[], tokens: Tokens) {
  const fonts = await Promise.all([
    readFont('display', 'bricolage-grotesque', 700, titles.join('') + site.name),
    readFont('text', 'instrument-sans', 500, site.tagline),
  ]);
  return async (title: string, drawing: 'beside' | 'below'): Promise<{ svg: string; lines: number }> => {
    const { set, lines } = await setTitle(title, drawing);
    const markBox = `x="${margin}" y="${margin}" width="${signature.mark}" height="${signature.height}"`;
    const svg = [
      // Where words cross a drawing, its lines end short of them.
      `<g stroke="${tokens('ground')}" stroke-width="16" stroke-linejoin="round" paint-order="stroke">${set}</g>`,
      `<svg ${markBox} viewBox="0 4 32 25">${drawMark(tokens)}</svg>`,
    ];
    return { svg: svg.join(''), lines };
  };

  /** As large as a place lets it be, its lines about as long as one another. No word is broken. */
  async function setTitle(title: string, drawing: 'beside' | 'below'): Promise<{ set: string; lines: number }> {
    const sheet = { ...titleType, fontSize: 100, flexDirection: 'column', alignItems: 'flex-start' } as const;
    const { width: widest } = (await layOut(sheet, title.split(/[ \n]/), 10_000)).taken;
    for (const { width: maxWidth, height, sizes } of places[drawing])
      for (const fontSize of sizes.filter((size) => (widest * size) / 100 <= maxWidth)) {
        const style = { ...titleType, fontSize, maxWidth, textWrap: 'balance', color: tokens('text') } as const;
        const { set, taken } = await layOut(style, [title]);
        if (taken.height <= height) return { set, lines: Math.round(taken.height / (fontSize * titleLineHeight)) };
      }
    throw new Error(`its title is too long: “${title}”`);
  }

  /** The name with the title under it, and the size that the title takes. Each of its parts stands on lines of its own. */
  async function layOut(style: CSSProperties, parts: readonly string[], width = cardSize.width) {
    const place = { width, height: cardSize.height, padding: margin, boxSizing: 'border-box' } as const;
    const columns = { flexDirection: 'column', alignItems: 'flex-start', gap: gapUnderSignature } as const;
    const words = parts.length === 1 ? parts : parts.map((part) => box({}, part));
    const title = createElement('section', { style: { display: 'flex', ...style } }, ...words);
    const taken = { width: 0, height: 0 };
    const set = await satori(box({ ...place, ...columns }, layOutName(tokens), title), {
      width,
      height: cardSize.height,
      fonts,
      onNodeDetected: (node) => node.type === 'section' && Object.assign(taken, node),
      loadAdditionalAsset: (_language: string, text: string) => {
        throw new Error(`the typeface has no “${text}”`);
      },
    });
    return { set, taken };
  }
}

const titleType: CSSProperties = {
  fontFamily: 'display',
  lineHeight: titleLineHeight,
  letterSpacing: '-0.025em',
  whiteSpace: 'pre-line',
};

/** Beside the mark, which is drawn apart. */
function layOutName(tokens: Tokens): ReactElement {
  const { width, height, mark, gap } = signature;
  const place = { width, minHeight: height, paddingLeft: mark + gap, boxSizing: 'border-box' } as const;
  return box(
    { ...place, flexDirection: 'column', justifyContent: 'center' },
    box({ fontFamily: 'display', fontSize: 40, lineHeight: 1.1, color: tokens('text') }, site.name),
    box({ fontFamily: 'text', fontSize: 22, lineHeight: 1.25, color: tokens('quiet') }, site.tagline),
  );
}

/** An element as the library wants it: each says how it lays out what is in it. */
function box(style: CSSProperties, ...children: (ReactElement | string)[]): ReactElement {
  return createElement('div', { style: { display: 'flex', ...style } }, ...children);
}

async function readFont(name: string, family: string, weight: 500 | 700, characters: string) {
  const file = `node_modules/@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`;
  const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const;
  return { name, weight, style: 'normal' as const, data: await subsetFont(readFileSync(file), characters, options) };
}
