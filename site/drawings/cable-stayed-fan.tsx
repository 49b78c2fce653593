import { camera, type Point3 } from './camera.ts';
import { bothSides, each, level, linesOf, polyline, range, whole } from './geometry.ts';
import { FineLine, type InColours, MainLine, Sheet, type Stage, StructureLine, WebLine } from './sheet.tsx';

// Metres, seen from beside the deck, above it: a pylon in the shape of an A, 105 m high, 122 m ahead.
const horizon = 268;
const eye: Point3 = [-46, 14, 0];
const seen = camera({ eye, focal: 330, centre: [84, horizon] });
const pylon = 122;
const edge = 14;
const depth = 4.5;
const apex = 105;
const foot = -24;
const splay = (edge + 6) / (apex - foot);
const perSide = 11;

/** Software development: every stay runs from one head to its own place on the deck. */
export function CableStayedFan({ gradient }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <FineLine d={skyline + ripples + beams + axis} />
      <WebLine d={stays} />
      <StructureLine d={deck + brackets} />
      <MainLine d={legs} gradient={gradient} x={[150, 270]} />
    </Sheet>
  );
}

const line = linesOf(seen);

/** One stay from the head to its place on the deck, `direction` −1 towards the eye and 1 away from it. */
function stay(side: number, direction: number, index: number): string {
  const head: Point3 = [side * 0.8, apex - 4 - (perSide - 1 - index) * 2.4, pylon];
  const foot: Point3 = [side * edge, 0, pylon + direction * (14 + index * 7.6)];
  return polyline(whole(seen(head)), whole(seen(foot)));
}

// Away from the eye every second stay is left out: perspective would close them to a blot.
const stays = bothSides(
  (side) =>
    each(range(perSide), (index) => stay(side, -1, index)) +
    each(range(Math.ceil(perSide / 2)), (index) => stay(side, 1, index * 2)),
);

/** A place on a leg of the pylon. */
const onLeg = (side: number, height: number): Point3 => [side * splay * (apex - height), height, pylon];

// Where the sight line over the far edge of the deck meets the right leg: the deck hides what is below.
const fall = eye[1] / (edge - eye[0]);
const hidden = (eye[1] - fall * (splay * apex - eye[0])) / (1 - fall * splay);
const legs = line(onLeg(-1, foot), [0, apex, pylon], onLeg(1, hidden));

/** A line of the deck from under the eye to the horizon. */
const along = (across: number, height: number) => line([across, height, 8], [across, height, 6000]);
const axis = along(0, 0);
const deck = along(-edge, 0) + along(edge, 0) + along(-edge, -depth);
const brackets = line(onLeg(-1, -depth), [-edge, -depth, pylon]);
const skyline = level(horizon, 0, 640);
const ripples = each(range(3), (index) => {
  const [across, ahead] = [-edge - 6, pylon - index * 3];
  return line([across - 9 + index * 2, foot, ahead], [across + 9 - index, foot, ahead]);
});
const beams = each(range(28), (index) => {
  const ahead = 24 + index * 7.6;
  return polyline(whole(seen([-edge, 0, ahead])), whole(seen([edge, 0, ahead])));
});

/** A stretch of deck that grows alike on both sides of the pylon, in metres from it, and the stays towards the eye. */
const strung = (from: number, to: number, stays: readonly number[]) =>
  bothSides((side) => {
    const end = (distance: number): Point3 => [side * edge, 0, Math.max(8, pylon + distance)];
    const stretches = bothSides((direction) => line(end(direction * from), end(direction * to)));
    return stretches + each(stays, (index) => stay(side, -1, index));
  });
const behind = (stays: readonly number[]) => bothSides((side) => each(stays, (index) => stay(side, 1, index)));
const rods = each([24, 34, 48, 70, 110], (ahead) => line([0, 0, ahead], [0, 5, ahead]));

export const runsOn = [horizon];

/** The axis is set out, the pylon stands with one rope each way, one slice hangs, both sides grow alike, the deck is through. */
export const stages: readonly Stage[] = [
  { adds: skyline + axis, aids: rods },
  { adds: legs + brackets, aids: bothSides((direction) => stay(-1, direction, perSide - 1)) },
  { adds: strung(0, 25, [1]), fills: behind([1]) },
  { adds: strung(25, 63, [3, 6]), fills: behind([3, 6]) },
  { adds: strung(63, 6000, [8, 10]) + along(-edge, -depth), fills: behind([8, 10]) },
];
