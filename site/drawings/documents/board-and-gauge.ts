import { arc, circle, circles, onCircle } from '../arcs.ts';
import { divide, each, type Point, pointsOf, polyline, range } from '../geometry.ts';
import { box, type DocumentLines, hangers, line, roundBox, top, words } from './paper.ts';

const board = { x: 8, y: top, width: 128, height: 192 };
const chip = { x: 46, y: 92, size: 52 };
const sensor: Point = [72, 186];
const antenna = { x: 36, y: 40, step: 12, height: 24, turns: 6 };
const screen = { x: 176, y: top, width: 136, height: 192 };
const dial: Point = [244, 118];
const radius = 48;
/** Where the needle stands, and what it is read between. */
const reading = 62;
const pins = 6;
/** The readings before it, the oldest first. */
const history = [9, 12, 10, 15, 19, 16, 20, 24];

/** BBP Technologies: a board with its sensor, and on a screen the figure that its reading becomes. */
export const boardAndGauge: DocumentLines = {
  frame:
    hangers(28, 116, 196, 292) +
    box([board.x, board.y], board.width, board.height) +
    roundBox([screen.x, screen.y], screen.width, screen.height, 8) +
    box([chip.x, chip.y], chip.size, chip.size) +
    arc(dial, radius, 0, 180),
  rules: line([screen.x, 46], screen.width) + circles(5, pointsOf('20 34, 124 34, 20 202, 124 202')),
  words: legs() + scale() + words([190, 35], 32, 20) + words([196, 148], 42, 26) + each(history, column),
  mark:
    circle(sensor, 10) +
    line([sensor[0], sensor[1] - 10], 0, chip.y + chip.size - sensor[1] + 10) +
    meander() +
    polyline(dial, onCircle(dial, radius - 8, reading)) +
    arc([148, 76], 8, -50, 50) +
    arc([148, 76], 17, -50, 50),
};

/** The pins of the chip, on its left and on its right. */
function legs(): string {
  const [from, to] = [chip.y + 6, chip.y + chip.size - 6];
  return each([chip.x - 8, chip.x + chip.size], (x) =>
    each(divide([x, from], [x, to], pins - 1), (start) => line(start, 8)),
  );
}

function column(height: number, index: number): string {
  return box([197 + index * 12, 196 - height], 8, height);
}

function scale(): string {
  return each(range(9), (index) => {
    const angle = (index * 180) / 8;
    return polyline(onCircle(dial, radius, angle), onCircle(dial, radius + (index % 4 ? 5 : 10), angle));
  });
}

/** The aerial: a trace to and fro, down to the chip. */
function meander(): string {
  const { x, y, step, height, turns } = antenna;
  const corners = range(2 * turns).map((corner): Point => [
    x + Math.floor(corner / 2) * step,
    y + (Math.ceil(corner / 2) % 2) * height,
  ]);
  return polyline([sensor[0], chip.y], [sensor[0], 76], [x, 76], ...corners.slice(1));
}
