import type { Gradient } from '../../content/accent.ts';
import { arc, onCircle, type Point, polyline, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine } from './sheet.tsx';
import type { Stage } from './stage-drawing.tsx';

// Sheet units: a semicircle of 21 stones; the eleventh stands proud of the others.
const centre: Point = [320, 372];
const inner = 236;
const outer = 290;
const lagging = inner - 14;
const stones = 21;
const turn = 180 / stones;
const keyFrom = 90 - turn / 2;
const keyTo = 90 + turn / 2;
const course = 26;

/** Power Platform: an arch in which one stone lets all the others stand. */
export function KeystoneArch({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={courses} />
      <WebLine d={falsework} />
      <StructureLine d={voussoirs} />
      <MainLine d={line} gradient={gradient} />
    </Sheet>
  );
}

const joints = range(stones + 1).filter((index) => Math.abs(index - stones / 2) > 1);
const voussoirs =
  arc(centre, inner, 0, keyFrom) +
  arc(centre, inner, keyTo, 180) +
  segments(joints.map((index) => [onCircle(centre, inner, index * turn), onCircle(centre, outer, index * turn)])) +
  polyline([
    [0, centre[1]],
    [640, centre[1]],
  ]);
const key = [
  onCircle(centre, inner - 12, keyFrom),
  onCircle(centre, inner - 12, keyTo),
  onCircle(centre, outer + 24, keyTo),
  onCircle(centre, outer + 24, keyFrom),
];
const line = arc(centre, outer, 0, keyFrom) + `${polyline(key)}Z` + arc(centre, outer, keyTo, 180);

// The timber that holds the stones until the last one is in: struts from three shoes on the tie to the lagging.
const shoes = [-118, 0, 118].map((x): Point => [centre[0] + x, centre[1]]);
const struts = [
  [0, [12, 30, 48, 66].map((angle) => 180 - angle)],
  [1, [48, 66, 84, 96, 114, 132]],
  [2, [12, 30, 48, 66]],
] as const;
const falsework =
  arc(centre, lagging, 0, keyFrom) +
  arc(centre, lagging, keyTo, 180) +
  segments(
    struts.flatMap(([shoe, angles]) =>
      angles.map((angle) => [shoes[shoe] ?? centre, onCircle(centre, lagging, angle)] as const),
    ),
  );

/** Half the width that the arch takes out of the wall at a height. */
const reach = (y: number) => Math.sqrt(Math.max(0, outer ** 2 - (centre[1] - y) ** 2));
const rows = range(14).map((index) => centre[1] - index * course);
const courses = segments([
  ...rows.flatMap((y) =>
    [-1, 1].map(
      (side) =>
        [
          [320 + side * 320, y],
          [320 + side * reach(y), y],
        ] as [Point, Point],
    ),
  ),
  ...rows.flatMap((y, row) =>
    range(7).flatMap((index) => {
      const aside = (index + (row % 2) / 2) * course * 2;
      return aside > Math.max(reach(y), 30)
        ? [320 - aside, 320 + aside].map(
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

/** The stones of one side of the arch, and their mirror images, counted from the springing. */
const stonesBetween = (from: number, to: number) =>
  [(index: number) => index * turn, (index: number) => 180 - index * turn]
    .map(
      (angle) =>
        arc(centre, inner, Math.min(angle(from), angle(to)), Math.max(angle(from), angle(to))) +
        arc(centre, outer, Math.min(angle(from), angle(to)), Math.max(angle(from), angle(to))) +
        segments(
          range(to - from + 1).map((index) => [
            onCircle(centre, inner, angle(from + index)),
            onCircle(centre, outer, angle(from + index)),
          ]),
        ),
    )
    .join('');

/** The ground is levelled, the timber stands, stones rise from both sides, the last one locks them, the timber is struck. */
export const stages: readonly Stage[] = [
  {
    adds: polyline([
      [0, centre[1]],
      [640, centre[1]],
    ]),
  },
  { adds: arc(centre, lagging, 0, 180), aids: falsework },
  { adds: stonesBetween(0, 7), aids: falsework },
  { adds: stonesBetween(7, 10), aids: falsework },
  { adds: `${polyline(key)}Z` },
];
