import { circle } from '../arcs.ts';
import { splitLine, drawEach, type Point, polygon, polyline, range } from '../geometry.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';
import { drawLamps } from '../scene.ts';

// After the bridge over the Forth: two arms from each tower, and a span that hangs between the arms of two towers.
const [deck, top, foot, arm, tip] = [448, 96, 538, 208, 30];
const [tower, next] = [672, 1180];
const panels = 4;
/** Position of a joint as a share of the arm: panels shorten towards the tip, as the load does. */
const joints = range(panels + 1).map((index) => 1 - (1 - index / panels) ** 1.25);
const upperAt = (t: number) => top + 12 + (deck - tip - top - 12) * t;
const lowerAt = (t: number) => foot - 6 + (deck + 10 - foot + 6) * (1 - (1 - t) ** 1.8);

/** One arm: its outline, and a hole for each panel. */
function arms(middle: number, side: number) {
  const at = (t: number) => middle + side * (16 + t * arm);
  const outline = polygon(
    ...joints.map((t): Point => [at(t), upperAt(t)]),
    ...joints.toReversed().map((t): Point => [at(t), lowerAt(t)]),
  );
  const holes = joints.slice(1).map((end, index): readonly Point[] => {
    const [from, to] = [(joints[index] ?? 0) + 0.02, end - 0.025];
    const corner = (t: number, y: (t: number) => number, off: number): Point => [at(t), y(t) + off];
    return [corner(from, upperAt, 16), corner(to, upperAt, 14), corner(to, lowerAt, -12), corner(from, lowerAt, -14)];
  });
  return { frame: outline + drawEach(holes, (hole) => polygon(...hole)), holes };
}
const [left, right, beyond] = [arms(tower, -1), arms(tower, 1), arms(next, -1)];
const all = [left, right, beyond];

/** A program stands in its panel, on the deck or above it. */
function program(hole: readonly Point[] | undefined): string {
  const [a, b] = [hole?.[0] ?? [0, 0], hole?.[1] ?? [0, 0]];
  const [x, width] = [Math.min(a[0], b[0]) + 5, Math.abs(a[0] - b[0]) - 10];
  const head = Math.max(a[1], b[1]) + 12;
  return drawRectangle(x, head, width, deck - 4 - head);
}
const kept =
  program(left.holes[0]) +
  program(left.holes[2]) +
  program(right.holes[1]) +
  program(beyond.holes[0]) +
  program(beyond.holes[2]);
const adapted = program(left.holes[1]) + program(right.holes[0]);

const [spanFrom, spanTo] = [tower + 16 + arm, next - 16 - arm];
const chords = [deck - tip, deck + 2].map((y) => splitLine([spanFrom, y], [spanTo, y], 4));
const web = drawEach(range(4), (index) =>
  polyline(chords[index % 2]?.[index] ?? [0, 0], chords[(index + 1) % 2]?.[index + 1] ?? [0, 0]),
);
const barge = (spanFrom + spanTo) / 2;

const pier = (x: number) => polygon([x - 40, foot + 40], [x - 28, foot - 6], [x + 28, foot - 6], [x + 40, foot + 40]);
const legs = polygon([tower - 24, foot], [tower - 14, top], [tower - 2, top], [tower - 2, foot]);
const legsLit = polygon([tower - 2, foot], [tower - 2, top], [tower + 14, top], [tower + 24, foot]);

/** SAP: each panel holds a program. What runs stays, two are adapted, and what nobody runs goes down to the barge. */
export const cantilever: Poster = {
  hour: 'dusk',
  background: [
    { ink: 'lit', d: circle([560, 430], 46) },
    drawHills('far', [-1600, 440], [-900, 396], [-300, 436], [200, 410], [700, 440], [1000, 404]),
    ...drawWater(horizonY, 760),
  ],
  layers: [
    {
      step: 1,
      shapes: [{ ink: 'under', d: pier(tower) + polygon([430, 600], [436, deck], [452, deck], [458, 600]) }],
    },
    { step: 2, shapes: [{ ink: 'side', d: drawEach(all, ({ frame }) => frame) }] },
    {
      step: 2,
      shapes: [
        { ink: 'side', d: legs },
        { ink: 'stone', d: legsLit },
      ],
    },
    {
      step: 3,
      entrance: 'launched',
      shapes: [
        { ink: 'stone', d: drawRectangle(-1600, deck - 4, 2600, 9) },
        { ink: 'under', d: drawRectangle(-1600, deck + 5, 2600, 7) },
        { ink: 'side', d: web, width: 4 },
        { ink: 'side', d: polyline([spanFrom, deck - tip], [spanTo, deck - tip]), width: 5 },
      ],
    },
    {
      step: 4,
      entrance: 'lowered',
      shapes: [
        { ink: 'mid', d: kept },
        { ink: 'accent', d: adapted },
      ],
    },
    {
      step: 4,
      entrance: 'lowered',
      shapes: [
        {
          ink: 'hanger',
          d: drawEach([-14, 14], (aside) => polyline([barge + aside, deck], [barge + aside, 484])),
          width: 2,
        },
        { ink: 'side', d: drawRectangle(barge - 22, 484, 44, 30) },
      ],
    },
  ],
  foreground: [
    { ink: 'bank', d: polygon([barge - 92, 556], [barge + 92, 556], [barge + 76, 586], [barge - 76, 586]) },
    { ink: 'side', d: drawRectangle(barge - 66, 524, 40, 32) + drawRectangle(barge - 18, 534, 40, 22) },
    drawHills('bank', [-1600, 566], [-900, 590], [-200, 572], [300, 596], [700, 606], [1000, 598]),
  ],
  lamps: drawLamps([...range(9).map((index): Point => [-420 + index * 150, deck - 16]), [tower, top - 12]]),
  labelPositions: [
    [838, 176],
    [790, 582],
  ],
};
