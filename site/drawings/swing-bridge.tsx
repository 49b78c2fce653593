import { arc, circle, onCircle, smooth } from './arcs.ts';
import { bothSides, divide, each, level, type Point, polyline, range, whole } from './geometry.ts';
import { truss } from './trusses.ts';
import {
  DashedLine,
  FineLine,
  type InColours,
  MainLine,
  Sheet,
  type Stage,
  StructureLine,
  Tags,
  WebLine,
} from './sheet.tsx';

// Sheet units, seen from above: a leaf that turns on a ring of rollers in the middle of the dock's mouth.
const pivot: Point = [320, 200];
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

/** Dynamics 365: a bridge that turns, road one hour and waterway the next. Seen from above. */
export function SwingBridge({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <FineLine d={streams} />
      <DashedLine d={sweep} />
      <WebLine d={bracing(open)} />
      <StructureLine d={quays} />
      <StructureLine d={ring + ship} />
      <MainLine d={leaf(open)} gradient={gradient} x={[180, 460]} />
      <Tags
        tags={tags}
        at={[
          [64, 207],
          [196, 104],
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
  each(range(24), (index) => polyline(onCircle(pivot, pier - 10, index * 15), onCircle(pivot, pier, index * 15)));
const turning = arc(pivot, reach, flare, open - flare) + arc(pivot, reach, 180 + flare, 180 + open - flare);
const sweep = leaf(0) + turning;
const quays = bothSides((side) => {
  const mouth = 320 + side * Math.sqrt(clear ** 2 - road ** 2);
  const walls = bothSides((bank) =>
    polyline([mouth, 200 + bank * 900], [mouth, 200 + bank * road], [320 + side * 330, 200 + bank * road]),
  );
  return walls + arc(pivot, clear, 90 - side * 90 - flare, 90 - side * 90 + flare);
});
const streams = each([14, 58, 120], (aside) =>
  bothSides((side) => smooth(stream(aside).map(([x, y]) => whole([pivot[0] + side * x, pivot[1] + y])))),
);

// What passes while the road is closed.
const ship = polyline([152, 20], [240, 20], [240, 120], [228, 146], [196, 168], [164, 146], [152, 120], [152, 20]);

// Three ways across, and three directions in which a leaf could lie.
const ways = each([-12, 0, 12], (aside) => level(pivot[1] + aside, 0, 640));
const directions = each([0, open, 90], (angle) => polyline(corner(angle), corner(angle + 180)));

export const runsOn = [pivot[1] - road, pivot[1] + road];

/** Three ways are followed across, the pivot settles how the leaf lies, it turns on trial aside from the road, it closes. */
export const stages: readonly Stage[] = [
  { adds: quays, aids: ways },
  { adds: ring, aids: directions },
  { adds: turning, aids: leaf(open) + bracing(open) },
  { adds: leaf(0), fills: bracing(0), aids: ways },
];
