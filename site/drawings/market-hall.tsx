import { camera } from './camera.ts';
import { smooth } from './arcs.ts';
import { bothSides, catenary, each, linesOf, place, type Point, pointsOf, range } from './geometry.ts';
import { Body, type InColours, Line, MainLine, Sheet, type Stage, Tags } from './sheet.tsx';

// Metres: a nave 22 m wide under a chain turned over, an aisle of 5 m on each side, four bays of 10 m. Wider aisles would reach
// the words on the left.
const seen = camera({ eye: [-1.6, 4.8, -18], focal: 388, centre: [300, 296.5] });
const half = 11;
const outer = 16;
const springing = 6.4;
const eaves = springing - 2.4;
const bay = 10;
const depths = range(5).map((index) => index * bay);
const vault = catenary(half, 9.2, 12).map(([x, y]): Point => [x, springing - y]);

/** Retail and e-commerce: a covered hall with one rail for all who sell. Of its six coats three can be bought. */
export function MarketHall({ gradient, tags }: InColours) {
  return (
    <Sheet>
      <Line.Fine d={floor} />
      <Line.Web d={purlins} />
      <Line.Structure d={each(depths, rib) + each(depths, aisles)} />
      <Body d={coats(0, 6)} />
      <MainLine d={rail + coats(3, 6)} gradient={gradient} filled />
      <Tags tags={tags} at={countedAt} />
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

/** From one end of the hall to the other. */
function run([x, y]: Point): string {
  return line([x, y, 0], [x, y, bay * 4]);
}

const purlins = each(vault, (point) => run(point)) + bothSides((side) => run([side * outer, eaves]));

const across = (along: number) => line([-outer, 0, along], [outer, 0, along]);
// The floor ends on the edge of the sheet, where its place has a line. Between the front posts it has words.
const floor =
  each([-outer, outer], (x) => run([x, 0])) +
  bothSides((at) => line([at * half, 0, bay], [at * half, 0, bay * 4])) +
  each(depths.slice(1), across);

// Sheet units: the rail ties the front posts. Its coats hang as they are counted: reserved, kept as a margin, to be bought.
const rail = line([-half, springing, 0], [half, springing, 0]);
const hungAt = [149, 209, 302, 398, 458, 518];
const side = pointsOf('0 16, 6 12, 19 20, 27 62, 20 64, 15 40, 18 92');
const coat = [...side, ...side.toReversed().map(([x, y]): Point => [-x, y])];
const coats = (from: number, to: number) =>
  each(hungAt.slice(from, to), (x) => {
    const hung = linesOf(place([x, seen([0, springing, 0])[1]], 1, -1));
    return `${hung(...coat)}Z${hung([0, 0], [0, 92])}`;
  });
const countedAt = [166, 306, 458].map((x): Point => [x, 388]);

const [first = 0, second = 0, ...others] = depths;

export const sky = 48;

/** A plan on the floor, one rib is set up as the pattern, one bay is framed, then all, and the rail takes the stock. */
export const stages: readonly Stage[] = [
  { adds: floor },
  { adds: rib(first) },
  { adds: rib(second) + aisles(first) + aisles(second) },
  { adds: each(others, (along) => rib(along) + aisles(along)), fills: purlins },
  { adds: rail, fills: coats(0, 3), enters: 'launched', loads: coats(3, 6), cross: true },
];
