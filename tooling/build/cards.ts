import { type ComponentType, createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';

import type { Content } from '../../content/kinds.ts';
import type { Accent } from '../../content/schema/fields.ts';
import type { ProductPage } from '../../content/schema/product.ts';
import type { Service } from '../../content/schema/service.ts';
import type { Renderer } from '../../server/publication.ts';
import { isPanorama, placeDrawing } from './card-drawing.ts';
import { cardSize, createTypesetter } from './card-words.ts';
import { drawMark } from './icons.ts';
import { readTokens } from './tokens.ts';

/** What a page's card shows. */
export interface Card {
  /** Its name below `cards`, without the ending. */
  name: string;
  /** Line breaks part what has to stand on lines of its own. */
  title: string;
  /** Without it the mark stands in its place. */
  drawing?: ReactElement | undefined;
  /** What the drawing stands in. */
  accent: Accent;
}

/** What a layout exports for the cards of its pages. */
interface Layout {
  Drawing?: ComponentType<{ slug: string; words: Content } & Partial<Service | ProductPage>>;
}

/** The cards of all pages: of the route table, and with the drawings of the layouts. */
export function listCards({ layouts, listPages }: Pick<Renderer, 'layouts' | 'listPages'>, words: Content): Card[] {
  return listPages(words).map(({ id, layout, title, subject }) => {
    const { Drawing } = layouts[layout] as Layout;
    const own = subject.type === 'Service' ? subject.service : subject.type === 'Product' ? subject.page : {};
    return {
      name: id,
      title,
      drawing: Drawing && createElement(Drawing, { words, slug: id.replace(/^.*\//, ''), ...own }),
      accent: subject.type === 'Product' ? subject.product.color : 'lamp',
    };
  });
}

/**
 * The cards by their names, in the site's dark theme: PNG files of 1200 by 630 pixels with a palette. Throws at the first that
 * cannot be drawn, with the page and the cause.
 */
export async function drawCards(cards: readonly Card[]): Promise<Map<string, Buffer>> {
  const tokens = readTokens('dark');
  const titles = cards.map(({ title }) => title);
  const typeset = await createTypesetter(titles, tokens);
  // All at once: the library keeps its own number of threads.
  const drawn = cards.map(async (card) => {
    const image = await draw(card).catch((cause: Error) => {
      throw new Error(`The card of the page ${card.name} cannot be drawn: ${cause.message}`, { cause });
    });
    return [card.name, image] as const;
  });
  return new Map(await Promise.all(drawn));

  async function draw({ title, drawing, accent }: Card): Promise<Buffer> {
    const mark = `<svg viewBox="-4 3 40 25">${drawMark(tokens)}</svg>`;
    const svg = drawing ? renderToStaticMarkup(drawing) : mark;
    const words = await typeset(title, isPanorama(svg) ? 'below' : 'beside');
    const card = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">`,
      `<rect width="100%" height="100%" fill="${tokens('ground')}"/>`,
      placeDrawing(svg, accent, words.lines === 1 ? 'underTitle' : 'besideTitle', tokens),
      `${words.svg}</svg>`,
    ];
    // Lines in a few colours and their edges: more than a hundred cannot be told apart.
    return sharp(Buffer.from(card.join('')))
      .png({ palette: true, colours: 128, dither: 0, effort: 7 })
      .toBuffer();
  }
}
