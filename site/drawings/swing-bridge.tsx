import { arc, circle, onCircle, smooth } from './arcs.ts';
import { box } from './documents/paper.ts';
import { bothSides, divide, each, level, type Point, polyline, range, upright, whole } from './geometry.ts';
import { truss } from './trusses.ts';
import { Body, type InColours, Line, MainLine, Paper, Sheet, type Stage, Tags } from './sheet.tsx';

// Sheet units, seen from above: a leaf that turns on a ring of rollers in the middle of the dock's mouth. It lies
// right of the sheet's middle, so that its quay stands clear of the words on the left.
const pivot: Point = [350, 200];
const reach = 186;
const clear = 193;
const halfWidth = 25;
const open = 50;
const bays = 8;
const pier = 58;
/** Half the width between the road's quays, a little more than the leaf's. */
const road = (halfWidth * clear) / reach;
/** Half the angle that the road takes up on the circle that the leaf's ends describe. */
const flare = (Math.asin(halfWidth / reach) * 180) / Math.PI;

/** Dynamics 365: a bridge that turns, seen from above. The month's sheets cross on it, and the update waits until it opens. */
export function SwingBridge({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Fine d={streams} />
      <Line.Dashed d={sweep} />
      <Line.Structure d={quays + ring + boom} />
      <Body d={ship} />
      <Line.Structure d={renewed} />
      <Paper>
        <Body d={sheets + calendar} />
        <Line.Structure d={pounds + totals + calendarRings} />
      </Paper>
      <MainLine d={leaf(0) + lastDay} gradient={gradient} x={[210, 490]} filled />
      <Tags
        tags={tags}
        at={[
          [76, 207],
          [berth + 78, 60, 20],
        ]}
      />
    </Sheet>
  );
}

/** A long side of the leaf at an angle to the road, `side` of its middle. */
function edge(angle: number, side: number): [Point, Point] {
  return [corner(angle + side * flare), corner(angle + 180 - side * flare)];
}

/** The leaf's outline at an angle to the road; its ends are rounded about the pivot so that they clear the quays. */
function leaf(angle: number): string {
  const ends = each([angle, angle + 180], (end) => arc(pivot, reach, end - flare, end + flare));
  return ends + polyline(...edge(angle, 1)) + polyline(...edge(angle, -1));
}

/** What stiffens the leaf, at the same angle. */
function bracing(angle: number): string {
  const [left = [], right = []] = [1, -1].map((side) => divide(...edge(angle, side), bays).map(whole));
  return truss(left, right);
}

function corner(angle: number): Point {
  return onCircle(pivot, reach, angle);
}

/** The path of the water round the pier, as round a cylinder, that runs `aside` of the middle far from it. */
function stream(aside: number): Point[] {
  return range(13).map((index) => {
    const part = (index - 6) / 6;
    const y = (Math.abs(part) < 1 ? 204 : 900) * part * Math.sqrt(Math.abs(part));
    let [low, high] = [Math.sqrt(Math.max(0, pier ** 2 - y ** 2)), aside + pier];
    for (let step = 0; step < 20; step++) {
      const x = (low + high) / 2;
      if (x * (1 - pier ** 2 / (x ** 2 + y ** 2)) < aside) low = x;
      else high = x;
    }
    return [low, y];
  });
}

const ring =
  circle(pivot, pier) +
  circle(pivot, pier - 10) +
  each(range(18), (index) =>
    polyline(whole(onCircle(pivot, pier - 10, index * 20)), whole(onCircle(pivot, pier, index * 20))),
  );
const turning = arc(pivot, reach, flare, open - flare) + arc(pivot, reach, 180 + flare, 180 + open - flare);
const sweep = leaf(open) + turning;
const mouth = (side: number) => pivot[0] + side * Math.sqrt(clear ** 2 - road ** 2);
const quays = bothSides((side) => {
  const walls = bothSides((bank) =>
    polyline([mouth(side), 200 + bank * 900], [mouth(side), 200 + bank * road], [320 + side * 330, 200 + bank * road]),
  );
  return walls + arc(pivot, clear, 90 - side * 90 - flare, 90 - side * 90 + flare);
});
const streams = each([14, 58, 120], (aside) =>
  bothSides((side) => smooth(stream(aside).map(([x, y]) => whole([pivot[0] + side * x, pivot[1] + y])))),
);

// What waits while the road is open, before a boom from the quay to a pile beside the pier.
const berth = pivot[0] - 124;
// Its bow is towards the road.
const [beam, stern, shoulder, bow] = [32, 6, 84, 134];
const ship = each([-1, 1], (side) => {
  const [x, tip] = [berth + side * beam, `${berth} ${bow}`];
  return `M${berth} ${stern}L${x} ${stern}L${x} ${shoulder}Q${x} ${bow - 22} ${tip}`;
});
const pile: Point = [berth + 66, 142];
const boom =
  level(pile[1] - 3, mouth(-1), pile[0]) +
  level(pile[1] + 3, mouth(-1), pile[0]) +
  each(range(8), (index) => polyline([berth - 60 + index * 16, pile[1] + 3], [berth - 54 + index * 16, pile[1] - 3])) +
  circle(pile, 7);

// What crosses: sheets of money, each with its total over a double line.
const crossing = [-160, -107, -53, 0, 53, 107, 160, 252].map((aside) => pivot[0] + aside);
const sheets = each(crossing, (x) => box([x - 18, 179], 36, 42));
const pounds = each(
  crossing,
  (x) => `${arc([x, 189], 5, 20, 180)}v14` + level(203, x - 9, x + 7) + level(195, x - 9, x + 3),
);
const totals = each(crossing, (x) => each([210, 215], (y) => level(y, x - 10, x + 10)));
// A leaf of a calendar on the far bank, of which one day is left.
const leafAt: Point = [548, 84];
const calendar = box(leafAt, 60, 62);
const calendarRings =
  each([14, 46], (x) => upright(leafAt[0] + x, leafAt[1] - 6, leafAt[1] + 6)) + level(100, leafAt[0], leafAt[0] + 60);
const lastDay = box([leafAt[0] + 44, leafAt[1] + 48], 12, 12);
// Two arrows that follow each other round, as programs show that they are renewed.
const deckHouse: Point = [berth, 46];
const renewed = each([0, 180], (turn) => {
  const tip = onCircle(deckHouse, 22, turn + 150);
  return (
    arc(deckHouse, 22, turn + 20, turn + 150) +
    polyline(onCircle(tip, 10, turn + 100), tip, onCircle(tip, 10, turn + 20))
  );
});

// Three ways across, and three directions in which a leaf could lie.
const ways = each([-12, 0, 12], (aside) => level(pivot[1] + aside, 0, 640));
const directions = each([0, open, 90], (angle) => polyline(corner(angle), corner(angle + 180)));

export const runsOn = { deck: [pivot[1] - road, pivot[1] + road] };

/** Three ways are followed across, the pivot settles how the leaf lies, it turns on trial behind a boom, it closes. */
export const stages: readonly Stage[] = [
  { adds: quays, aids: ways },
  { adds: ring, enters: 'spread', aids: directions },
  { adds: boom, enters: 'launched', aids: sweep + bracing(open) },
  { adds: leaf(0), enters: 'turned', fills: bracing(0), loads: sheets + pounds + totals, cross: true },
];
