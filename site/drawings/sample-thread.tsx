import { arc, circle, onCircle } from './arcs.ts';
import { bothSides, catenary, each, linesOf, place, type Point, pointsOf, polygon, polyline } from './geometry.ts';
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
/** Half the height of a clamp, and how far the hook's eye reaches below it. */
const [clamp, eye] = [13, 14];

/** LIS365: a plumb line reads a graduated chain, on which the range is marked that a result should lie in. */
export function SagGauge() {
  return (
    <Panorama>
      <FineLine d={datum} />
      <StructureLine d={beam + polyline(...chain)} />
      <WebLine d={marks((index) => index % 5 !== 0)} />
      <StructureLine d={marks((index) => index % 5 === 0)} />
      <DashedLine d={sweep} />
      <Body d={stands + holder} />
      <path d={tolerated} className="stroke-accent" strokeWidth="9" vectorEffect="non-scaling-stroke" />
      <AccentLine d={line([0, -clamp - eye], [0, 92 - plumb])} />
      <AccentBody d={bob} />
    </Panorama>
  );
}

/** A point of the gauge by its distance from the pivot: to the right, and upwards. */
const at = place(pivot);
const chain = catenary(halfSpan, sag, divisions).map(at);
const lowest = divisions / 2;
const tolerated = polyline(...chain.slice(lowest - tolerance, lowest + tolerance + 1));

/** The marks at those divisions, counted from the lowest point, that `chosen` takes: square to the chain, longer at tens. */
function marks(chosen: (index: number) => boolean): string {
  return each(chain, (point, index) => {
    const [before, after, count] = [chain[index - 1], chain[index + 1], index - lowest];
    if (!before || !after || !chosen(count)) return '';
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = (count % 5 ? 15 : count % 10 ? 26 : 40) / Math.hypot(dx, dy);
    return polyline(point, [point[0] + dy * length, point[1] - dx * length]);
  });
}

const line = linesOf(at);
/** From its point: to the right and upwards. Its sides meet in the point, which ends the one and begins the other. */
const bobSides = pointsOf('8 92, 8 76, 28 62, 28 46, 0 0, 0 0, -28 46, -28 62, -8 76, -8 92');
const bob = polygon(...bobSides.map(place(at([0, -plumb]))));
const sweep =
  bothSides((side) => polyline(pivot, onCircle(pivot, plumb, 270 + side * swing))) +
  arc(pivot, plumb, 270 - swing, 270 + swing);
const datum = line([-1700, -plumb], [1700, -plumb]);

const beam = each([-5, 5], (y) => line([-halfSpan, y], [halfSpan, y]));
// As a laboratory has them: a rod on a plate, and a clamp.
const stands = each(
  [-halfSpan, halfSpan],
  (x) => box(x, 8, 30, -344) + box(x, 84, -344, -360) + box(x, 17, clamp, -clamp),
);
/** What the plumb line hangs by: a clamp on the beam, and the hook's eye under it. */
const holder = box(0, 17, clamp, -clamp) + circle(at([0, -clamp - eye / 2]), eye / 2);

function box(x: number, half: number, above: number, below: number): string {
  return `${line([x - half, below], [x - half, above], [x + half, above], [x + half, below])}Z`;
}
