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
  const widthOf = await measure(new Set(titles.flatMap((title) => title.split(/[ \n]/))));

  return async (title: string, drawing: 'beside' | 'below'): Promise<{ svg: string; lines: number }> => {
    const { fontSize, lines } = setTitle(title, widthOf, drawing);
    const place = { ...cardSize, padding: margin, boxSizing: 'border-box', flexDirection: 'column' } as const;
    const titleBox = { ...titleType, fontSize, flexDirection: 'column', color: tokens('text') } as const;
    const words = [layOutName(tokens), box(titleBox, ...lines.map((line) => box({}, line)))];
    const loadAdditionalAsset = (_language: string, text: string) => {
      throw new Error(`the typeface has no “${text}”`);
    };
    const set = await satori(box({ ...place, gap: gapUnderSignature }, ...words), {
      ...cardSize,
      fonts,
      loadAdditionalAsset,
    });
    const markBox = `x="${margin}" y="${margin}" width="${signature.mark}" height="${signature.height}"`;
    const svg = [
      // Where words cross a drawing, its lines end short of them.
      `<g stroke="${tokens('ground')}" stroke-width="16" stroke-linejoin="round" paint-order="stroke">${set}</g>`,
      `<svg ${markBox} viewBox="0 4 32 25">${drawMark(tokens)}</svg>`,
    ];
    return { svg: svg.join(''), lines: lines.length };
  };

  async function measure(words: ReadonlySet<string>): Promise<WidthOf> {
    const fontSize = 100;
    const widths = new Map<string, number>();
    const [together, apart] = ['n n', 'n'];
    const items = [...words, together, apart].map((word) => box({}, word));
    const sheet = { ...titleType, fontSize, flexDirection: 'column', alignItems: 'flex-start' } as const;
    await satori(box(sheet, ...items), {
      fonts,
      width: 10_000,
      height: 10_000,
      onNodeDetected: ({ textContent, width }) => textContent && widths.set(textContent, width / fontSize),
    });
    widths.set(' ', (widths.get(together) ?? 0) - 2 * (widths.get(apart) ?? 0));
    return (text) => widths.get(text) ?? Infinity;
  }
}

/** Gives the width of a word, or of the space between two, as a multiple of the size of the type. */
type WidthOf = (text: string) => number;

/**
 * The title as large as its place lets it be, its lines about as long as one another. No word is broken. Throws where it does
 * not fit.
 */
export function setTitle(
  title: string,
  widthOf: WidthOf,
  drawing: 'beside' | 'below',
): { fontSize: number; lines: string[] } {
  const paragraphs = title.split('\n').map((line) => line.split(' '));
  const breakAt = (width: number) => paragraphs.flatMap((words) => breakLines(words, width, widthOf));
  const settings = places[drawing].flatMap(({ sizes, ...place }) => sizes.map((fontSize) => ({ ...place, fontSize })));
  for (const { fontSize, width, height } of settings) {
    const room = width / fontSize;
    const broken = breakAt(room);
    if (broken.length * fontSize * titleLineHeight > height || paragraphs.flat().some((word) => widthOf(word) > room))
      continue;
    const widths = Array.from({ length: 100 }, (_, percent) => (room * (percent + 1)) / 100);
    const balanced = widths.map(breakAt).find(({ length }) => length === broken.length);
    return { fontSize, lines: balanced ?? broken };
  }
  throw new Error(`its title is too long: “${title}”`);
}

function breakLines(words: readonly string[], width: number, widthOf: WidthOf): string[] {
  const lines: string[] = [];
  let taken = 0;
  for (const word of words) {
    const more = widthOf(' ') + widthOf(word);
    if (lines.length > 0 && taken + more <= width) {
      lines.push(`${lines.pop()} ${word}`);
      taken += more;
    } else {
      lines.push(word);
      taken = widthOf(word);
    }
  }
  return lines;
}

const titleType: CSSProperties = {
  fontFamily: 'display',
  lineHeight: titleLineHeight,
  letterSpacing: '-0.025em',
  whiteSpace: 'nowrap',
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
