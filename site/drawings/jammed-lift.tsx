import { circle } from './arcs.ts';
import { divide, each, level, type Point, polyline, upright } from './geometry.ts';
import { truss } from './trusses.ts';
import { Line, Sheet } from './sheet.tsx';

// Sheet units.
const top = 58;
const deck = 300;
const low: Point = [176, deck - 12];
const high: Point = [464, deck - 104];

/** A lift bridge that has stuck on its way up, one end ahead of the other: what a fault of ours looks like. */
export function JammedLift() {
  return (
    <Sheet runsOn={{ deck: [deck, deck + 10], ground: 344 }}>
      <Line.Fine d={water} />
      <Line.Dashed d={inPlace} />
      <Line.Web d={web} />
      <Line.Structure d={tower(low, -1) + tower(high, 1) + beam} />
      <Line.Cable d={span} />
    </Sheet>
  );
}

/** The tower beside an end of the span, with the counterweight that is as far down as the end is up, and the road to it. */
function tower([, end]: Point, side: number): string {
  const x = (across: number) => 320 + side * across;
  const weight = top + deck + 70 - end;
  return (
    circle([x(170), top], 22) +
    upright(x(158), top + 18, 400) +
    upright(x(204), top + 18, 400) +
    upright(x(192), top, weight) +
    polyline([x(184), weight], [x(199), weight], [x(199), weight + 48], [x(184), weight + 48], [x(184), weight]) +
    polyline([x(320), deck], [x(158), deck], [x(158), deck + 10], [x(320), deck + 10])
  );
}

const lower = divide(low, high, 8);
const hung = lower.slice(1, -1);
const upper = hung.map(([x, y]): Point => [x - 13, y - 42]);
const span = polyline(low, ...upper, high, low);
const web = truss(upper, hung) + polyline([172, top], low) + polyline([468, top], high);
const beam = level(top + 22, 162, 478) + level(top + 32, 162, 478);
const inPlace = level(deck, 170, 470) + level(deck + 10, 170, 470);
const water = each([344, 352, 360, 368], (y, index) => level(y, index * 30, 640 - index * 22));
