import type { ProductIcon } from '../../content/schema/product.ts';
import { arc, circle, circles } from './arcs.ts';
import { code128Widths } from './code-128.ts';
import { drawEach, type Point, polygon, range } from './geometry.ts';
import { drawRectangle } from './posters/poster.ts';

/** Size of a document, y downwards. */
export const documentSize = { width: 320, height: 216 };

/** Paper or screen of a product, as SVG paths by tone. */
interface DocumentPaths {
  /** Papers are light in both themes, screens dark. */
  isScreen?: true;
  paper: string;
  /** Minor content. */
  pale: string;
  /** Main content. */
  dark: string;
  /** Effect of the product, in its accent. */
  mark: string;
}

/** A paper or screen that is cut off at the bottom. */
const page = drawRectangle(24, 20, 272, 200);
const tick = ([x, y]: Point, size: number) =>
  polygon(
    ...[
      [0, 0],
      [0.25, -0.25],
      [0.5, 0],
      [1.2, -0.7],
      [1.45, -0.45],
      [0.5, 0.5],
    ].map(([right = 0, down = 0]): Point => [x + right * size, y + down * size]),
  );

/** A line of the journal: its account, three dimensions, and the amount. */
const entry = (y: number) => drawEach([40, 116, 160, 204, 256], (x) => drawRectangle(x, y, x < 100 ? 56 : 24, 16));
/** A pay run as a journal, three dimensions on every line, and the line that makes it balance. */
const journal: DocumentPaths = {
  paper: page,
  pale: drawEach([76, 110, 178], entry),
  dark: drawRectangle(24, 20, 272, 36),
  // The entry is a hole in the mark.
  mark: drawRectangle(24, 137, 272, 30) + entry(144),
};

let bar = 70;
/** A label as the printer lets it down: item, batch and expiry date, and the bar code. */
const label: DocumentPaths = {
  paper: drawRectangle(48, 0, 224, 200),
  pale: drawRectangle(48, 0, 224, 12) + drawRectangle(66, 66, 90, 26) + drawRectangle(164, 66, 90, 26),
  dark: drawRectangle(66, 28, 120, 24) + drawRectangle(200, 34, 54, 12),
  mark: drawEach(code128Widths, (width, index) => {
    const from = bar;
    bar += width * 4;
    return index % 2 ? '' : drawRectangle(from, 106, width * 4, 78);
  }),
};

/** A parcel, what each of four carriers asks for it, and the one that takes it. */
const offers: DocumentPaths = {
  isScreen: true,
  paper: page,
  pale:
    polygon([48, 108], [84, 88], [120, 108], [84, 128]) +
    drawEach([132, 84, 108], (width, row) => drawRectangle(144, [40, 84, 172][row] ?? 0, width, 26)),
  dark: polygon([48, 114], [81, 132], [81, 172], [48, 154]),
  mark: polygon([120, 114], [87, 132], [87, 172], [120, 154]) + drawRectangle(144, 128, 64, 26) + tick([222, 146], 20),
};

/** A gauge, and the readings that wait for the network, the oldest below. */
const readings: DocumentPaths = {
  isScreen: true,
  paper: page,
  pale: `${arc([104, 150], 62, 0, 180)}L62 150A42 42 0 0 1 146 150Z` + drawRectangle(42, 168, 124, 14),
  dark: polygon([98, 150], [128, 98], [110, 152]) + circle([104, 150], 12),
  mark: drawEach(range(4), (slip) => drawRectangle(192, 40 + slip * 42, 80, 30)),
};

/** A tube, and its results against the range of each; one is outside, and is held. */
const results: DocumentPaths = {
  paper: page,
  pale: `M48 40H92V164A22 22 0 0 1 48 164Z` + drawEach([0, 1, 3], (row) => drawRectangle(150, 62 + row * 40, 84, 10)),
  dark:
    drawRectangle(42, 34, 56, 14) +
    circles(9, [
      [176, 67],
      [208, 107],
      [196, 187],
    ]) +
    drawRectangle(118, 36, 90, 10),
  mark:
    `M54 104H86V164A16 16 0 0 1 54 164Z` +
    drawRectangle(118, 130, 160, 34) +
    drawRectangle(150, 142, 84, 10) +
    circle([258, 147], 9),
};

/** The driver’s round on a phone, and at its last door the hand-over. */
const round: DocumentPaths = {
  isScreen: true,
  paper: drawRectangle(94, 8, 132, 220),
  pale: polygon([122, 52], [132, 52], [132, 96], [196, 96], [196, 150], [186, 150], [186, 106], [122, 106]),
  dark: drawRectangle(116, 46, 22, 22) + drawRectangle(150, 90, 22, 22) + drawRectangle(140, 18, 40, 8),
  mark: `M191 200L171 157A22 22 0 1 1 211 157Z` + circle([191, 148], 8),
};

/** A week of leave that is asked for in the calendar, and its approval. */
const leave: DocumentPaths = {
  isScreen: true,
  paper: page,
  pale: drawEach(range(28), (day) =>
    day > 13 && day < 19 ? '' : drawRectangle(40 + (day % 7) * 26, 68 + Math.floor(day / 7) * 34, 20, 24),
  ),
  dark: drawRectangle(24, 20, 272, 30),
  mark: drawRectangle(36, 132, 132, 32) + circle([256, 126], 28) + tick([240, 130], 22),
};

/** Candidates scored against three criteria, and the best of them. */
const scores: DocumentPaths = {
  paper: page,
  pale: drawEach([44, 140, 188], (y) => drawEach([104, 168, 232], (x) => drawRectangle(x, y, y === 140 ? 20 : 36, 18))),
  dark: drawEach([44, 140, 188], (y) => circle([62, y + 9], 15)),
  mark: circle([62, 101], 20) + drawEach([104, 168, 232], (x) => drawRectangle(x, 86, 50, 30)),
};

/** Document of each product, by icon. */
export const documentPaths: Readonly<Record<ProductIcon, DocumentPaths>> = {
  'people-link': journal,
  label,
  parcel: offers,
  chip: readings,
  flask: results,
  medicine: round,
  'person-card': leave,
  shortlist: scores,
};
