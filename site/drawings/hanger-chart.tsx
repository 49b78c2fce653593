import { bothSides, catenary, each, linesOf, place, type Point } from './geometry.ts';
import { type InColours, MainLine, Sheet, type Stage, StructureLine, Tags, WebLine } from './sheet.tsx';

// Sheet units, from the deck's middle: the cable hangs between two towers and touches the bar that both ask for.
const at = place([352, 338]);
const halfSpan = 190;
const head = 238;
const girder = 10;

// The orders of the page's example, 25 pounds to a unit, from the towers inwards; the figure is their sum.
const orders = [48, 32, 20];
const figure = 100;

/** Data and analytics: two towers ask, and one cable brings both to the same bar, the sum of the same rows on either side. */
export function HangerChart({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <WebLine d={hangers} />
      <StructureLine d={rows + towers + deck} />
      <MainLine d={cable + answer} gradient={gradient} x={[162, 542]} />
      <Tags
        tags={tags}
        at={[
          [162, 82],
          [542, 82],
          [352, 220, 34],
        ]}
      />
    </Sheet>
  );
}

const line = linesOf(at);
const bar = (x: number, half: number, top: number) =>
  line([x - half, 0], [x - half, top], [x + half, top], [x + half, 0]);

const chain = catenary(halfSpan, head - figure, 40).map(([x, y]): Point => [x, head + y]);
const cable = line([-halfSpan - 142, 0], ...chain, [halfSpan + 142, 0]);
// Every fourth sample has a hanger; between those of the orders the cable has the figure.
const stations = [-1, 1].flatMap((side) =>
  orders.flatMap((order, index) => {
    const point = chain[20 + side * (16 - 4 * index)];
    return point ? [{ x: point[0], height: point[1], order }] : [];
  }),
);
const hangers = each(stations, ({ x, height, order }) => line([x, height], [x, order]));
const rows = each(stations, ({ x, order }) => bar(x, 13, order));
const answer = bar(0, 34, figure) + each([48, 80], (height) => line([-34, height], [34, height]));

const deck = each([0, -girder], (height) => line([-352, height], [400, height]));
const towers = bothSides((side) => {
  const onLeg = (leg: number, height: number): Point => [side * halfSpan + leg * (9 - height / 50), height];
  return (
    bothSides((leg) => line(onLeg(leg, -62), onLeg(leg, -girder)) + line(onLeg(leg, 0), onLeg(leg, head - 8))) +
    each([80, 160, head - 8], (height) => line(onLeg(-1, height), onLeg(1, height))) +
    line(onLeg(-1, head - 8), [side * halfSpan, head], onLeg(1, head - 8))
  );
});

const marks = each(stations, ({ x }) => line([x, -girder], [x, -24]));
const levels = line([-halfSpan, figure], [halfSpan, figure]);

export const runsOn = { deck: [0, -girder].map((height) => at([0, height])[1]) };

/** Stations are set out, the towers stand, the cable hangs, both sides load the same rows, their sum meets the cable. */
export const stages: readonly Stage[] = [
  { adds: deck + marks },
  { adds: towers },
  { adds: cable, fills: hangers },
  { adds: rows, aids: levels },
  { adds: answer },
];
