import { arc, circle, onCircle } from '../arcs.ts';
import { each, type Point, pointsOf, polyline, range } from '../geometry.ts';
import { box, type DocumentLines, line, top, wholePaper } from './paper.ts';

const gateway = { x: 92, y: top, width: 104, height: 176 };
const sensor: Point = [34, 110];
const dial: Point = [268, 118];
const radius = 34;
/** What waits for the network, the oldest below, which goes first. */
const waiting = [
  ['09:14', '21.9°C'],
  ['09:13', '21.6°C'],
  ['09:12', '21.4°C'],
] as const;
const slip = (index: number): Point => [gateway.x + 10, gateway.y + 13 + index * 53];

/** What a display of segments can show, each on two units by four. */
const segments: Readonly<Record<string, readonly string[]>> = {
  0: ['0 0, 2 0, 2 4, 0 4, 0 0'],
  1: ['2 0, 2 4'],
  2: ['0 0, 2 0, 2 2, 0 2, 0 4, 2 4'],
  3: ['0 0, 2 0, 2 4, 0 4', '0 2, 2 2'],
  4: ['0 0, 0 2, 2 2', '2 0, 2 4'],
  6: ['2 0, 0 0, 0 4, 2 4, 2 2, 0 2'],
  9: ['2 2, 0 2, 0 0, 2 0, 2 4, 0 4'],
  C: ['2 0, 0 0, 0 4, 2 4'],
  '°': ['0 0, 1 0, 1 1, 0 1, 0 0'],
  '.': ['1 3.8, 1 4'],
  ':': ['1 1, 1 1.2', '1 2.8, 1 3'],
};

/** BBP Technologies: a sensor, the gateway that keeps its readings while the network is cut, and the gauge that waits for them. */
export const keptReadings: DocumentLines = {
  isScreen: true,
  frame:
    wholePaper +
    box([gateway.x, gateway.y], gateway.width, gateway.height) +
    circle(sensor, 16) +
    line([8, sensor[1]], sensor[0] - 24) +
    line([dial[0], top], 0, dial[1] - radius - top) +
    arc(dial, radius, 0, 180) +
    line([196, dial[1]], 14) +
    line([dial[0] - radius, dial[1]], 2 * radius) +
    each([-1, 1], (side) => polyline([219 - side * 9, dial[1] - 9], [219 + side * 9, dial[1] + 9])) +
    each(waiting, ([time, value], index) => {
      const [x, y] = slip(index);
      return figures([x + 8, y + 6], time, 3) + figures([x + 8, y + 24], value, 4);
    }) +
    figures([dial[0] - 24, 134], '21.2°C', 3.4),
  rules: scale(),
  words: polyline(dial, onCircle(dial, radius - 10, 118)),
  mark:
    each([22, 30, 38], (away) => arc(sensor, away, 325, 395)) + each(waiting, (_, index) => box(slip(index), 84, 46)),
};

/** The marks of a dial. */
function scale(): string {
  return each(range(9), (index) => {
    const angle = (index * 180) / 8;
    return polyline(onCircle(dial, radius, angle), onCircle(dial, radius + (index % 4 ? 5 : 10), angle));
  });
}

/** Figures from a point to the right, as such a display writes them. A 1 has the width of its stroke, and so have dots. */
function figures([x, y]: Point, shown: string, unit: number): string {
  let start = 0;
  return each([...shown], (figure) => {
    const strokes = (segments[figure] ?? []).map(pointsOf);
    const from = Math.min(...strokes.flat().map(([across]) => across));
    const left = start - from;
    start = left + Math.max(...strokes.flat().map(([across]) => across)) + 1.4;
    return each(strokes, (stroke) =>
      polyline(...stroke.map(([across, down]): Point => [x + (across + left) * unit, y + down * unit])),
    );
  });
}
