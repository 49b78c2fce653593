import type { Gradient } from '../../content/schema/fields.ts';
import { arc, onCircle, type Point, polyline, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

// Sheet units: a semicircle of 21 stones; the eleventh stands proud of the others.
const centre: Point = [320, 372];
const inner = 236;
const outer = 290;
const lagging = inner - 14;
const stones = 21;
const turn = 180 / stones;
const keyIndex = (stones - 1) / 2;
const keyFrom = keyIndex * turn;
const keyTo = keyFrom + turn;
const course = 26;

/** Power Platform: an arch in which one stone lets all the others stand. */
export function KeystoneArch({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet runsOn={[centre[1]]}>
      <FineLine d={courses} />
      <WebLine d={falsework} />
      <StructureLine d={beds(0, keyIndex) + ground} />
      <MainLine d={onBothSides(outer, 0, keyIndex) + key} gradient={gradient} />
    </Sheet>
  );
}

/** A circle over the stones from one to another, counted from the springing, and over their mirror images. */
function onBothSides(radius: number, from: number, to: number): string {
  return arc(centre, radius, from * turn, to * turn) + arc(centre, radius, 180 - to * turn, 180 - from * turn);
}

/** The same stones' faces below and joints. */
function beds(from: number, to: number): string {
  const joints = range(to - from + 1).flatMap((index) => [(from + index) * turn, 180 - (from + index) * turn]);
  return (
    onBothSides(inner, from, to) +
    segments(joints.map((angle) => [onCircle(centre, inner, angle), onCircle(centre, outer, angle)]))
  );
}

const ground = polyline([0, centre[1]], [640, centre[1]]);
const key = `${polyline(
  onCircle(centre, inner - 12, keyFrom),
  onCircle(centre, inner - 12, keyTo),
  onCircle(centre, outer + 24, keyTo),
  onCircle(centre, outer + 24, keyFrom),
)}Z`;

// The timber that holds the stones until the last one is in: struts from three shoes on the tie to the lagging.
const shoes = [-118, 0, 118].map((x): Point => [centre[0] + x, centre[1]]);
const struts = [
  [0, [12, 30, 48, 66].map((angle) => 180 - angle)],
  [1, [48, 66, 84, 96, 114, 132]],
  [2, [12, 30, 48, 66]],
] as const;
const falsework =
  onBothSides(lagging, 0, keyIndex) +
  segments(
    struts.flatMap(([shoe, angles]) =>
      angles.map((angle) => [shoes[shoe] ?? centre, onCircle(centre, lagging, angle)] as const),
    ),
  );

/** Half the width that the arch takes out of the wall at a height. */
const reach = (y: number) => Math.sqrt(Math.max(0, outer ** 2 - (centre[1] - y) ** 2));
const rows = range(14).map((index) => centre[1] - index * course);
const courses = segments([
  ...rows.flatMap((y, row) =>
    [-1, 1].map(
      (side) =>
        [
          [320 + side * 320 + (side < 0 ? row * 10 : 0), y],
          [320 + side * reach(y), y],
        ] as [Point, Point],
    ),
  ),
  ...rows.flatMap((y, row) =>
    range(7).flatMap((index) => {
      const aside = (index + (row % 2) / 2) * course * 2;
      return aside > Math.max(reach(y), 30)
        ? [320 - aside, 320 + aside]
            .filter((x) => x > row * 10)
            .map(
              (x) =>
                [
                  [x, y],
                  [x, y - course],
                ] as [Point, Point],
            )
        : [];
    }),
  ),
]);

// Each stone of one side beside its mirror image, as they lie until they are set.
const laidOut = range(keyIndex)
  .map((index) =>
    polyline(
      ...[0, 22, 20, 2, 0].map((x, corner): Point => [30 + index * 60 + x, centre[1] - (corner % 4 > 1 ? 44 : 0)]),
    ),
  )
  .join('');
const stonesBetween = (from: number, to: number) => beds(from, to) + onBothSides(outer, from, to);

/** Every stone is laid out, the first are set on the timber, both sides rise together, the last locks them and the timber goes. */
export const stages: readonly Stage[] = [
  { adds: ground, aids: laidOut },
  { adds: stonesBetween(0, 4), aids: falsework },
  { adds: stonesBetween(4, keyIndex), aids: falsework },
  { adds: key },
];
