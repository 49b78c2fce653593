import { circle, divide, lattice, type Point, polyline, posts } from './geometry.ts';
import { DashedLine, FineLine, Sheet, StructureLine, WebLine } from './sheet.tsx';

// Sheet units.
const top = 58;
const deck = 300;
const low: Point = [176, deck - 12];
const high: Point = [464, deck - 104];

/** A lift bridge that has stuck on its way up, one end ahead of the other: what a fault of ours looks like. */
export function JammedLift() {
  return (
    <Sheet runsOn={[deck, deck + 10, 344]}>
      <FineLine d={water} />
      <DashedLine d={inPlace} />
      <WebLine d={web} />
      <StructureLine d={tower(low, -1) + tower(high, 1) + beam} />
      <path d={span} className="cable stroke-cable" strokeWidth="3" vectorEffect="non-scaling-stroke" />
    </Sheet>
  );
}

/** The tower beside an end of the span, with the counterweight that is as far down as the end is up, and the road to it. */
function tower([, end]: Point, side: number): string {
  const x = (across: number) => 320 + side * across;
  const weight = top + deck + 70 - end;
  return (
    circle([x(170), top], 22) +
    polyline([x(158), top + 18], [x(158), 400]) +
    polyline([x(204), top + 18], [x(204), 400]) +
    polyline([x(192), top], [x(192), weight]) +
    polyline([x(184), weight], [x(199), weight], [x(199), weight + 48], [x(184), weight + 48], [x(184), weight]) +
    polyline([x(320), deck], [x(158), deck], [x(158), deck + 10], [x(320), deck + 10])
  );
}

const lower = divide(low, high, 8);
const upper = lower.map(([x, y]): Point => [x - 13, y - 42]).slice(1, -1);
const span = polyline(low, ...upper, high, low);
const web =
  lattice(upper, lower.slice(1, -1)) +
  posts(upper, lower.slice(1, -1)) +
  polyline([172, top], low) +
  polyline([468, top], high);
const beam = polyline([162, top + 22], [478, top + 22]) + polyline([162, top + 32], [478, top + 32]);
const inPlace = [deck, deck + 10].map((y) => polyline([170, y], [470, y])).join('');
const water = [344, 352, 360, 368].map((y, index) => polyline([index * 30, y], [640 - index * 22, y])).join('');
