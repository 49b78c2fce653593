import { arc, circles, onCircle } from './arcs.ts';
import { catenary, divide, each, place, type Point, polyline, upright } from './geometry.ts';
import { lattice, posts } from './trusses.ts';
import { type InColours, Line, MainLine, OpenSheet } from './sheet.tsx';

// Sheet units: a saddle on the head of a tower. Four strands reach it from as many anchorages; bound into one cable, they
// leave it for a span of 3,000.
const sheet = { width: 520, height: 600 };
const saddle: Point = [306, 112];
const radius = 62;
const halfSpan = 1500;
const sag = 100;
/** How steeply each strand comes, and how far above the saddle's middle its groove lies: the steepest lowest. */
const strands = [
  { angle: 3, above: 7.5 },
  { angle: 16, above: 2.5 },
  { angle: 29, above: -2.5 },
  { angle: 42, above: -7.5 },
];

/** Partner for Microsoft technology: four strands, gathered into one cable. What somebody asks for passes from each to the next. */
export function GatheredCables({ gradient, tags }: InColours) {
  return (
    <OpenSheet {...sheet} fit="xMinYMin slice">
      <g className="max-menu:hidden">
        <Line.Fine d={hangers} />
      </g>
      <Line.Web d={bracing + clamps} />
      <Line.Structure d={cables} />
      <Line.Structure d={tower} />
      <MainLine d={request + circles(7, passings)} gradient={gradient} x={[100, 700]} />
      {tags?.map((tag, index) => (
        <text
          key={tag}
          transform={`translate(${onStrand(index, (comesAt[index] ?? 0) + 18 + 15 * index)
            .map(Math.round)
            .join(' ')}) rotate(${-(strands[index]?.angle ?? 0)})`}
          y="-8"
          textAnchor="end"
          fontSize="18"
          fontWeight="600"
          className="fill-text"
        >
          {tag}
        </text>
      ))}
    </OpenSheet>
  );
}

/** A place on a strand, so far from where it leaves its groove. */
function onStrand(index: number, distance: number): Point {
  const { angle, above } = strands[index] ?? { angle: 0, above: 0 };
  return onCircle(onCircle(saddle, radius + above, 90 + angle), distance, 180 + angle);
}

const span = catenary(halfSpan, sag, 80)
  .filter(([x]) => x <= 0)
  .map(place([saddle[0] + halfSpan, saddle[1] - radius]));
/** The rest of a strand's way: over the saddle and into the span. */
const onward = ({ angle, above }: { angle: number; above: number }) =>
  arc(saddle, radius + above, 90, 90 + angle) + polyline(...span.map(([x, y]): Point => [x, y - above]));
const cables = each(strands, (strand, index) => polyline(onStrand(index, 1400), onStrand(index, 0)) + onward(strand));
// They carry what stands beside the sheet, past the gap between the two: there they would be seen below the deck.
const hung = span.filter(([x]) => x > sheet.width + 40);
const clamps = each(hung, ([x, y]) => upright(x, y - 9, y + 9));
const hangers = each(hung, ([x, y]) => upright(x, y + 9, 2000));

// Where the request comes to each strand, and leaves it.
const comesAt = [160, 134, 98, 66];
const passings = comesAt.map((distance, index) => onStrand(index, distance));
const leavings = [146, 108, 74, 0].map((distance, index) => onStrand(index, distance));
const request =
  polyline(...passings.flatMap((passing, index) => [passing, leavings[index] ?? passing])) +
  each(strands.slice(-1), onward);

const [left = [], right = []] = [-1, 1].map((side) =>
  divide([saddle[0] + side * 26, saddle[1] + 4], [saddle[0] + side * 96, saddle[1] + 1300], 13),
);
const bracing = lattice(left, right);
const tower =
  polyline(...left) +
  polyline(...right) +
  posts(left, right) +
  arc(saddle, radius - 12, 30, 150) +
  polyline(
    onCircle(saddle, radius - 12, 150),
    [saddle[0] - 44, saddle[1] + 4],
    [saddle[0] + 44, saddle[1] + 4],
    onCircle(saddle, radius - 12, 30),
  );
