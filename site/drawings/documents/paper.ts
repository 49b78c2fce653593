import { each, type Point, polygon, polyline, upright } from '../geometry.ts';

/** The sheet of a document, y downwards. Its upper edge is the line from which the document hangs. */
export const paper = { width: 320, height: 216 };

/** How far below that line documents begin. */
export const top = 22;

/** What people see of a product, as SVG paths on that sheet. */
export interface DocumentLines {
  /** What it is seen on; where nothing is said, the whole sheet. */
  surface?: string;
  /** Papers are light in both themes, screens dark. */
  isScreen?: true;
  /** What hangs, and what it hangs by: a paper, a screen, a phone, and what is heaviest in it. */
  frame: string;
  /** What parts one thing from the next. */
  rules: string;
  /** What is written or shown. */
  words: string;
  /** The one thing that the product does, in its accent. */
  mark?: string;
  /** The same, where it is not lines but surfaces: the bars of a code. */
  solid?: string;
}

/** Hangers at these places along the line above. */
export function hangers(...places: readonly number[]): string {
  return each(places, (x) => upright(x, 0, top));
}

/** A sheet or a screen over the whole width. */
export const wholeSheet = box([8, top], paper.width - 16, paper.height - top - 2);

/** The same on its hangers. */
export const wholePaper = hangers(40, paper.width - 40) + wholeSheet;

/** A rectangle by its upper left corner. */
export function box([x, y]: Point, width: number, height: number): string {
  return polygon([x, y], [x + width, y], [x + width, y + height], [x, y + height]);
}

/** The same with round corners. */
export function roundBox([x, y]: Point, width: number, height: number, radius: number): string {
  const turn = `A${radius} ${radius} 0 0 1`;
  const [left, right, upper, lower] = [x + radius, x + width - radius, y + radius, y + height - radius];
  return (
    `M${left} ${y}L${right} ${y}${turn} ${x + width} ${upper}L${x + width} ${lower}${turn} ${right} ${y + height}` +
    `L${left} ${y + height}${turn} ${x} ${lower}L${x} ${upper}${turn} ${left} ${y}Z`
  );
}

/** A line of words, each as a stroke of its length, from a point to the right. */
export function words([x, y]: Point, ...lengths: readonly number[]): string {
  const between = 7;
  let start = x;
  return each(lengths, (length) => {
    const stroke = line([start, y], length);
    start += length + between;
    return stroke;
  });
}

/** A stroke of that length: to the right, or down where `length` is the second figure. */
export function line([x, y]: Point, right: number, down = 0): string {
  return polyline([x, y], [x + right, y + down]);
}

export function tick([x, y]: Point, size: number): string {
  return polyline([x, y], [x + size / 3, y + size / 3], [x + size, y - size / 3]);
}

/** Rows of one kind under a heading: those that are only shown, and the marked one, which is what the product does. */
export function rows<Row>(
  all: readonly Row[],
  marked: number,
  draw: (row: Row, index: number) => string,
  heading = '',
) {
  const drawn = all.map(draw);
  return { words: heading + drawn.toSpliced(marked, 1).join(''), mark: drawn[marked] ?? '' };
}
