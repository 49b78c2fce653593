import { arc, circles, onCircle } from './arcs.ts';
import { box } from './documents/paper.ts';
import { each, level, place, type Point, pointsOf, polygon, polyline, range } from './geometry.ts';
import { Body, type InColours, MainLine, Sheet, type Stage, StructureLine, Tags } from './sheet.tsx';

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

/** Power Platform: one stone lets all the others stand, while the timber that held them is carted off. */
export function KeystoneArch({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <StructureLine d={beds(0, keyIndex) + ground} />
      <MainLine d={onBothSides(outer, 0, keyIndex) + key} gradient={gradient} />
      <Body d={load + wagon} />
      <Tags
        tags={tags}
        at={[
          [320, 46],
          [wagonX, bed + 22],
        ]}
      />
    </Sheet>
  );
}

/** A circle over the stones from one to another, counted from the springing, and over their mirror images. */
function onBothSides(radius: number, from: number, to: number): string {
  return arc(centre, radius, from * turn, to * turn) + arc(centre, radius, 180 - to * turn, 180 - from * turn);
}

/** A joint, `angle` degrees along the arch. */
const joint = (angle: number) => polyline(onCircle(centre, inner, angle), onCircle(centre, outer, angle));

/** The same stones' faces below and joints. */
function beds(from: number, to: number): string {
  const angles = range(to - from + 1).map((index) => (from + index) * turn);
  return onBothSides(inner, from, to) + each(angles, (angle) => joint(angle) + joint(180 - angle));
}

const ground = level(centre[1], 0, 640);
const key = polygon(
  onCircle(centre, inner - 12, keyFrom),
  onCircle(centre, inner - 12, keyTo),
  onCircle(centre, outer + 24, keyTo),
  onCircle(centre, outer + 24, keyFrom),
);

// The timber that holds the stones until the last one is in: struts from three shoes on the tie to the lagging.
const struts = [
  { shoe: -118, angles: [168, 150, 132, 114] },
  { shoe: 0, angles: [48, 66, 84, 96, 114, 132] },
  { shoe: 118, angles: [12, 30, 48, 66] },
];
const falsework =
  onBothSides(lagging, 0, keyIndex) +
  each(struts, ({ shoe, angles }) =>
    each(angles, (angle) => polyline([centre[0] + shoe, centre[1]], onCircle(centre, lagging, angle))),
  );

// The same timber struck: its struts lie on a wagon, the lagging on them in three lengths. The wagon leaves under the arch.
const wagonX = 296;
const [bed, half] = [316, 124];
const load =
  each([28, 37, 46], (above) => `${arc([wagonX, bed - above + (lagging * Math.sqrt(3)) / 2], lagging, 60, 120)}Z`) +
  each([7, 14, 21, 28], (above) => box([wagonX - half + 6, bed - above], 2 * half - 12, 7));
const wagon =
  box([wagonX - half, bed], 2 * half, 32) +
  circles(
    12,
    [-84, 84].map((aside): Point => [wagonX + aside, centre[1] - 12]),
  ) +
  polyline([wagonX + half, bed + 24], [wagonX + half + 62, centre[1]]);

// Each stone of one side beside its mirror image, as they lie until they are set.
const stone = pointsOf('30 0, 52 0, 50 44, 32 44, 30 0');
const laidOut = each(range(keyIndex), (index) => polyline(...stone.map(place([index * 60, centre[1]]))));
const stonesBetween = (from: number, to: number) => beds(from, to) + onBothSides(outer, from, to);

export const runsOn = { deck: [centre[1]] };

/** Every stone is laid out, the first are set on the timber, both sides rise together, the last locks them and the timber goes. */
export const stages: readonly Stage[] = [
  { adds: ground, aids: laidOut },
  { adds: stonesBetween(0, 4), aids: falsework },
  { adds: stonesBetween(4, keyIndex), aids: falsework },
  { adds: key },
];
