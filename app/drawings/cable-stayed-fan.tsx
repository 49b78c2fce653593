import type { Gradient } from '../../content/accent.ts';
import { camera, type Point3 } from './camera.ts';
import { type Point, polyline, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine } from './sheet.tsx';

// Metres, seen from beside the deck, above it: a pylon in the shape of an A, 105 m high, 122 m ahead.
const horizon = 268;
const seen = camera({ eye: [-46, 14, 0], focal: 330, centre: [84, horizon] });
const pylon = 122;
const edge = 14;
const apex = 105;
const perSide = 11;

/** Software development: every stay runs from one head to its own place on the deck. */
export function CableStayedFan({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={water + beams} />
      <WebLine d={stays} />
      <StructureLine d={deck + crossbeam} />
      <MainLine d={legs} gradient={gradient} x={[150, 270]} />
    </Sheet>
  );
}

const sides = [-1, 1] as const;

/** One stay from the head to its place on the deck, `direction` −1 towards the eye and 1 away from it. */
function stay(side: number, direction: number, index: number): readonly [Point, Point] {
  const head: Point3 = [side * 0.8, apex - 4 - (perSide - 1 - index) * 2.4, pylon];
  const foot: Point3 = [side * edge, 0, pylon + direction * (14 + index * 7.6)];
  return [seen(head), seen(foot)];
}

// Away from the eye every second stay is left out: perspective would close them to a blot.
const stays = segments(
  sides.flatMap((side) => [
    ...range(perSide).map((index) => stay(side, -1, index)),
    ...range(Math.ceil(perSide / 2)).map((index) => stay(side, 1, index * 2)),
  ]),
);
const legs = polyline([seen([-edge - 6, -24, pylon]), seen([0, apex, pylon]), seen([edge + 6, -24, pylon])]);
const deck = sides
  .flatMap((side) =>
    [0, -3].map((height) => polyline([seen([side * edge, height, 8]), seen([side * edge, height, 6000])])),
  )
  .join('');
const crossbeam = polyline([seen([-16.7, -3, pylon]), seen([16.7, -3, pylon])]);
const water = segments([
  [
    [0, horizon],
    [640, horizon],
  ],
  ...[-1, 1].flatMap((side) =>
    range(3).map((index) => {
      const [across, along] = [side * (edge + 6), pylon - index * 3];
      return [seen([across - 9 + index * 2, -24, along]), seen([across + 9 - index, -24, along])] as const;
    }),
  ),
]);
const beams = segments(
  range(28).map((index) => [seen([-edge, 0, 24 + index * 7.6]), seen([edge, 0, 24 + index * 7.6])]),
);
