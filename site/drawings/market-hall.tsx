import type { Gradient } from '../../content/schema/fields.ts';
import { camera } from './camera.ts';
import { catenary, type Point, polyline, range, segments, smooth } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

// Metres: a nave 20 m wide under a chain turned over, an aisle on each side, eight bays of 7 m.
const seen = camera({ eye: [-1.6, 4.8, -18], focal: 388, centre: [300, 290] });
const half = 10;
const outer = 18;
const springing = 6.4;
const bay = 7;
const depths = range(9).map((index) => index * bay);
const vault = catenary(half, 9.2, 12).map(([x, y]): Point => [x, springing - y]);
const sides = [-1, 1] as const;

/** Retail and e-commerce: the covered hall in which a town buys and sells. */
export function MarketHall({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={floor} />
      <WebLine d={purlins + stalls} />
      <StructureLine d={depths.slice(1).map(rib).join('') + depths.map(aisles).join('')} />
      <MainLine d={rib(0)} gradient={gradient} />
    </Sheet>
  );
}

/** Two posts and the arch between them, so far along the nave. */
function rib(along: number): string {
  return (
    smooth(vault.map(([x, y]) => seen([x, y, along]))) +
    segments(sides.map((side) => [seen([side * half, springing, along]), seen([side * half, 0, along])]))
  );
}

function aisles(along: number): string {
  return sides
    .map((side) =>
      section(
        [
          [side * half, springing],
          [side * outer, springing - 2.4],
          [side * outer, 0],
        ],
        along,
      ),
    )
    .join('');
}

function section(points: readonly Point[], along: number): string {
  return polyline(...points.map(([x, y]) => seen([x, y, along])));
}

function across(along: number) {
  return [seen([-outer, 0, along]), seen([outer, 0, along])] as const;
}

function run([x, y]: Point) {
  return [seen([x, y, 0]), seen([x, y, bay * 8])] as const;
}

const purlins = segments([...vault.map(run), ...sides.map((side) => run([side * outer, springing - 2.4]))]);

// Stalls along both sides of the nave: a gable to the passer-by, and the roof behind it.
const stalls = sides
  .flatMap((side) =>
    range(5).map((index) => {
      const along = index * bay + 1;
      const gable: Point[] = [
        [3.8, 0],
        [3.8, 2.1],
        [5.9, 3.2],
        [8, 2.1],
        [8, 0],
      ].map(([x = 0, y = 0]) => [side * x, y]);
      const roof = gable.slice(1, 4).map(([x, y]) => [seen([x, y, along]), seen([x, y, along + 4.5])] as const);
      return (
        section(gable, along) +
        section(gable.slice(1, 4), along + 4.5) +
        section(
          [
            [side * 3.8, 2.1],
            [side * 8, 2.1],
          ],
          along,
        ) +
        segments(roof)
      );
    }),
  )
  .join('');
const floor = segments([...range(11).map((index) => run([-outer + index * 3.6, 0])), ...depths.map(across)]);

// In the small, the ribs that perspective leaves room for.
const few = [0, 1, 2, 3, 5, 8].map((index) => index * bay);
const [first = 0, second = 0, ...others] = few;
const plan = segments([...[-outer, -half, half, outer].map((x) => run([x, 0])), ...few.map(across)]);
// Sacks hung from the first rib, as heavy as a night of snow.
const loads = vault
  .slice(3, -3)
  .map(([x, y]) =>
    section(
      [
        [x, y],
        [x, y - 2],
        [x - 0.9, y - 2],
        [x - 0.9, y - 4],
        [x + 0.9, y - 4],
        [x + 0.9, y - 2],
        [x, y - 2],
      ],
      0,
    ),
  )
  .join('');

/** The stalls are counted on the floor, one rib is set up as the pattern, one bay is framed, then all, and the roof bears its load. */
export const stages: readonly Stage[] = [
  { adds: plan, aids: stalls },
  { adds: rib(first), aids: stalls },
  { adds: rib(second) + aisles(first) + aisles(second), aids: stalls },
  { adds: others.map((along) => rib(along) + aisles(along)).join('') },
  { adds: purlins, aids: loads },
];
