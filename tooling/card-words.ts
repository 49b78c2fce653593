import { readFileSync } from 'node:fs';

import { createElement, type CSSProperties, type ReactElement } from 'react';
import satori from 'satori';
import subsetFont from 'subset-font';

import { site } from '../content/site.ts';
import { aboveStrip, cardSize, margin, signature, titleLineHeight } from './card-layout.ts';
import type { SetTitle, WidthOf } from './card-title.ts';
import type { Tokens } from './tokens.ts';

export interface Typesetter {
  widthOf: WidthOf;
  /** The words of a card as an SVG of its size: the title at the top left, the site's name at the bottom or under the title. */
  typeset(title: SetTitle, name: 'at the bottom' | 'under the title'): Promise<string>;
}

/**
 * It fails where a typeface lacks a character.
 * @param titles all that it will be asked for
 */
export async function createTypesetter(titles: readonly string[], tokens: Tokens): Promise<Typesetter> {
  const fonts = await Promise.all([
    readFont('display', 'bricolage-grotesque', 700, titles.join('') + site.name),
    readFont('text', 'instrument-sans', 500, site.tagline),
  ]);

  return {
    widthOf: await measure(new Set(titles.flatMap((title) => title.split(/[ \n]/)))),
    typeset({ fontSize, lines }, name) {
      const title = { ...titleType, fontSize, flexDirection: 'column', color: tokens('text') } as const;
      const place = { ...cardSize, padding: margin, boxSizing: 'border-box', flexDirection: 'column' } as const;
      const parts = name === 'at the bottom' ? { justifyContent: 'space-between' } : { gap: aboveStrip.gap };
      const words = [box(title, ...lines.map((line) => box({}, line))), layOutName(tokens)];
      const loadAdditionalAsset = (_language: string, text: string) => {
        throw new Error(`the typeface has no “${text}”`);
      };
      return satori(box({ ...place, ...parts }, ...words), { ...cardSize, fonts, loadAdditionalAsset });
    },
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
