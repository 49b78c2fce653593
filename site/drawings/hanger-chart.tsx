import { circles } from './arcs.ts';
import { bothSides, catenary, each, linesOf, place, type Point, range } from './geometry.ts';
import { type InColours, Line, MainLine, Sheet, type Stage, Tags } from './sheet.tsx';

// Sheet units, from the deck's middle: the cable hangs between two towers and touches the bar that both ask for.
const at = place([352, 338]);
const halfSpan = 190;
const head = 238;
const girder = 10;
const ground = -50;

// The orders of the page's example, 25 pounds to a unit, from the towers inwards; the figure is their sum. Joined to deliveries
// the first counts twice on the left, and the right lacks the second.
const orders = [48, 32, 20];
const counted: Readonly<Record<number, readonly number[]>> = { [-1]: [2, 1, 1], 1: [1, 0, 1] };
const figure = 100;

/** Data and analytics: two towers ask, and each counts the same rows otherwise, and one cable brings both to the same bar. */
export function HangerChart({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Fine d={level} />
      <path d={rows} className="fill-quiet opacity-30" />
      <Line.Web d={hangers} />
      <Line.Planned d={lacking} />
      <Line.Structure d={rows + towers + deck + marks} />
      <MainLine d={cable + points} gradient={gradient} x={[162, 542]} />
      <MainLine d={answer} gradient={gradient} x={[162, 542]} filled />
      <Tags
        tags={tags}
        at={[
          [162, 82],
          [542, 82],
          [352, 216, 34],
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
    return point ? [{ x: point[0], height: point[1], order, times: counted[side]?.[index] ?? 1 }] : [];
  }),
);
const hangers = each(stations, ({ x, height, order, times }) => line([x, height], [x, order * times]));
const points = circles(2, [...stations.map(({ x, height }) => at([x, height])), at([0, figure])]);
const rows = each(stations, ({ x, order, times }) => each(range(times), (below) => bar(x, 13, order * (below + 1))));
const lacking = each(stations, ({ x, order, times }) => (times === 0 ? bar(x, 13, order) : ''));
const answer = bar(0, 34, figure) + each([48, 80], (height) => line([-34, height], [34, height]));

const deck = each([0, -girder], (height) => line([-352, height], [400, height]));
const towers = bothSides((side) => {
  const onLeg = (leg: number, height: number): Point => [side * halfSpan + leg * (9 - height / 50), height];
  return (
    bothSides(
      (leg) =>
        line(onLeg(2 * leg, ground), onLeg(leg, ground), onLeg(leg, -girder)) +
        line(onLeg(leg, 0), onLeg(leg, head - 8)),
    ) +
    each([80, 160, head - 8], (height) => line(onLeg(-1, height), onLeg(1, height))) +
    line(onLeg(-1, head - 8), [side * halfSpan, head], onLeg(1, head - 8))
  );
});

const marks = each([...stations, { x: 0 }], ({ x }) => line([x, -girder], [x, -18]));
const level = line([-352, ground], [400, ground]);
const levels = line([-halfSpan, figure], [halfSpan, figure]);

const heightOn = (height: number) => at([0, height])[1];
export const runsOn = { deck: [0, -girder].map(heightOn), ground: heightOn(ground) };
export const sky = 84;

/** Stations are set out, the towers stand, the cable hangs, both sides count the rows, the true sum meets the cable. */
export const stages: readonly Stage[] = [
  { adds: deck + marks + level },
  { adds: towers },
  { adds: cable + points, enters: 'launched', fills: hangers },
  { adds: rows, aids: levels + lacking },
  { adds: bar(0, 34, figure), loads: answer },
];
