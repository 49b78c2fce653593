import { arc, catenary, onCircle, type Point, polyline, segments } from './geometry.ts';
import { AccentBody, AccentLine, Body, DashedLine, FineLine, Panorama, StructureLine, WebLine } from './sheet.tsx';

const pivot: Point = [800, 44];
const halfSpan = 560;
const sag = 296;
const divisions = 120;
/** How many divisions on either side of the lowest point are within range. */
const tolerance = 9;
/** How long the plumb line is, its bob included. */
const plumb = sag - 26;
const swing = 19;

/** LIS365: a plumb line reads a graduated chain, on which the range is marked that a result should lie in. */
export function SagGauge() {
  return (
    <Panorama>
      <FineLine d={datum} />
      <StructureLine d={beam + polyline(...chain)} />
      <WebLine d={marks((index) => index % 5 !== 0)} />
      <StructureLine d={marks((index) => index % 5 === 0)} />
      <DashedLine d={sweep} />
      <Body d={stands} />
      <path d={tolerated} className="stroke-accent" strokeWidth="9" vectorEffect="non-scaling-stroke" />
      <AccentLine d={line} />
      <AccentBody d={bob} />
    </Panorama>
  );
}

/** A point of the gauge by its distance from the pivot: to the right, and upwards. */
const at = ([x, y]: Point): Point => [pivot[0] + x, pivot[1] - y];
const chain = catenary(halfSpan, sag, divisions).map(at);
const lowest = divisions / 2;
const tolerated = polyline(...chain.slice(lowest - tolerance, lowest + tolerance + 1));

/** The marks at those divisions, counted from the lowest point, that `chosen` takes: square to the chain, longer at tens. */
function marks(chosen: (index: number) => boolean): string {
  return segments(
    chain.flatMap((point, index) => {
      const [before, after, count] = [chain[index - 1], chain[index + 1], index - lowest];
      if (!before || !after || !chosen(count)) return [];
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
      const length = (count % 5 ? 15 : count % 10 ? 26 : 40) / Math.hypot(dx, dy);
      return [[point, [point[0] + dy * length, point[1] - dx * length]]];
    }),
  );
}

const line = polyline(pivot, at([0, 92 - plumb]));
// Half as wide as this at each height above its point.
const edge: readonly Point[] = [
  [8, 92],
  [8, 76],
  [28, 62],
  [28, 46],
  [0, 0],
];
const bob = outline(
  ...[...edge, ...edge.map(([x, y]): Point => [-x, y]).toReversed()].map(([x, y]): Point => [x, y - plumb]),
);
const sweep =
  segments([-1, 1].map((side) => [pivot, onCircle(pivot, plumb, 270 + side * swing)])) +
  arc(pivot, plumb, 270 - swing, 270 + swing);
const datum = polyline(at([-1700, -plumb]), at([1700, -plumb]));

const beam = segments([-5, 5].map((y) => [at([-halfSpan, y]), at([halfSpan, y])]));
// As a laboratory has them: a rod on a plate, and a clamp.
const stands = [-halfSpan, halfSpan]
  .map((x) => box(x, 8, 30, -348) + box(x, 84, -344, -360) + box(x, 17, 13, -13))
  .join('');

function box(x: number, half: number, above: number, below: number): string {
  return outline([x - half, below], [x - half, above], [x + half, above], [x + half, below]);
}

function outline(...points: Point[]): string {
  return `${polyline(...points.map(at))}Z`;
}
