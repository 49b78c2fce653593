import sharp from 'sharp';

import { isPanorama, placeDrawing } from './card-drawing.ts';
import { aboveStrip, cardSize, margin, signature } from './card-layout.ts';
import type { CardPage, Drawing } from './card-page.ts';
import { heightOf, setTitle } from './card-title.ts';
import { createTypesetter } from './card-words.ts';
import type { Logo } from './logo.ts';
import { readTokens } from './tokens.ts';

/**
 * Gives what draws cards: PNG files of 1200 by 630 pixels with a palette, in the site's dark theme.
 * @param titles all that it will be asked for
 * @param logo stands beside the site's name, and large where a page has no drawing
 */
export async function createCardPress(
  titles: readonly string[],
  logo: Logo,
): Promise<(page: CardPage) => Promise<Buffer>> {
  const tokens = readTokens('dark');
  const { widthOf, typeset } = await createTypesetter(titles, tokens);

  const mark: Drawing = { accent: 'lamp', svg: logo.svg.replace(/viewBox="[^"]*"/, 'viewBox="-4 3 40 25"') };

  return async ({ title, drawing = mark }) => {
    const above = isPanorama(drawing);
    const set = setTitle(title, widthOf, above ? 'below' : 'beside');
    const card = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">`,
      `<rect width="100%" height="100%" fill="${tokens('ground')}"/>`,
      placeDrawing(drawing, set.lines.length === 1 ? 'underTitle' : 'besideTitle', tokens),
      // Where words cross a drawing, its lines end short of them.
      `<g stroke="${tokens('ground')}" stroke-width="16" stroke-linejoin="round" paint-order="stroke">`,
      await typeset(set, above ? 'under the title' : 'at the bottom'),
      '</g>',
      drawMark(above ? margin + heightOf(set) + aboveStrip.gap : cardSize.height - margin - signature.height),
      '</svg>',
    ];
    // Lines in a few colours and their edges: more than a hundred cannot be told apart.
    return sharp(Buffer.from(card.join('')))
      .png({ palette: true, colours: 128, dither: 0, effort: 7 })
      .toBuffer();
  };

  function drawMark(y: number): string {
    const place = `x="${margin}" y="${y}" width="${signature.mark}" height="${signature.height}"`;
    return [
      `<svg ${place} viewBox="0 4 32 25" fill="none" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">`,
      `<path d="${logo.structure}" stroke="${tokens('text')}"/><path d="${logo.cable}" stroke="${tokens('lamp')}"/>`,
      '</svg>',
    ].join('');
  }
}
