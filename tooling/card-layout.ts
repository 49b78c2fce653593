/** Pixels, as all of these; the size that networks ask for. */
export const cardSize = { width: 1200, height: 630 };

export const margin = 56;

export const titleLineHeight = 1.04;

/** The mark and, beside it, the site's name: as high as the name and two lines under it. */
export const signature = { width: 456, height: 99, mark: 88, gap: 20 };

/** A title that takes more than a line stands in a column. */
export const column = { width: 550, height: 376 };

/** Above a drawing that takes the card's whole width there is room for the title, and for the signature under it. */
export const aboveStrip = { height: 140, gap: 18 };

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a drawing may be: all but the column's words, under a title on one line, from top to bottom, or across the card. */
export const drawingBoxes = {
  besideTitle: { x: 528, y: 40, width: 672, height: 590 },
  underTitle: { x: 528, y: 200, width: 672, height: 430 },
  full: { x: 430, y: 0, width: 770, height: 630 },
  strip: { x: 0, y: 318, width: 1200, height: 312 },
} satisfies Record<string, Box>;
