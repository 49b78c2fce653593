import { camera, type Point3 } from './camera.ts';
import { smooth } from './arcs.ts';
import { bothSides, catenary, each, linesOf, place, type Point, pointsOf, range } from './geometry.ts';
import { FineLine, type InColours, MainLine, Sheet, type Stage, StructureLine, WebLine } from './sheet.tsx';

// Metres: a nave 20 m wide under a chain turned over, an aisle of 6 m on each side, eight bays of 7 m. Wider aisles would reach
// the words on the left.
const seen = camera({ eye: [-1.6, 4.8, -18], focal: 388, centre: [300, 290] });
const half = 10;
const outer = 16;
const springing = 6.4;
const eaves = springing - 2.4;
const bay = 7;
const depths = range(9).map((index) => index * bay);
const vault = catenary(half, 9.2, 12).map(([x, y]): Point => [x, springing - y]);

/** Retail and e-commerce: the covered hall in which a town buys and sells. */
export function MarketHall({ gradient }: InColours) {
  return (
    <Sheet>
      <FineLine d={floor} />
      <WebLine d={purlins + stalls} />
      <StructureLine d={each(depths.slice(1), rib) + each(depths, aisles)} />
      <MainLine d={rib(0)} gradient={gradient} />
    </Sheet>
  );
}

const line = linesOf(seen);

/** Two posts and the arch between them, so far along the nave. */
function rib(along: number): string {
  return (
    smooth(vault.map(([x, y]) => seen([x, y, along]))) +
    bothSides((side) => line([side * half, springing, along], [side * half, 0, along]))
  );
}

function aisles(along: number): string {
  return bothSides((side) =>
    line([side * half, springing, along], [side * outer, eaves, along], [side * outer, 0, along]),
  );
}

function section(points: readonly Point[], along: number): string {
  return line(...points.map(([x, y]): Point3 => [x, y, along]));
}

function across(along: number): string {
  return line([-outer, 0, along], [outer, 0, along]);
}

/** From one end of the hall to the other, or between two places. */
function run([x, y]: Point, from = 0, to = bay * 8): string {
  return line([x, y, from], [x, y, to]);
}

const purlins = each(vault, (point) => run(point)) + bothSides((side) => run([side * outer, eaves]));

// Stalls along both sides of the nave: a gable to the passer-by, and the roof behind it.
const stalls = bothSides((side) => {
  const gable = pointsOf('3.8 0, 3.8 2.1, 5.9 3.2, 8 2.1, 8 0').map(([x, y]): Point => [side * x, y]);
  const roof = gable.slice(1, 4);
  return each(range(5), (index) => {
    const along = index * bay + 1;
    return (
      section(gable, along) +
      section(roof, along + 4.5) +
      section([...roof.slice(0, 1), ...roof.slice(2)], along) +
      each(roof, (point) => run(point, along, along + 4.5))
    );
  });
});
const floor = each(range(11), (index) => run([(index / 5 - 1) * outer, 0])) + each(depths, across);

// In the small, the ribs that perspective leaves room for.
const few = [0, 1, 2, 3, 5, 8].map((index) => index * bay);
const [first = 0, second = 0, ...others] = few;
const plan = each([-outer, -half, half, outer], (x) => run([x, 0])) + each(few, across);
// Sacks hung from the first rib, as heavy as a night of snow.
const sack = pointsOf('0 0, 0 -2, -0.9 -2, -0.9 -4, 0.9 -4, 0.9 -2, 0 -2');
const loads = each(vault.slice(3, -3), (point) => section(sack.map(place(point, 1, -1)), 0));

/** The stalls are counted on the floor, one rib is set up as the pattern, one bay is framed, then all, and the roof bears its load. */
export const stages: readonly Stage[] = [
  { adds: plan, aids: stalls },
  { adds: rib(first), aids: stalls },
  { adds: rib(second) + aisles(first) + aisles(second), aids: stalls },
  { adds: each(others, (along) => rib(along) + aisles(along)) },
  { adds: purlins, aids: loads },
];
