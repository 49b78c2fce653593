import { arc, circle } from './arcs.ts';
import { rectangle } from './posters/poster.ts';
import { bothSides, each, type Point, polyline, upright } from './geometry.ts';
import { Line, MainLine, OpenSheet } from './sheet.tsx';

// Sheet units: a cable over two towers that stand on the sheet's lower edge, and what hangs on it.
const [left, right, head, foot] = [90, 550, 24, 240];
const pull = 3;
const hanger = 22;

interface Entry {
  x: number;
  load: number;
  /** What is drawn from the end of its hanger down, and what is written in it. */
  draw: (at: Point) => [frame: string, writing: string];
}

/** A theme, half of it dark; somebody's card; a message that is not sent. */
const entries: readonly Entry[] = [
  {
    x: 170,
    load: 1,
    draw: ([x, y]) => [
      circle([x, y + 17], 17) + upright(x, y, y + 34),
      each([4, 7, 10, 13], (radius) => arc([x, y + 17], radius, 270, 450)),
    ],
  },
  {
    x: 280,
    load: 1.3,
    draw: ([x, y]) => [
      rectangle(x - 34, y, 68, 42) + circle([x - 17, y + 16], 6),
      lines([x, y + 14], 26) + lines([x, y + 22], 20) + lines([x - 26, y + 32], 20, 25),
    ],
  },
  {
    x: 405,
    load: 2,
    draw: ([x, y]) => [
      rectangle(x - 29, y, 58, 70),
      each([14, 24, 34, 44], (down) => lines([x - 20, y + down], 12, 21)),
    ],
  },
];

/** Cookies: the three things that the site keeps hang on a cable, and in dashes the fourth, which is there only at times. */
export function HungWeights() {
  return (
    <OpenSheet width={640} height={240} fit="xMidYMid">
      <Line.Planned d={perhaps} />
      <Line.Web d={writing + hangers} />
      <Line.Structure d={towers + frames} />
      <MainLine d={cable} gradient={['brick', 'lamp']} x={[left, right]} />
    </OpenSheet>
  );
}

/** The point of the cable at `x`: it hangs as deep as the moments of all loads about its ends are large. */
function onCable(x: number): Point {
  const moments = entries.map(
    (entry) => (entry.load * (Math.min(x, entry.x) - left) * (right - Math.max(x, entry.x))) / (right - left),
  );
  return [x, head + moments.reduce((sum, moment) => sum + moment, 0) / pull];
}

const hung = entries.map(({ x }) => onCable(x));
const hangers = each(hung, ([x, y]) => upright(x, y, y + hanger));
const [frames = '', writing = ''] = [0, 1].map((part) =>
  each(entries, ({ x, draw }) => draw([x, onCable(x)[1] + hanger])[part] ?? ''),
);
const cable = polyline([left - 140, foot], [left, head], ...hung, [right, head], [right + 140, foot]);
const perhaps = each([onCable(490)], ([x, y]) => upright(x, y, y + hanger) + rectangle(x - 21, y + hanger, 42, 46));
const towers = each([left, right], (x) =>
  bothSides((side) => polyline([x, head], [x + side * 3, head + 8], [x + side * 9, foot])),
);

/** Lines of text, each as a stroke of its length, from a point to the right. */
function lines([x, y]: Point, ...lengths: readonly number[]): string {
  let start = x - 7;
  return each(lengths, (length) => polyline([(start += 7), y], [(start += length), y]));
}
