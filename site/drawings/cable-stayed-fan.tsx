import type { Gradient } from '../../content/schema/fields.ts';
import { camera, type Point3 } from './camera.ts';
import { type Point, polyline, range, segments, whole } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

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
export function CableStayedFan({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet runsOn={[horizon]}>
      <FineLine d={water + beams + axis} />
      <WebLine d={stays} />
      <StructureLine d={deck + brackets} />
      <MainLine d={legs} gradient={gradient} x={[150, 270]} />
    </Sheet>
  );
}

const sides = [-1, 1] as const;

/** One stay from the head to its place on the deck, `direction` −1 towards the eye and 1 away from it. */
function stay(side: number, direction: number, index: number): readonly [Point, Point] {
  const head: Point3 = [side * 0.8, apex - 4 - (perSide - 1 - index) * 2.4, pylon];
  const foot: Point3 = [side * edge, 0, pylon + direction * (14 + index * 7.6)];
  return [whole(seen(head)), whole(seen(foot))];
}

// Away from the eye every second stay is left out: perspective would close them to a blot.
const stays = segments(
  sides.flatMap((side) => [
    ...range(perSide).map((index) => stay(side, -1, index)),
    ...range(Math.ceil(perSide / 2)).map((index) => stay(side, 1, index * 2)),
  ]),
);

/** A place on a leg of the pylon. */
const onLeg = (side: number, height: number) => seen([side * splay * (apex - height), height, pylon]);

// Where the sight line over the far edge of the deck meets the right leg: the deck hides what is below.
const fall = eye[1] / (edge - eye[0]);
const hidden = (eye[1] - fall * (splay * apex - eye[0])) / (1 - fall * splay);
const legs = polyline(onLeg(-1, foot), seen([0, apex, pylon]), onLeg(1, hidden));

/** A line of the deck from under the eye to the horizon. */
const along = (across: number, height: number) => polyline(seen([across, height, 8]), seen([across, height, 6000]));
const axis = along(0, 0);
const deck = along(-edge, 0) + along(edge, 0) + along(-edge, -depth);
const brackets = polyline(onLeg(-1, -depth), seen([-edge, -depth, pylon]));
const skyline = polyline([0, horizon], [640, horizon]);
const water =
  skyline +
  segments(
    range(3).map((index) => {
      const [across, ahead] = [-edge - 6, pylon - index * 3];
      return [seen([across - 9 + index * 2, foot, ahead]), seen([across + 9 - index, foot, ahead])] as const;
    }),
  );
const beams = segments(
  range(28).map((index) => {
    const along = 24 + index * 7.6;
    return [whole(seen([-edge, 0, along])), whole(seen([edge, 0, along]))];
  }),
);

/** A stretch of deck that grows alike on both sides of the pylon, in metres from it, and the stays towards the eye. */
const strung = (from: number, to: number, stays: readonly number[]) =>
  segments(
    sides.flatMap((side) => [
      ...sides.map((direction) => {
        const end = (distance: number) => seen([side * edge, 0, Math.max(8, pylon + direction * distance)]);
        return [end(from), end(to)] as const;
      }),
      ...stays.map((index) => stay(side, -1, index)),
    ]),
  );
const behind = (stays: readonly number[]) =>
  segments(sides.flatMap((side) => stays.map((index) => stay(side, 1, index))));
const rods = segments([24, 34, 48, 70, 110].map((ahead) => [seen([0, 0, ahead]), seen([0, 5, ahead])]));

/** The axis is set out, the pylon stands with one rope each way, one slice hangs, both sides grow alike, the deck is through. */
export const stages: readonly Stage[] = [
  { adds: skyline + axis, aids: rods },
  { adds: legs + brackets, aids: segments(sides.map((direction) => stay(-1, direction, perSide - 1))) },
  { adds: strung(0, 25, [1]), fills: behind([1]) },
  { adds: strung(25, 63, [3, 6]), fills: behind([3, 6]) },
  { adds: strung(63, 6000, [8, 10]) + along(-edge, -depth), fills: behind([8, 10]) },
];
