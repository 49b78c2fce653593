import { onCircle } from './arcs.ts';
import { box } from './documents/paper.ts';
import { each, level, place, type Point, pointsOf, polygon, polyline, range, upright, whole } from './geometry.ts';
import { Body, type InColours, Line, MainLine, Sheet, type Stage, Tags } from './sheet.tsx';

// Sheet units: a deck of 7 rows and as many columns as the window shows, seen from above and from its left end, where it lies on
// the bank. The pylon stands astride it between the columns C and D.
const rows = 7;
const [column, row] = [72, 21];
const lean = 12;
const on = place([64, 326]);
/** The place so many columns from the deck's end and so many rows from its near edge. */
const at = (columns: number, depth: number): Point => on([columns * column + depth * lean, depth * row]);
const foot = 390;
const astride = 3;
const apex: Point = [at(astride, rows / 2)[0], 14];
// As thick as the names of its columns are high.
const thickness = 24;
/** As many columns on each side of the pylon have their rules. Beyond them the spreadsheet ends, and the deck goes on. */
const ruled = 2 * astride;
const end = 10;

/** Software development: the deck is the spreadsheet, and each stay a rule that carries a part of it. One leads into the program. */
export function CableStayedFan({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Fine d={level(foot, 0, 2000)} />
      <Line.Web d={gridBetween(0, ruled) + staysOf(range(ruled))} />
      <Line.Structure d={bank + edgesBetween(0, end) + legs} />
      <Body d={program} />
      <Line.Structure d={code} />
      <MainLine
        d={stay(proved) + cell(proved, 0) + fillHandle + field}
        gradient={gradient}
        filled
        x={[apex[0], at(proved, 0)[0]]}
      />
      <Tags tags={tags && [...tags, ...heads]} at={[[at(proved + 0.5, 0)[0], 376, 24], ...headsAt]} />
    </Sheet>
  );
}

/** Where the column F is, with row 7 the nearest. */
const proved = 5;
const stay = (index: number, depth = 0.5) =>
  polyline([apex[0], apex[1] + 40 - 12 * Math.abs(astride - index - 0.5)], whole(at(index + 0.5, depth)));
const staysOf = (columns: readonly number[]) => each(columns, (index) => stay(index) + stay(index, rows - 0.5));
const cell = (index: number, depth: number) =>
  polygon(at(index, depth), at(index + 1, depth), at(index + 1, depth + 1), at(index, depth + 1));

/** By it a spreadsheet copies a cell into the next ones. */
const corner = at(proved + 1, 0);
const fillHandle = polygon(...[-45, 45, 135, 225].map((angle) => onCircle(corner, 6, angle)));

// The program that the column leads into: a window on the deck, with lines of code, and the field that the cell became.
const program = box([516, 194], 116, 132) + level(212, 516, 632);
const code = each(pointsOf('528 34, 540 62, 540 44, 528 22'), ([from, long], index) =>
  level(228 + 15 * index, from, from + long),
);
const field = level(303, 507, 528) + box([528, 292], 92, 22);

// What a spreadsheet calls its columns, on the girder's face, where no stay passes, and of its rows the first and the last.
const heads = [...'ABCDEF17'];
const headsAt = heads.map((head, index): Point => {
  const [x, y] = index < ruled ? at(index + 0.5, 0) : at(-0.25, head === '1' ? rows - 0.5 : 0.5);
  return [x, y + (index < ruled ? thickness - 5 : 6)];
});

/** The lines between columns and between rows. */
const gridBetween = (from: number, to: number) =>
  each(range(to - from + 1), (index) => {
    const [x, y] = at(from + index, 0);
    return polyline([x, y + thickness], [x, y], at(from + index, rows));
  }) + each(range(rows - 1), (depth) => polyline(at(from, depth + 1), at(to, depth + 1)));
/** The far edge and the near one, which shows how thick the deck is. */
const edgesBetween = (from: number, to: number) =>
  polyline(at(from, rows), at(to, rows)) +
  polygon(
    at(from, 0),
    at(to, 0),
    [at(to, 0)[0], at(to, 0)[1] + thickness],
    [at(from, 0)[0], at(from, 0)[1] + thickness],
  );

const bank = polyline(at(0, 0), [0, at(0, 0)[1]]) + upright(at(0, 0)[0] + 6, at(0, 0)[1] + thickness, foot);
/** The near leg passes before the deck to the ground, the far one ends behind it; each has a footing. */
const legs = each([0, rows], (depth) => {
  const [x, y] = at(astride, depth);
  const ends = depth ? y : foot;
  return (
    polyline([apex[0] - 3, apex[1]], [apex[0] + (depth ? 3 : -3), apex[1]], [x, Math.min(y, ends - 8)], [x, ends - 8]) +
    polyline([x - 9, ends], [x - 6, ends - 8], [x + 6, ends - 8], [x + 9, ends])
  );
});

/** Columns that grow alike on both sides of the pylon, and their stays. */
const grown = (from: number, to: number) => {
  const starts = [astride - to, astride + from];
  const columns = range(to - from);
  return {
    enters: 'spread' as const,
    adds: each(starts, (start) => edgesBetween(start, start + columns.length)),
    fills: each(
      starts,
      (start) => gridBetween(start, start + columns.length) + staysOf(columns.map((index) => start + index)),
    ),
  };
};

export const runsOn = { deck: [at(0, 0)[1]], ground: foot };

const last = grown(2, astride);

/** The bank and the spreadsheet are there, the pylon stands, one slice hangs, both sides grow alike, to the program. */
export const stages: readonly Stage[] = [
  { adds: bank + level(foot, 0, 2000), aids: gridBetween(0, end) },
  { adds: legs },
  grown(0, 1),
  grown(1, 2),
  {
    ...last,
    adds: last.adds + edgesBetween(ruled, end),
    covers: true,
    loads: program + code + field + cell(proved, 0) + stay(proved),
  },
];
