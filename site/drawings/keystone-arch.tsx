import { arc, circle, circles, onCircle } from './arcs.ts';
import { person } from './person.ts';
import { box } from './documents/paper.ts';
import { each, level, place, type Point, pointsOf, polygon, polyline, range, whole } from './geometry.ts';
import { Body, type InColours, Line, MainLine, Sheet, type Stage, Tags } from './sheet.tsx';

// Sheet units: a semicircle of 13 stones; the seventh stands proud of the others.
const centre: Point = [320, 372];
const inner = 226;
const outer = 292;
const titleBar = outer - 15;
const lagging = inner - 14;
const stones = 13;
const turn = 180 / stones;
const keyIndex = (stones - 1) / 2;
const keyFrom = keyIndex * turn;
const keyTo = keyFrom + turn;

/** Power Platform: each stone is an app. One lets all the others stand, while the timber that held them leaves with its maker. */
export function KeystoneArch({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Structure d={stonesBetween(0, keyIndex) + apps(0, keyIndex) + ground} />
      <MainLine d={key + keySign} gradient={gradient} filled />
      <Body d={maker + timber + wagon} />
      <Line.Web d={leaving} />
      <Tags
        tags={tags}
        at={[
          [320, 42],
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

// What an app shows, from the middle of its stone's lower face: a form, a list, a chart.
const screens = [
  ['-20 58, 2 58', '-20 40, 0 40', '-20 32, 20 32, 20 20, -20 20, -20 32', '-20 10, -6 10'],
  [
    '-20 58, 6 58',
    '-20 39, -18 39',
    '-9 39, 20 39',
    '-20 26, -18 26',
    '-9 26, 14 26',
    '-20 13, -18 13',
    '-9 13, 18 13',
  ],
  ['-20 58, -2 58', '-20 12, 20 12', '-13 12, -13 24', '0 12, 0 40', '13 12, 13 31'],
].map((strokes) => strokes.map(pointsOf));
const screen = (index: number, at: (point: Point) => Point) =>
  each(screens[index % 3] ?? [], (way) => polyline(...way.map((point) => whole(at(point)))));

/** What is seen on the same stones: their bars, and under each what it shows. */
function apps(from: number, to: number): string {
  const onStone = (index: number) => {
    const angle = (index + 0.5) * turn;
    return ([x, y]: Point): Point => onCircle(onCircle(centre, inner + y, angle), x, angle - 90);
  };
  return (
    onBothSides(titleBar, from, to) +
    each(
      range(to - from),
      (index) =>
        screen(index + from, onStone(index + from)) + screen(index + from + 1, onStone(stones - 1 - index - from)),
    )
  );
}

const ground = level(centre[1], 0, 640);
const key = polygon(
  onCircle(centre, inner - 12, keyFrom),
  onCircle(centre, inner - 12, keyTo),
  onCircle(centre, outer + 24, keyTo),
  onCircle(centre, outer + 24, keyFrom),
);

// The sign of a key, for what signs in.
const keySign = circle([320, 100], 13) + polyline([320, 113], [320, 144]) + each([132, 144], (y) => level(y, 320, 332));

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

// The same timber struck: its struts lie on a wagon, which leaves under the arch, and whoever built with it on top of them.
const wagonX = 330;
const [bed, half] = [316, 112];
const timber = each([7, 14, 21, 28], (above) => box([wagonX - half + 6, bed - above], 2 * half - 12, 7));
const maker = person([wagonX, bed - 28], 36);
const wagon =
  box([wagonX - half, bed], 2 * half, 32) +
  circles(
    12,
    [-76, 76].map((aside): Point => [wagonX + aside, centre[1] - 12]),
  ) +
  polyline([wagonX + half, bed + 24], [wagonX + half + 62, centre[1]]);

// Behind it, the lines of its speed.
const leaving = each([-24, -4, 16], (above, index) =>
  level(bed + above, wagonX - half - 46 + index * 10, wagonX - half - 10),
);

// Each app but the last, in two rows as they lie until they are set.
const laidOut = each(range(2 * keyIndex), (index) => {
  const at = place([170 + (index % keyIndex) * 60, centre[1] - 60 * Math.floor(index / keyIndex)], 0.8);
  return polygon(...pointsOf('-28 0, 28 0, 28 64, -28 64').map(at)) + screen(index, at);
});
const stonesBetween = (from: number, to: number) => beds(from, to) + onBothSides(outer, from, to);

export const runsOn = { deck: [centre[1]] };
export const sky = 40;

/** Every app is laid out, the first are set on the timber, both sides rise together, the last locks them and the timber goes. */
export const stages: readonly Stage[] = [
  { adds: ground, aids: laidOut },
  { adds: stonesBetween(0, 3), fills: apps(0, 3), aids: falsework },
  { adds: stonesBetween(3, keyIndex), fills: apps(3, keyIndex), aids: falsework },
  { adds: key, enters: 'lowered', loads: key + keySign },
];
