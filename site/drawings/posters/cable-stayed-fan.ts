import { circle } from '../arcs.ts';
import { drawEach, type Point, polygon, polyline, range, roundPoint } from '../geometry.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';
import { drawLamps } from '../scene.ts';

// The mast leans back over its quay, so that its weight bears the stays: the harbour has no room for others behind it.
const [deck, quay] = [446, 484];
const [foot, top]: [Point, Point] = [
  [634, quay - 14],
  [498, 62],
];
/** A point of the mast: its height as a share of the mast's, and its offset as a share of half the width. */
const onMast = (t: number, aside = 0): Point => {
  const half = 33 - 23 * t;
  return [foot[0] + (top[0] - foot[0]) * t + aside * half, foot[1] + (top[1] - foot[1]) * t - aside * half * 0.3];
};

/** Columns A to F, a segment of the deck for each. */
const [first, wide] = [668, 43];
const columns = range(6).map((index) => first + index * wide);
const built = columns.slice(0, -1);
const latest = first + 5 * wide;
const segment = (x: number) => drawRectangle(x + 2, deck, wide - 2, 12);
const soffit = (x: number) =>
  polygon([x + 2, deck + 12], [x + wide, deck + 12], [x + wide - 8, deck + 20], [x + 10, deck + 20]);
const stay = (x: number) =>
  polyline(roundPoint(onMast(0.48 + (0.49 * (x - first)) / (latest - first), 0.5)), [x + wide / 2, deck]);

/** A house of the terrace on the hill. */
const house = (x: number, y: number) => polygon([x, 470], [x, y], [x + 13, y - 8], [x + 26, y], [x + 26, 470]);
const terrace = range(8).map((index): Point => [748 + index * 28, 412 - Math.round(26 * Math.sin(index * 0.55))]);

/** Software development: a workbook as a lighter of six columns. Each rises to a segment with its own rule; F has. */
export const cableStayedFan: Poster = {
  hour: 'morning',
  background: [
    { ink: 'lit', d: circle([720, 372], 72) },
    drawHills('far', [-1600, 440], [-800, 452], [-100, 446], [560, 454], [790, 344], [1000, 376]),
    { ink: 'mid', d: drawEach(terrace, ([x, y]) => house(x, y)) },
    { ink: 'lit', d: drawEach(terrace, ([x, y]) => drawRectangle(x + 7, y + 7, 5, 8)) },
    ...drawWater(horizonY, 840),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        {
          ink: 'under',
          d:
            polygon([-1600, quay], [672, quay], [662, 560], [-1600, 560]) +
            polygon([930, quay - 20], [1000, quay - 20], [1000, 600], [924, 600]),
        },
        {
          ink: 'mid',
          d:
            drawRectangle(-1600, quay, 2276, 8) +
            drawEach(range(19), (index) => drawRectangle(-1590 + index * 120, deck + 12, 12, quay - deck - 12)),
        },
        { ink: 'bank', d: polygon([660, 548], [922, 548], [908, 580], [676, 580]) },
        { ink: 'side', d: drawEach(built, (x) => drawRectangle(x + 4, 514, wide - 6, 34)) },
      ],
    },
    {
      step: 2,
      shapes: [
        { ink: 'side', d: polygon(onMast(0, -1), onMast(1, -1), onMast(1, 0), onMast(0, 0)) },
        { ink: 'stone', d: polygon(onMast(0, 0), onMast(1, 0), onMast(1, 1), onMast(0, 1)) },
        { ink: 'under', d: polygon([584, quay], [598, quay - 22], [670, quay - 22], [670, quay]) },
      ],
    },
    {
      step: 3,
      entrance: 'launched',
      shapes: [
        { ink: 'hanger', d: drawEach(built, stay), width: 2 },
        { ink: 'stone', d: drawRectangle(-1600, deck, 1600 + first, 12) + drawEach(built, segment) },
        { ink: 'under', d: drawRectangle(-1600, deck + 12, 1600 + first, 8) + drawEach(built, soffit) },
      ],
    },
    {
      step: 4,
      entrance: 'lowered',
      shapes: [
        { ink: 'accent', d: stay(latest), width: 3 },
        { ink: 'accent', d: segment(latest) + drawRectangle(latest + 5, deck - 60, wide - 8, 60) },
        { ink: 'under', d: soffit(latest) },
        { ink: 'lit', d: drawRectangle(latest + 12, deck - 26, 21, 10) },
      ],
    },
  ],
  foreground: [
    { ink: 'bank', d: polygon([404, 566], [590, 566], [574, 590], [414, 590]) },
    { ink: 'side', d: drawRectangle(440, 544, 116, 22) },
    { ink: 'lit', d: drawEach(range(4), (index) => drawRectangle(450 + index * 27, 550, 15, 8)) },
  ],
  lamps: drawLamps([...range(8).map((index): Point => [-520 + index * 150, deck - 14]), [top[0], top[1] - 10]]),
  labelPositions: [[866, 300]],
};
