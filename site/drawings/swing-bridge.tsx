import type { Gradient } from '../../content/schema/fields.ts';
import {
  arc,
  circle,
  divide,
  lattice,
  onCircle,
  type Point,
  polyline,
  posts,
  range,
  segments,
  smooth,
  whole,
} from './geometry.ts';
import { DashedLine, FineLine, MainLine, Sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

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
export function SwingBridge({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet runsOn={[pivot[1] - road, pivot[1] + road]}>
      <FineLine d={streams} />
      <DashedLine d={sweep} />
      <WebLine d={bracing(open)} />
      <StructureLine d={quays} />
      <StructureLine d={ring} />
      <MainLine d={leaf(open)} gradient={gradient} x={[180, 460]} />
    </Sheet>
  );
}

/** The leaf's outline at an angle to the road; its ends are rounded about the pivot so that they clear the quays. */
function leaf(angle: number): string {
  const ends =
    arc(pivot, reach, angle - flare, angle + flare) + arc(pivot, reach, angle + 180 - flare, angle + 180 + flare);
  return (
    ends +
    polyline(corner(angle + flare), corner(angle + 180 - flare)) +
    polyline(corner(angle - flare), corner(angle + 180 + flare))
  );
}

/** What stiffens the leaf, at the same angle. */
function bracing(angle: number): string {
  const left = divide(corner(angle + flare), corner(angle + 180 - flare), bays).map(whole);
  const right = divide(corner(angle - flare), corner(angle + 180 + flare), bays).map(whole);
  return lattice(left, right) + posts(left, right);
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
  segments(range(24).map((index) => [onCircle(pivot, pier - 10, index * 15), onCircle(pivot, pier, index * 15)]));
const turning = arc(pivot, reach, flare, open - flare) + arc(pivot, reach, 180 + flare, 180 + open - flare);
const sweep = leaf(0) + turning;
const quays = [-1, 1]
  .map((side) => {
    const mouth = 320 + side * Math.sqrt(clear ** 2 - road ** 2);
    const out = 320 + side * 330;
    return (
      [-1, 1]
        .map((bank) => polyline([mouth, 200 + bank * 900], [mouth, 200 + bank * road], [out, 200 + bank * road]))
        .join('') + arc(pivot, clear, 90 - side * 90 - flare, 90 - side * 90 + flare)
    );
  })
  .join('');
const streams = [14, 58, 120]
  .flatMap((aside) =>
    [-1, 1].map((side) => smooth(stream(aside).map(([x, y]) => whole([pivot[0] + side * x, pivot[1] + y])))),
  )
  .join('');

// Three ways across, and three directions in which a leaf could lie.
const ways = segments([-12, 0, 12].map((aside) => [[0, pivot[1] + aside] as const, [640, pivot[1] + aside] as const]));
const directions = segments(
  [0, open, 90].map((angle) => [onCircle(pivot, reach, angle), onCircle(pivot, reach, angle + 180)] as const),
);

/** Three ways are followed across, the pivot settles how the leaf lies, it turns on trial aside from the road, it closes. */
export const stages: readonly Stage[] = [
  { adds: quays, aids: ways },
  { adds: ring, aids: directions },
  { adds: turning, aids: leaf(open) + bracing(open) },
  { adds: leaf(0), fills: bracing(0), aids: ways },
];
